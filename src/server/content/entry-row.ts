import type { Selectable } from 'kysely'
import { findCollection } from '../../model/content/collections/index.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import type { Entry } from '../../model/content/entry.ts'
import { NotFound } from '../../model/errors.ts'
import type { Reader } from '../db/database.ts'
import type { EntriesTable } from '../db/tables.ts'
import { type Data, problemsOf, readLeniently } from './lenient-read.ts'

/** A stored entry without its text for searching. */
export type EntryRow = Omit<Selectable<EntriesTable>, 'words'>

/** Throws `NotFound`. */
export const collectionNamed = (name: string): Collection => {
  const collection = findCollection(name)
  if (!collection) throw new NotFound('collection', name)
  return collection
}

export const entryNoun = (collection: Collection): string => collection.label.one.toLowerCase()

export const findRow = (reader: Reader, collection: string, id: string): Promise<EntryRow | undefined> =>
  reader.selectFrom('entries').selectAll().where('id', '=', id).where('collection', '=', collection).executeTakeFirst()

export const entryOf = (collection: Collection, row: EntryRow): Entry => {
  const data = readLeniently(collection, JSON.parse(row.draft))
  const problems =
    row.published === null
      ? problemsOf(collection, data, 'draft')
      : problemsOf(collection, readLeniently(collection, JSON.parse(row.published)), 'schema')
  return {
    id: row.id,
    collection: row.collection,
    order: row.position,
    status: row.published === null ? 'draft' : row.published === row.draft ? 'published' : 'changed',
    version: row.version,
    data,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    ...(problems ? { needsAttention: problems } : {}),
  }
}

export interface EntryState {
  position: number
  draft: Data
  published: Data | null
  version: number
  createdAt: string
  deletedAt: string | null
}

export const fieldsOf = ({ position, draft, published, version, createdAt, deletedAt }: EntryState) => ({
  position,
  draft: JSON.stringify(draft),
  published: published === null ? null : JSON.stringify(published),
  version,
  created_at: createdAt,
  deleted_at: deletedAt,
})

export const stateOf = (row: EntryRow): EntryState => ({
  position: row.position,
  draft: JSON.parse(row.draft),
  published: row.published === null ? null : JSON.parse(row.published),
  version: row.version,
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
})
