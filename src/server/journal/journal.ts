import type { Selectable } from 'kysely'
import { Gone, NotFound } from '../../model/errors.ts'
import type { Change } from '../../model/journal/change.ts'
import type { Database, Reader } from '../db/database.ts'
import type { ChangesTable } from '../db/tables.ts'
import { type ChangeListOptions, listChangeRows } from './change-list.ts'
import { journaled } from './record-change.ts'
import type { Reverters } from './revert.ts'

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
