import {
  type CollectionName,
  collections,
  type EntryData,
  languageLevels,
  lists,
} from '../../model/content/collections.ts'
import { cutText } from '../../model/fields/cut-text.ts'
import { type Fields, present } from '../../model/fields/fields.ts'
import { parse } from '../../model/fields/parse.ts'
import { slugOf } from '../../model/fields/slug-of.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { catalogues } from '../../model/words/catalogues.ts'
import { z } from '../../model/zod.ts'

type Item = Readonly<Record<string, unknown>>

/** The text of a member; '' for none. */
const textAt = (item: Item, member: string): string => {
  const value = item[member]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

const listAt = (item: Item, member: string): boolean => Array.isArray(item[member])

/** The texts of a list; what is no text is left out. */
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : [])) : []

/** A date that may be partial, as JSON Resume has it: `2020`, `2020-03`, `2020-03-01`. Undefined for another text. */
const partialDate = (value: unknown): { year: string; month: number | undefined } | undefined => {
  const [, year, month] = /^(\d{4})(?:-(\d{2})(?:-\d{2})?)?$/.exec(String(value ?? '').trim()) ?? []
  if (year === undefined) return undefined
  const number = Number(month)
  return { year, month: number >= 1 && number <= 12 ? number : undefined }
}

const noPlaceFor = (members: readonly string[]): string =>
  `Not imported, there is no field for it: ${members.join(', ')}.`

const labelMax = 40

const placeOf = (location: unknown): string => {
  const item = (typeof location === 'object' && location !== null ? location : {}) as Item
  const parts = [textAt(item, 'address'), textAt(item, 'city'), textAt(item, 'region'), textAt(item, 'countryCode')]
  return [...new Set(parts.filter((part) => part !== ''))].join(', ')
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url)

const linksIn = (basics: Item): { key: string; label: string; url: string }[] => {
  const profiles = Array.isArray(basics.profiles) ? (basics.profiles as unknown[]) : []
  return profiles.flatMap((one, index) => {
    const profile = (typeof one === 'object' && one !== null ? one : {}) as Item
    const url = textAt(profile, 'url')
    const label = textAt(profile, 'network') || textAt(profile, 'username') || hostOf(url)
    return [{ key: `basics.profiles.${index}`, label: label.slice(0, labelMax), url }]
  })
}

const noImages = 'Not imported: images are not fetched from other sites. Upload it in Media and choose it in About.'

/**
 * What `basics` says of the person, one thing each. Who has an entry in About finds name, email and place there; `personStep` decides.
 * A short summary is the description for search engines; a longer one the introduction.
 */
const basicsCandidates = (basics: Item): { candidates: Candidate[]; skipped: Skipped[] } => {
  const one = (member: string, field: string, value: string, title: string): Candidate[] =>
    value === ''
      ? []
      : [
          {
            ...{ key: `basics.${member}`, collection: 'settings', title, given: { [field]: value } },
            ...{ defaults: {}, identity: [], notes: [] },
          },
        ]
  const summary = textAt(basics, 'summary')
  const isShort = summary.length <= (settingFields.description.max ?? 0) && !summary.includes('\n')
  const links = linksIn(basics)
  const candidates: Candidate[] = [
    ...one('name', 'name', textAt(basics, 'name'), 'Name'),
    ...one('label', 'role', textAt(basics, 'label'), 'Role'),
    ...one('email', 'email', textAt(basics, 'email'), 'Email'),
    ...one('phone', 'phone', textAt(basics, 'phone'), 'Telephone'),
    ...one('location', 'location', placeOf(basics.location), 'Location'),
    ...one('summary', isShort ? 'description' : 'introduction', summary, isShort ? 'Description' : 'Introduction'),
    ...links
      .filter(({ url }) => url !== '')
      .map(
        ({ key, label, url }): Candidate => ({
          ...{ key, collection: 'settings', title: `Link: ${label}`, given: { link: { label, url } satisfies Data } },
          ...{ defaults: {}, identity: [], notes: [] },
        }),
      ),
  ]
  const known = ['name', 'label', 'email', 'phone', 'location', 'summary', 'profiles']
  const unknown = Object.keys(basics).filter((name) => !known.includes(name) && textAt(basics, name) !== '')
  const skipped = [
    // The address of a site is where it stands.
    ...unknown.map((name) => ({
      ...{ key: `basics.${name}`, title: name },
      notes: [name === 'image' ? noImages : noPlaceFor([name])],
    })),
    ...links
      .filter(({ url }) => url === '')
      .map(({ key, label }) => ({ key, title: `Link: ${label}`, notes: ['It has no address.'] })),
  ]
  return { candidates, skipped }
}

type Level = EntryData<'languages'>['level']

