import { type SelectQueryBuilder, sql } from 'kysely'
import { Invalid } from '../../model/errors.ts'
import type { ChangeFilter } from '../../model/journal/change.ts'
import type { Reader } from '../db/database.ts'
import { pageOf, pageSize } from '../db/paging.ts'
import { folded, likePattern } from '../db/search-text.ts'
import type { Tables } from '../db/tables.ts'

export interface ChangeListOptions extends ChangeFilter {
  cursor?: string | undefined
  limit?: number | undefined
}

type Ids = SelectQueryBuilder<Tables, 'changes', { id: number }>

/** Changes from this time on, by their ids: reading them by time would sort them first. */
const sinceTime = async (reader: Reader, query: Ids, { from, to }: ChangeFilter): Promise<Ids> => {
  const edge = async (of: 'min' | 'max', op: '>=' | '<', at: string) => {
    const row = await reader
      .selectFrom('changes')
      .select(({ fn }) => fn[of]('id').as('id'))
      .where('at', op, at)
      .executeTakeFirst()
    // No such change: no id is between.
    return row?.id ?? (of === 'min' ? Number.MAX_SAFE_INTEGER : 0)
  }
  let bounded = query
  if (from !== undefined) bounded = bounded.where('id', '>=', await edge('min', '>=', from)).where('at', '>=', from)
  if (to !== undefined) bounded = bounded.where('id', '<=', await edge('max', '<', to)).where('at', '<', to)
  return bounded
}

const filtered = async (reader: Reader, { cursor, limit, ...filter }: ChangeListOptions): Promise<Ids> => {
  const { collection, entry, by, action, batch, q = '', grouped } = filter
  let query: Ids = reader.selectFrom('changes').select('id')
  if (collection !== undefined) query = query.where('collection', '=', collection)
  if (entry !== undefined) query = query.where('entry', '=', entry)
  if (by !== undefined) query = query.where('actor', '=', by)
  if (action !== undefined) query = query.where('action', '=', action)
  if (batch !== undefined) query = query.where('batch', '=', batch)
  for (const word of folded(q).split(/\s+/).filter(Boolean))
    query = query.where(sql<boolean>`search_text like ${likePattern(word)} escape '\\'`)
  // Other filters may leave out the first of a batch.
  if (grouped && collection === undefined && entry === undefined && action === undefined && batch === undefined && !q)
    query = query.where(({ eb, or, ref }) => or([eb('batch', 'is', null), eb('batch', '=', ref('id'))]))
  if (cursor !== undefined) {
    if (!/^\d{1,15}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
    query = query.where('id', '<', Number(cursor))
  }
  return sinceTime(reader, query, filter)
}

const sizesOf = async (reader: Reader, batches: readonly number[]): Promise<Map<number, number>> => {
  if (batches.length === 0) return new Map()
  const rows = await reader
    .selectFrom('changes')
    .select(({ fn }) => ['batch', fn.countAll<number>().as('size')])
    .where('batch', 'in', [...new Set(batches)])
    .groupBy('batch')
    .execute()
  return new Map(rows.flatMap(({ batch, size }): [number, number][] => (batch === null ? [] : [[batch, Number(size)]])))
}

/** One page of rows, newest first, each with the number of changes of its batch. Throws `Invalid` for a wrong cursor. */
export const listChangeRows = async (reader: Reader, options: ChangeListOptions) => {
  const size = pageSize(options.limit)
  const query = await filtered(reader, options)
  // Ids first: finding them reads only an index, and only the rows of the page are read whole.
  const found = await query
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute()
  const { items, next } = pageOf(found, size, ({ id }) => String(id))
  if (items.length === 0) return { rows: [], sizes: new Map<number, number>(), next }
  const rows = await reader
    .selectFrom('changes')
    .selectAll()
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .orderBy('id', 'desc')
    .execute()
  return {
    rows,
    sizes: await sizesOf(
      reader,
      rows.flatMap(({ batch }) => batch ?? []),
    ),
    next,
  }
}
