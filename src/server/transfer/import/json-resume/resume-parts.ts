import { type CollectionName, type EntryData, languageLevels, lists } from '../../../../model/content/collections.ts'
import { cutText } from '../../../../model/fields/cut-text.ts'
import { present } from '../../../../model/fields/fields.ts'
import { slugOf } from '../../../../model/fields/slug-of.ts'
import { catalogues } from '../../../../model/words/catalogues.ts'
import type { Data } from './candidate.ts'
import { listAt, noPlaceFor, partialDate, strings, textAt } from './resume-values.ts'

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

type Item = Readonly<Record<string, unknown>>

export interface Part {
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
export const publication: Part = {
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
export const resumeParts: Readonly<Record<string, Part>> = {
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
