import type { Selectable } from 'kysely'
import { Gone, Invalid, NotFound } from '../../model/errors.ts'
import type { Change } from '../../model/journal/change.ts'
import type { Database, Reader } from '../db/database.ts'
import { readPage } from '../db/paging.ts'
import type { ChangesTable } from '../db/tables.ts'
import { journaled } from './record-change.ts'
import type { Reverters } from './revert.ts'

export interface ChangeListOptions {
  collection?: string | undefined
  entry?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

export const contentVersion = async (reader: Reader): Promise<number> => {
  const { version } = await reader
    .selectFrom('changes')
    .select(({ fn }) => fn.max('id').as('version'))
    .executeTakeFirstOrThrow()
  return version ?? 0
}

const changeOf = ({ actor, before, after, ...row }: Selectable<ChangesTable>): Change => ({
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
  list: async ({ collection, entry, cursor, limit }: ChangeListOptions = {}) => {
    let query = database.kysely.selectFrom('changes').selectAll()
    if (collection !== undefined) query = query.where('collection', '=', collection)
    if (entry !== undefined) query = query.where('entry', '=', entry)
    if (cursor !== undefined) {
      if (!/^\d{1,15}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
      query = query.where('id', '<', Number(cursor))
    }
    const { items, next } = await readPage(query.orderBy('id', 'desc'), limit, (row) => String(row.id))
    return { changes: items.map(changeOf), next }
  },

  /**
   * Makes the inverse change, of all changes of its batch together, and returns its row or the first of its rows; undoing that is the
   * redo. Fields that changed elsewhere since stay. Throws `NotFound`, `Gone` after a deletion for good, `StaleVersion` when the same field changed again, and `Invalid`
   * when a slug is taken.
   */
  undo: async (id: number, { by }: { by: string }): Promise<Change> => {
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
      return find(trx, undone[0] ?? id)
    })
  },
})

export type Journal = ReturnType<typeof createJournal>
