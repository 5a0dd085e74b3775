import { collections, lists } from '../../../../model/content/collections.ts'
import type { Fields } from '../../../../model/fields/fields.ts'
import { parse } from '../../../../model/fields/parse.ts'
import { z } from '../../../../model/zod.ts'
import { basicsCandidates } from './basics-candidates.ts'
import type { Candidate, Skipped } from './candidate.ts'
import { type Part, publication, resumeParts } from './resume-parts.ts'
import { noPlaceFor, textAt } from './resume-values.ts'

type Item = Readonly<Record<string, unknown>>

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