/** The level that a text means: a code such as C1, or the words of the page in any of its languages. Undefined for other words. */
const levelOf = (fluency: string): Level | undefined => {
  const folded = fluency.trim().toLowerCase()
  if (folded === '') return undefined
  for (const { resume } of Object.values(catalogues))
    for (const [level, word] of Object.entries(resume.levels)) if (word.toLowerCase() === folded) return level as Level
  const code = /\b([abc][12])\b/.exec(folded)?.[1]?.toUpperCase()
  if (code !== undefined && Object.hasOwn(languageLevels, code)) return code as Level
  return /\b(?:native|mother tongue|bilingual)\b/.test(folded) ? 'native' : undefined
}

interface Part {
  collection: CollectionName
  /** The member of an item that is its title. */
  title: string
  /** Fields by the members of an item that say the same. */
  members: Readonly<Record<string, string>>
  /** Further fields, and the members from which they are. */
  more?(item: Item): { given?: Data; defaults?: Data; used?: readonly string[]; notes?: readonly string[] }
  identity: readonly string[]
}

const year = (item: Item, member: string, field: string): Data => {
  const date = partialDate(item[member])
  return date ? { [field]: Number(date.year) } : {}
}

const month = (item: Item, member: string, side: 'start' | 'end'): Data => {
  const date = partialDate(item[member])
  if (!date) return {}
  return { [`${side}_year`]: date.year, ...(date.month ? { [`${side}_month`]: date.month } : {}) }
}

const longestNote = lists.fields.items.item?.fields.text?.max ?? 0

/** A publication: an item of a list here. */
const publication: Part = {
  collection: 'lists',
  title: 'name',
  members: { name: 'title', publisher: 'place', url: 'url' },
  more: (item) => {
    const [date, summary] = [partialDate(item.releaseDate), textAt(item, 'summary').replace(/\s+/g, ' ')]
    const text = cutText(summary, longestNote)
    return {
      given: { ...year(item, 'releaseDate', 'year'), ...(date?.month && { month: date.month }), ...(text && { text }) },
      used: ['releaseDate', 'summary'],
      notes: text === summary ? [] : [`Its summary is cut after ${longestNote} characters.`],
    }
  },
  identity: ['kind'],
}

/** Parts of JSON Resume 1.0 (https://jsonresume.org/schema) with the collections that hold the same. */
const resumeParts: Readonly<Record<string, Part>> = {
  work: {
    collection: 'experiences',
    title: 'position',
    members: {
      name: 'company',
      position: 'name',
      description: 'program',
      location: 'location',
      url: 'url',
      summary: 'about',
    },
    more: (item) => ({
      given: {
        ...month(item, 'startDate', 'start'),
        ...month(item, 'endDate', 'end'),
        ...(listAt(item, 'highlights') ? { highlights: strings(item.highlights) } : {}),
      },
      // The program is required, and most files have none.
      defaults: { program: textAt(item, 'name'), end_year: present, about: strings(item.highlights).join('\n') },
      used: ['startDate', 'endDate', 'highlights'],
    }),
    identity: ['name', 'company', 'start_year', 'start_month'],
  },
  education: {
    collection: 'educations',
    title: 'area',
    members: {
      institution: 'university',
      area: 'faculty',
      studyType: 'degree',
      location: 'location',
      url: 'url',
      summary: 'about',
    },
    more: (item) => ({
      given: { ...year(item, 'startDate', 'start_year'), ...year(item, 'endDate', 'end_year') },
      defaults: { faculty: textAt(item, 'studyType'), about: strings(item.courses).join('\n') },
      used: ['startDate', 'endDate', ...(textAt(item, 'summary') === '' ? ['courses'] : [])],
    }),
    identity: ['faculty', 'university', 'start_year'],
  },
  projects: {
    collection: 'projects',
    title: 'name',
    members: { name: 'title', description: 'summary', url: 'url', entity: 'client' },
    more: (item) => {
      const [role = '', ...others] = strings(item.roles)
      return {
        given: {
          ...year(item, 'startDate', 'year'),
          ...(listAt(item, 'highlights') ? { awards: strings(item.highlights) } : {}),
          ...(listAt(item, 'keywords') ? { tags: strings(item.keywords) } : {}),
          ...(role === '' ? {} : { role }),
        },
        // A title in another script has no slug of its own.
        defaults: { slug: slugOf(textAt(item, 'name')) || 'project' },
        used: ['startDate', 'highlights', 'keywords', 'roles'],
        notes: others.length > 0 ? [noPlaceFor(['roles after the first'])] : [],
      }
    },
    identity: ['title', 'client'],
  },
  skills: {
    collection: 'skills',
    title: 'name',
    members: { name: 'name' },
    more: (item) => {
      const level = textAt(item, 'level')
      const [percent, ...others] = level.match(/\d+/g) ?? []
      const isPercent = percent !== undefined && others.length === 0 && /[%٪]/.test(level)
      return isPercent ? { given: { percent: Number(percent) }, used: ['level'] } : {}
    },
    identity: ['name'],
  },
  certificates: {
    collection: 'certificates',
    title: 'name',
    members: { name: 'title', issuer: 'issuer', url: 'url' },
    more: (item) => ({ given: year(item, 'date', 'year'), used: partialDate(item.date) ? ['date'] : [] }),
    identity: ['title', 'issuer', 'year'],
  },
  languages: {
    collection: 'languages',
    title: 'language',
    members: { language: 'name' },
    more: (item) => {
      const level = levelOf(textAt(item, 'fluency'))
      return level === undefined ? {} : { given: { level }, used: ['fluency'] }
    },
    identity: ['name'],
  },
}

