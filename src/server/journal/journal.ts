import type { Selectable, SelectQueryBuilder } from 'kysely'
import { Gone, Invalid, NotFound } from '../../model/errors.ts'
import { type Change, type ChangeFilter, changeCalls, type NamedChange } from '../../model/journal/change.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import { isFound, pageOf, pageSize, searchWords } from '../db/paging.ts'
import type { ChangesTable, Tables } from '../db/tables.ts'
import { endpoints, type Shown } from '../endpoint/endpoint.ts'
import { journaled, type Reverters } from './record-change.ts'

interface ChangeListOptions extends ChangeFilter {
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
  for (const word of searchWords(q)) query = query.where(isFound(word))
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
const listChangeRows = async (reader: Reader, options: ChangeListOptions) => {
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

export const contentVersion = async (reader: Reader): Promise<number> => {
  const { version } = await reader
    .selectFrom('changes')
    .select(({ fn }) => fn.max('id').as('version'))
    .executeTakeFirstOrThrow()
  return version ?? 0
}

const changeOf = ({ actor, before, after, search_text: _, ...row }: Selectable<ChangesTable>): Change => ({
  ...row,
  by: actor,
  before: before === null ? null : JSON.parse(before),
  after: after === null ? null : JSON.parse(after),
})

const erased = () => new Gone('This was deleted for good. It cannot be brought back.')

/** What was deleted for good has left no states, and no undo. */
const isErased = ({ before, after }: Change) => before === null && after === null

/** The changes that are undone with this one, newest first. Throws `Gone` when all were of what was deleted for good. */
const batchOf = async (reader: Reader, change: Change): Promise<Change[]> => {
  if (change.batch === null) {
    if (isErased(change)) throw erased()
    return [change]
  }
  const rows = await reader
    .selectFrom('changes')
    .selectAll()
    .where('batch', '=', change.batch)
    .orderBy('id', 'desc')
    .execute()
  const undoable = rows.map(changeOf).filter((one) => !isErased(one))
  if (undoable.length === 0) throw erased()
  return undoable
}

const find = async (reader: Reader, id: number): Promise<Change> => {
  const row = await reader.selectFrom('changes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('change', String(id))
  return changeOf(row)
}

export const createJournal = (database: Database, reverters: Reverters) => ({
  list: async (options: ChangeListOptions = {}) => {
    const { rows, sizes, next } = await listChangeRows(database.kysely, options)
    const changes = rows.map((row) => ({ ...changeOf(row), size: sizes.get(row.batch ?? 0) ?? 1 }))
    return { changes, next }
  },

  /** Everybody who made a change that is still recorded. */
  authors: async (): Promise<string[]> => {
    const rows = await database.kysely.selectFrom('changes').select('actor').distinct().execute()
    return rows.map(({ actor }) => actor)
  },

  /**
   * Makes the inverse change, of all changes of its batch together, and returns its row or the first of its rows; undoing that is the
   * redo. Fields that changed elsewhere since stay. Throws `NotFound`, `Gone` after a deletion for good, `StaleVersion` when the same field changed again, and `Invalid`
   * when a slug is taken.
   */
  undo: async (id: number, { by }: { by: string }): Promise<Change & { size: number }> => {
    if (!Number.isSafeInteger(id)) throw new NotFound('change', id.toString())
    const reverterOf = ({ collection }: Change) => {
      const reverter = reverters.get(collection)
      if (!reverter) throw new NotFound('collection', collection)
      return reverter
    }
    for (const change of await batchOf(database.kysely, await find(database.kysely, id)))
      await reverterOf(change).prepare?.(change)
    return journaled(database, async (trx, record) => {
      const undone: number[] = []
      for (const change of await batchOf(trx, await find(trx, id))) {
        const { collection, entry } = change
        const states = await reverterOf(change).revert(trx, change)
        undone.push(await record({ by, action: 'undo', collection, entry, ...states, undoes: change.id }))
      }
      return { ...(await find(trx, undone[0] ?? id)), size: undone.length }
    })
  },
})

export type Journal = ReturnType<typeof createJournal>

/** Bounds how long a save waits for one transaction. */
const batchSize = 500

/** The next cleanup continues. */
const mostBatches = 100

const yearsBefore = (now: number, years: number) => {
  const limit = new Date(now)
  limit.setUTCFullYear(limit.getUTCFullYear() - years)
  return limit.toISOString()
}

const deleteBatch = async (trx: Trx, limit: string, size: number): Promise<number> => {
  const oldest = await trx
    .selectFrom('changes')
    .select(['id', 'at'])
    .orderBy('id')
    .limit(size + 1)
    .execute()
  // The newest change is the content's version and stays.
  const rows = oldest.slice(0, Math.min(size, oldest.length - 1))
  // Only up to the first newer one: no gaps where a clock was set back.
  const kept = rows.findIndex(({ at }) => at >= limit)
  const old = kept < 0 ? rows : rows.slice(0, kept)
  const last = old.at(-1)?.id
  if (last === undefined) return 0
  await trx.updateTable('changes').set({ undoes: null }).where('undoes', '<=', last).where('id', '>', last).execute()
  await trx.deleteFrom('changes').where('id', '<=', last).execute()
  return old.length
}

/**
 * Deletes changes older than so many years, oldest first; with 0 none. Each remaining change holds both of its
 * states, so it can be undone as before. Resolves to the number of deleted changes.
 */
export const cleanUpJournal = async (
  database: Database,
  historyYears: number,
  now: number = Date.now(),
  size = batchSize,
): Promise<number> => {
  if (historyYears === 0) return 0
  const limit = yearsBefore(now, historyYears)
  let deleted = 0
  for (let batch = 0; batch < mostBatches; batch += 1) {
    // Waits for its turn among changes; announces nothing, since no page changes.
    const count = await database.change((trx) => deleteBatch(trx, limit, size))
    deleted += count
    if (count < size) break
  }
  return deleted
}

type NamesOf = (ids: readonly string[]) => Promise<Map<string, string>>

export const changesApi = (journal: Journal, publisher: Shown, namesOf: NamesOf) => {
  const named = async (changes: readonly (Change & { size: number })[]): Promise<NamedChange[]> => {
    const names = await namesOf([...new Set(changes.map(({ by }) => by))])
    return changes.map((change) => ({ ...change, byName: names.get(change.by) ?? null }))
  }

  return endpoints(changeCalls(), {
    'GET /api/changes': [
      'Lists changes, newest first',
      async ({ query }) => {
        const { changes, next } = await journal.list(query)
        return { changes: await named(changes), next }
      },
    ],
    'GET /api/change-authors': [
      'Everybody who made a change, for filtering',
      async () => {
        const authors = await journal.authors()
        const names = await namesOf(authors)
        return { authors: authors.map((by) => ({ by, name: names.get(by) ?? null })) }
      },
    ],
    'POST /api/changes/:id/undo': [
      'Makes the inverse change',
      { status: 201, others: ['Gone'] },
      async ({ id, based }) => {
        if (!/^\d{1,15}$/.test(id)) throw new NotFound('change', id)
        const change = await journal.undo(Number(id), based)
        await publisher.shown()
        return (await named([change]))[0] as NamedChange
      },
    ],
  })
}
