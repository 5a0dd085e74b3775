import type { Selectable } from 'kysely'
import { Invalid, NotFound } from '../../model/errors.ts'
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
   * Makes the inverse change and returns its row; undoing that is the redo. Fields that changed elsewhere since stay. Throws
   * `NotFound`, `StaleVersion` when the same field changed again, and `Invalid` when a slug is taken.
   */
  undo: async (id: number, { by }: { by: string }): Promise<Change> => {
    if (!Number.isSafeInteger(id)) throw new NotFound('change', String(id))
    const request = await find(database.kysely, id)
    const reverter = reverters.get(request.collection)
    if (!reverter) throw new NotFound('collection', request.collection)
    await reverter.prepare?.(request)
    return journaled(database, async (trx, record) => {
      const { collection, entry, ...states } = await find(trx, id)
      const done = await reverter.revert(trx, { collection, entry, ...states })
      return find(trx, await record({ by, action: 'undo', collection, entry, ...done, undoes: id }))
    })
  },
})

export type Journal = ReturnType<typeof createJournal>
