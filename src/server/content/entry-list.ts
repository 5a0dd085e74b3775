import { type SelectQueryBuilder, sql } from 'kysely'
import type { Entry } from '../../model/content/entry.ts'
import { Invalid } from '../../model/errors.ts'
import type { Reader } from '../db/database.ts'
import { readPage } from '../db/paging.ts'
import { folded, likePattern } from '../db/search-text.ts'
import type { Tables } from '../db/tables.ts'
import { collectionNamed, entryOf } from './entry-row.ts'

export interface EntryListOptions {
  limit?: number | undefined
  cursor?: string | undefined
  q?: string | undefined
  trash?: boolean | undefined
}

type Query = SelectQueryBuilder<Tables, 'entries', Record<never, never>>

const afterCursor = (query: Query, cursor: string, trash: boolean): Query => {
  const [position = '', id = ''] = cursor.split('_')
  if (!trash) {
    if (!/^\d{1,9}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
    return query.where('position', '>', Number(cursor))
  }
  return query.where(({ eb, and, or }) =>
    or([eb('deleted_at', '<', position), and([eb('deleted_at', '=', position), eb('id', '<', id)])]),
  )
}

/** One page of a collection. Throws `NotFound` for an unknown collection, `Invalid` for a wrong cursor. */
export const listEntries = async (
  reader: Reader,
  name: string,
  { limit, cursor, q = '', trash = false }: EntryListOptions,
): Promise<{ entries: Entry[]; next: string | null }> => {
  const collection = collectionNamed(name)
  let query: Query = reader
    .selectFrom('entries')
    .where('collection', '=', name)
    .where('deleted_at', trash ? 'is not' : 'is', null)
  if (cursor !== undefined) query = afterCursor(query, cursor, trash)
  for (const word of folded(q).split(/\s+/).filter(Boolean)) {
    query = query.where(sql<boolean>`search_text like ${likePattern(word)} escape '\\'`)
  }
  const ordered = trash ? query.orderBy('deleted_at', 'desc').orderBy('id', 'desc') : query.orderBy('position')
  const { items, next } = await readPage(ordered.selectAll(), limit, (row) =>
    trash ? `${row.deleted_at}_${row.id}` : String(row.position),
  )
  return { entries: items.map((row) => entryOf(collection, row)), next }
}
