import { experienceAt, monthText, yearSpan } from '../content/period.ts'
import { present } from '../fields/fields.ts'
import { isLeftward } from '../words/languages.ts'
import { filled } from '../words/template.ts'
import type { Words } from '../words/words.ts'
import type { Cv } from './cv.ts'
import type { CvCollection } from './cv-collections.ts'

const longest = 60

/** An address as it is read and typed: `mira.example/tides` for `https://mira.example/tides/`; the host alone of a long one, empty for none. */
const linkText = (url: string): string => {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return ''
  const { host } = new URL(url)
  const text = url.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  return text.length <= longest ? text : host
}

/** The paragraphs of a text, without empty ones. */
const paragraphs = (text: string): string[] =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/**
 * The texts that say something, on one line. From right to left each has a line of its own: in a line of both directions, programs that
 * extract text guess at the order.
 */
const linesOf = (texts: readonly CvText[], language: string): CvLine[] => {
  const line = texts.filter(({ text }) => text !== '')
  if (isLeftward(language)) return line.map((text) => [text])
  return line.length === 0 ? [] : [line]
}

/** The text, with its link where that leads somewhere outside the site. */
const linked = (text: string, url: string): CvText => (/^(?:https?|mailto|tel):/i.test(url) ? { text, url } : { text })

type List = Cv['lists'][number]

/** Names alone, as of clients, need no lines of their own. */
const isPlain = ({ items }: List) =>
  items.every(({ year, place, text, links }) => year === null && place === '' && text === '' && links.length === 0)

/** The parts of a CV in the order in which it is read. */
const cvParts = (cv: Cv, { resume, cv: own, page, language }: CvWords): CvPart[] => {
  const placeOf = (texts: readonly CvText[]) => linesOf(texts, cv.language)
  const address = (url: string) => linked(linkText(url), url)
  const part = (
    id: CvCollection,
    title: string,
    items: (Partial<CvItem> & Pick<CvItem, 'id' | 'title' | 'dates'>)[],
  ): CvPart => ({
    ...{ id, title, line: '' },
    items: items.map((item, index) => ({
      ...{ location: '', place: [], text: [], tags: '', points: [] },
      ...{ ...item, collection: id, rank: index + 1 },
    })),
  })
  const line = (id: CvCollection, title: string, texts: readonly string[]): CvPart => ({
    ...{ id, title, items: [] },
    line: texts.join(page.separator),
  })
  const listPart = (list: List): CvPart =>
    isPlain(list)
      ? line(
          'lists',
          list.title,
          list.items.map(({ title }) => title),
        )
      : part(
          'lists',
          list.title,
          list.items.map(({ year, month, title, place, url, text, links }) => ({
            id: list.id,
            title: linked(title, url),
            dates: year === null ? '' : monthText(year, month, language),
            place: placeOf([
              { text: place },
              address(url),
              ...links.map((one) => linked([one.label, linkText(one.url)].filter(Boolean).join(': '), one.url)),
            ]),
            text: paragraphs(text),
          })),
        )
  const parts = [
    part(
      'experiences',
      resume.experience,
      cv.experiences.map((entry) => {
        const { title, place } = experienceAt(entry)
        return {
          id: entry.id,
          title: linked(title.text, title.url),
          dates: yearSpan(
            monthText(entry.start_year, entry.start_month, language),
            entry.end_year === present ? resume.present : monthText(entry.end_year, entry.end_month, language),
          ),
          // Its location is the last.
          location: entry.location,
          place: placeOf([...place.slice(0, -1).map(({ text, url = '' }) => linked(text, url)), address(entry.url)]),
          text: paragraphs(entry.about),
          points: entry.highlights,
        }
      }),
    ),
    part(
      'educations',
      resume.education,
      cv.educations.map((entry) => ({
        id: entry.id,
        title: { text: entry.faculty },
        dates: yearSpan(String(entry.start_year), entry.end_year === null ? resume.present : String(entry.end_year)),
        location: entry.location,
        place: placeOf([{ text: entry.degree }, linked(entry.university, entry.url), address(entry.url)]),
        text: paragraphs(entry.about),
      })),
    ),
    part(
      'projects',
      own.projects,
      cv.projects.map((entry) => ({
        id: entry.id,
        title: linked(entry.title, entry.url),
        dates: entry.period || String(entry.year ?? ''),
        place: placeOf([{ text: entry.role }, { text: entry.client }, address(entry.url)]),
        text: paragraphs(entry.summary),
        tags: entry.tags.join(page.separator),
        points: entry.awards,
      })),
    ),
    ...cv.lists.map(listPart),
    line(
      'skills',
      resume.skills,
      cv.skills.map(({ name }) => name),
    ),
    part(
      'certificates',
      resume.certificates,
      cv.certificates.map((entry) => ({
        id: entry.id,
        title: linked(entry.title, entry.url),
        dates: String(entry.year ?? ''),
        place: placeOf([{ text: entry.issuer }, address(entry.url)]),
      })),
    ),
    line(
      'languages',
      resume.languages,
      cv.languages.map(({ name, level }) => (level === '' ? name : `${name} – ${resume.levels[level]}`)),
    ),
  ]
  return parts
    .filter(({ items, line }) => items.length > 0 || line !== '')
    .sort((a, b) => cv.order.indexOf(a.id) - cv.order.indexOf(b.id))
}

