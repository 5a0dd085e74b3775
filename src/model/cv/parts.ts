import { monthText } from '../content/month-text.ts'
import { present } from '../fields/fields.ts'

import type { Cv } from './cv.ts'
import type { CvCollection } from './cv-collections.ts'
import type { CvItem, CvPart, CvText, CvWords } from './document.ts'
import { linkText } from './link-text.ts'
import { linesOf, linked, paragraphs } from './texts.ts'

type List = Cv['lists'][number]

/** Names alone, as of clients, need no lines of their own. */
const isPlain = ({ items }: List) =>
  items.every(({ year, place, text, links }) => year === null && place === '' && text === '' && links.length === 0)

/** The parts of a CV in the order in which it is read. */
export const cvParts = (cv: Cv, { resume, cv: own, page, language }: CvWords): CvPart[] => {
  const range = (from: string, to: string) => (from === to || to === '' ? from : `${from} – ${to}`)
  const placeOf = (texts: readonly CvText[]) => linesOf(texts, cv.language)
  const part = (id: CvCollection, title: string, items: Omit<CvItem, 'collection' | 'rank'>[]): CvPart => ({
    ...{ id, title, line: '' },
    items: items.map((item, index) => ({ ...item, collection: id, rank: index + 1 })),
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
              linked(linkText(url), url),
              ...links.map((one) => linked([one.label, linkText(one.url)].filter(Boolean).join(': '), one.url)),
            ]),
            text: paragraphs(text),
            points: [],
          })),
        )
  const parts = [
    part(
      'experiences',
      resume.experience,
      cv.experiences.map((entry) => ({
        id: entry.id,
        title: linked(entry.name, entry.company === '' ? entry.url : ''),
        dates: range(
          monthText(entry.start_year, entry.start_month, language),
          entry.end_year === present ? resume.present : monthText(entry.end_year, entry.end_month, language),
        ),
        place: placeOf([{ text: entry.program }, linked(entry.company, entry.url), { text: entry.location }]),
        text: paragraphs(entry.about),
        points: entry.highlights,
      })),
    ),
    part(
      'educations',
      resume.education,
      cv.educations.map((entry) => ({
        id: entry.id,
        title: { text: entry.faculty },
        dates: range(String(entry.start_year), entry.end_year === null ? resume.present : String(entry.end_year)),
        place: placeOf([{ text: entry.degree }, linked(entry.university, entry.url), { text: entry.location }]),
        text: paragraphs(entry.about),
        points: [],
      })),
    ),
    part(
      'projects',
      own.projects,
      cv.projects.map((entry) => ({
        id: entry.id,
        title: linked(entry.title, entry.url),
        dates: entry.period || String(entry.year ?? ''),
        place: placeOf([{ text: entry.role }, { text: entry.client }, linked(linkText(entry.url), entry.url)]),
        text: [...paragraphs(entry.summary), ...paragraphs(entry.tags.join(page.separator))],
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
        place: placeOf([{ text: entry.issuer }, linked(linkText(entry.url), entry.url)]),
        ...{ text: [], points: [] },
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
