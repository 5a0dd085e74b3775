import { type CollectionName, collections, type EntryData } from '../content/collections.ts'
import type { Field, Fields } from '../fields/fields.ts'
import { leavesOf } from '../fields/leaves-of.ts'
import { z } from '../zod.ts'
import type { CvCollection } from './cv-collections.ts'

/** The fields of each collection that a variant may say in other words; dates, levels and links are those of the entry. */
export const rewordable = {
  experiences: ['name', 'program', 'company', 'location', 'about', 'highlights'],
  educations: ['faculty', 'university', 'degree', 'location', 'about'],
  projects: ['title', 'summary', 'role', 'client', 'period', 'tags', 'awards'],
  lists: ['title'],
  skills: ['name'],
  certificates: ['title', 'issuer'],
  languages: ['name'],
} as const satisfies { readonly [N in CvCollection]: readonly (keyof EntryData<N>)[] }

/** Other words for an entry: of some of its text fields. */
export type Rewording<N extends CvCollection> = {
  -readonly [F in (typeof rewordable)[N][number]]?: EntryData<N>[F & keyof EntryData<N>]
}

/** Bounds and rules are those of the entry's own fields. */
export const rewordingSchema = <N extends CvCollection>(name: N): z.ZodType<Rewording<N>> => {
  const fields = collections[name satisfies CollectionName].fields as unknown as Readonly<Record<string, Field>>
  return z.strictObject(
    Object.fromEntries(rewordable[name].map((field) => [field, fields[field]?.schema.optional() ?? z.never()])),
  ) as unknown as z.ZodType<Rewording<N>>
}

/** The texts of an entry that a CV says, those of a list's items too. */
export const saidTexts = (name: CvCollection, entry: object): string[] => {
  const said: readonly string[] = [...rewordable[name], 'items']
  return leavesOf(collections[name].fields as unknown as Fields, { ...entry })
    .filter(({ path, field }) => said.includes(path.split('.')[0] ?? '') && field.kind !== 'url')
    .flatMap(({ value }) => value)
    .filter((text): text is string => typeof text === 'string' && text !== '')
}
