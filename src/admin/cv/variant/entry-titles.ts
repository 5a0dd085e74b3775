import { collections, findCollection } from '../../../model/content/collections/index.ts'
import type { CvCollection } from '../../../model/cv/cv-collections.ts'
import type { Published } from './choices.ts'

type Data = Readonly<Record<string, unknown>>

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Title of an entry, or what it is when it is gone. */
export const titleOf = (collection: CvCollection, entry: Published | undefined): string => {
  const name = findCollection(collection)?.preview.title ?? ''
  const title = textOf((entry as unknown as Data | undefined)?.[name])
  if (title !== '') return title
  const { one } = collections[collection].label
  return entry ? `${one} without a title` : `${one} that is not published`
}

const period = ({ start_year, end_year }: Data) => [start_year, end_year].map(textOf).filter(Boolean).join(' – ')

/** Text that tells one entry from another of the same title: company and time, degree, issuer. */
export const subtitleOf = (collection: CvCollection, entry: Published | undefined): string => {
  const data = (entry ?? {}) as unknown as Data
  const parts: Readonly<Record<CvCollection, readonly unknown[]>> = {
    experiences: [data.company || data.program, period(data)],
    educations: [data.university, period(data)],
    projects: [data.client, data.period || data.year],
    lists: [((data.items ?? []) as unknown[]).length],
    skills: [],
    certificates: [data.issuer, data.year],
    languages: [data.level],
  }
  return parts[collection].map(textOf).filter(Boolean).join(' · ')
}