/** The word for a CV alone: in every language the title is the name, a dash and this word. */
const cvWord = ({ cv }: CvWords) => filled(cv.title, { name: '' }).replace(/^ – /, '')

/** Heading of an anonymous CV: the role, or else the word for a CV. */
const headOf = (role: string, words: CvWords) =>
  role === ''
    ? { name: cvWord(words), title: cvWord(words) }
    : { name: role, title: filled(words.cv.title, { name: role }) }

/** Puts a CV into words in the language of the page. */
export const cvDocument = (cv: Cv, words: CvWords): CvDocument => {
  const { person, language, isAnonymous } = cv
  const name = person.name || words.page.nameless
  return {
    language,
    leftward: isLeftward(language),
    ...(isAnonymous
      ? { ...headOf(person.role, words), author: '', role: '' }
      : { title: filled(words.cv.title, { name }), author: name, name, role: person.role }),
    contact: [
      linked(person.email, `mailto:${person.email}`),
      linked(person.phone, `tel:${person.phone.replace(/[^+\d]/g, '')}`),
      { text: person.location },
      ...[person, ...person.links].map(({ url }) => linked(linkText(url), url)),
    ].filter(({ text }) => text !== ''),
    summary: paragraphs(person.summary),
    portraitAlt: isAnonymous ? '' : filled(words.about.portrait, { name }),
    parts: cvParts(cv, words),
  }
}

/** Words that a CV adds to the owner's. */
export type CvWords = Pick<Words, 'resume' | 'cv' | 'page' | 'about' | 'language'>

/** Text of one line, with the whole address that it links to. */
export interface CvText {
  readonly text: string
  readonly url?: string
}

/** Texts of one line, with a mark between them. */
export type CvLine = readonly CvText[]

/** An entry as a reader of the CV sees it. */
export interface CvItem {
  readonly id: string
  readonly collection: CvCollection
  /** Place in its list, 1…n: the owner's ranking. */
  readonly rank: number
  readonly title: CvText
  /** Years or months, such as `May 2019 – Present`; empty when nothing is known. */
  readonly dates: string
  /** Place, such as `Lisbon`. */
  readonly location: string
  /** Employer, school or client, with addresses. */
  readonly place: readonly CvLine[]
  readonly text: readonly string[]
  readonly tags: string
  readonly points: readonly string[]
}

/** A titled part: entries, or one line of short ones. */
export interface CvPart {
  readonly id: CvCollection
  readonly title: string
  readonly items: readonly CvItem[]
  readonly line: string
}

/** A CV as text in reading order, which every form for people says word for word. */
export interface CvDocument {
  readonly language: string
  readonly leftward: boolean
  /** Of the file, such as `Mira Solberg – CV`. */
  readonly title: string
  /** Of the file; empty for none. */
  readonly author: string
  readonly name: string
  readonly role: string
  /** Each stands alone. */
  readonly contact: CvLine
  readonly summary: readonly string[]
  /** Text in the place of the portrait, for who does not see it. */
  readonly portraitAlt: string
  readonly parts: readonly CvPart[]
}

/** True for a text whose first letter is of a script that is written from right to left. */
export const startsLeftward = (text: string): boolean => {
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(letter)
}

/** The entries in the order in which they are left out: those that stand last in their lists first, of equal ones the last on the page. */
export const lowestFirst = ({ parts }: CvDocument): CvItem[] =>
  parts
    .flatMap(({ items }) => items)
    .reverse()
    .sort((a, b) => b.rank - a.rank)

/** The document without these entries, and without the parts that they leave empty. */
export const withoutItems = (document: CvDocument, items: readonly CvItem[]): CvDocument => {
  const gone = new Set(items)
  const parts = document.parts
    .map((part) => ({ ...part, items: part.items.filter((item) => !gone.has(item)) }))
    .filter(({ items, line }) => items.length > 0 || line !== '')
  return { ...document, parts }
}

/** The smallest number from 0 to `most` for which `fits` is true; `most` when it is for none. `fits` holds from some number on. */
export const fewest = (most: number, fits: (n: number) => boolean): number => {
  let [from, to] = [0, most]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (fits(middle)) to = middle
    else from = middle + 1
  }
  return from
}