/** Texts as the fields hold them: on one line where they have one. */
const fitted = (fields: Fields, name: string, text: string): string =>
  fields[name]?.kind === 'textarea' ? text.trim() : text.replace(/\s+/g, ' ').trim()

const candidateOf = (key: string, part: Part, item: Item): Candidate => {
  const { collection, members, identity } = part
  const { fields } = collections[collection] as { fields: Fields }
  const named = Object.entries(members).flatMap(([member, field]) => {
    const text = textAt(item, member)
    return text === '' ? [] : [[field, fitted(fields, field, text)]]
  })
  const { given = {}, defaults = {}, used = [], notes = [] } = part.more?.(item) ?? {}
  const unknown = Object.keys(item).filter(
    (member) => !Object.hasOwn(members, member) && !used.includes(member) && !isEmpty(item[member]),
  )
  const title =
    textAt(item, part.title) ||
    Object.keys(members)
      .map((member) => textAt(item, member))
      .find(Boolean)
  return {
    ...{ key, collection, title: title ?? '', identity, defaults },
    given: { ...Object.fromEntries(named), ...given },
    notes: [...notes, ...(unknown.length > 0 ? [noPlaceFor(unknown)] : [])],
  }
}

/** Parts of the file that are lists. */
const listNames = [...Object.keys(resumeParts), 'publications']

/** All publications of a file, which are one list here. One more than a list holds is enough to be refused. */
const listOf = (items: readonly Item[]): Candidate[] => {
  const read = items.slice(0, (lists.fields.items.max ?? 0) + 1).map((one) => candidateOf('', publication, one))
  const list = { key: 'publications', collection: 'lists' as const, title: 'Publications', identity: ['kind'] }
  const given = { kind: 'publications', items: read.map((one) => one.given) }
  const notes = read.flatMap(({ title, notes }) => notes.map((note) => `${title}: ${note}`))
  return read.length === 0 ? [] : [{ ...list, given, defaults: { title: list.title }, notes }]
}

const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)

const item = z.record(z.string(), z.unknown())

/** JSON Resume as far as it has to be known to be read: an object with lists of objects. */
const resumeSchema = z
  .looseObject(
    {
      basics: item.optional(),
      ...Object.fromEntries(listNames.map((name) => [name, z.array(item).optional()])),
    },
    'A CV in JSON Resume is an object.',
  )
  .refine((resume) => ['basics', ...listNames].some((name) => Object.hasOwn(resume, name)), {
    error:
      'This is no CV in JSON Resume: it has none of basics, work, education, projects, skills, certificates, languages, publications.',
  })

/** Members that are about the file. */
const aboutTheFile = ['$schema', 'meta']

/** True for an object that has the form of JSON Resume, and none of this product's content. */
export const isJsonResume = (value: unknown): boolean => {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
  return names.some((name) => ['basics', 'work', 'education'].includes(name)) && !names.includes('experiences')
}

export interface ReadResume {
  candidates: Candidate[]
  skipped: Skipped[]
}

/** Candidates of a CV in JSON Resume; what has no place here is named, not lost in silence. Throws `Invalid` for another form. */
export const readJsonResume = (value: unknown): ReadResume => {
  const resume = parse(resumeSchema, value) as Readonly<Record<string, unknown>>
  const { candidates, skipped } = basicsCandidates((resume.basics ?? {}) as Item)
  for (const [name, part] of Object.entries(resumeParts))
    for (const [index, one] of ((resume[name] ?? []) as Item[]).entries())
      candidates.push(candidateOf(`${name}.${index}`, part, one))
  candidates.push(...listOf((resume.publications ?? []) as Item[]))
  for (const [name, one] of Object.entries(resume))
    if (!['basics', ...listNames].includes(name) && !aboutTheFile.includes(name) && !isEmpty(one))
      skipped.push({ key: name, title: name, notes: [noPlaceFor([name])] })
  return { candidates, skipped }
}

export type Data = Readonly<Record<string, unknown>>

/** One thing of a file that can be imported. */
export interface Candidate {
  /** Place in the file, such as `work.0`. */
  key: string
  collection: CollectionName | 'settings'
  title: string
  /** The fields that the file says. */
  given: Data
  /** Values of a new entry for fields that the file does not say. */
  defaults: Data
  /** An entry is the same one when these agree with it; those that either side leaves out agree. None of what is there once. */
  identity: readonly string[]
  /** Sentences on what of it has no place here. */
  notes: readonly string[]
}

/** Something of a file that cannot be imported at all. */
interface Skipped {
  key: string
  title: string
  notes: readonly string[]
}
