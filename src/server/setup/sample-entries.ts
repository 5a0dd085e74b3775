import { isDeepStrictEqual } from 'node:util'
import { findCollection } from '../../model/content/collections/index.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { type Data, readLeniently } from '../content/lenient-read.ts'
import type { Reader } from '../db/database.ts'
import { sampleRows } from './sample-rows.ts'

interface SampleEntry {
  collection: Collection
  id: string
  title: string
  /** Fields whose value is still the sample's; null when all are. */
  fields: string[] | null
}

/** Shorter texts, such as a country, two people may have in common. */
const tellingLength = 12

const tells = (value: unknown): boolean =>
  typeof value === 'string' ? value.length >= tellingLength : Object.values(value ?? {}).some(tells)

const sameFields = (collection: Collection, current: Data, sample: Data): string[] =>
  Object.keys(collection.fields).filter(
    (field) => tells(current[field]) && isDeepStrictEqual(current[field], sample[field]),
  )

/** Entries that the samples made and that still have something of them, in the draft or on the page. */
export const sampleEntries = async (reader: Reader): Promise<SampleEntry[]> => {
  const samples = new Map((await sampleRows(reader)).map((row) => [row.entry, row]))
  if (samples.size === 0) return []
  const rows = await reader
    .selectFrom('entries')
    .select(['id', 'collection', 'draft', 'published'])
    .where('id', 'in', [...samples.keys()])
    .where('deleted_at', 'is', null)
    .orderBy('collection')
    .orderBy('position')
    .execute()
  return rows.flatMap(({ id, draft, published, ...row }): SampleEntry[] => {
    const collection = findCollection(row.collection)
    const made = samples.get(id)
    if (!collection || !made) return []
    const sample = readLeniently(collection, JSON.parse(made.after).draft)
    const states = [draft, ...(published === null ? [] : [published])].map((text) =>
      readLeniently(collection, JSON.parse(text)),
    )
    const title = String(states[0]?.[collection.preview.title] ?? '')
    if (states.every((state) => isDeepStrictEqual(state, sample))) return [{ collection, id, title, fields: null }]
    const fields = [...new Set(states.flatMap((state) => sameFields(collection, state, sample)))]
    return fields.length > 0 ? [{ collection, id, title, fields }] : []
  })
}
