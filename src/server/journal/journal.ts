import type { Selectable } from 'kysely'
import { Invalid, NotFound } from '../../model/errors.ts'
import type { Change } from '../../model/journal/change.ts'
import { revertEntry } from '../content/revert-entry.ts'
import { revertOrder } from '../content/revert-order.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import { pageOf, pageSize } from '../db/paging.ts'
import type { ChangesTable } from '../db/tables.ts'
import { revertSpamRules } from '../inbox/spam/revert-spam-rules.ts'
import type { MediaItemState } from '../media/media-item-state.ts'
import { revertMediaItem } from '../media/revert-media-item.ts'
import { revertSettings } from '../settings/revert-settings.ts'
import type { Reverted } from './revert.ts'

export interface ChangeListOptions {
  collection?: string | undefined
  entry?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** Every change of content, with what was before and after it. */
export interface Journal {
  /** Newest first. Throws `Invalid` for a cursor that is none. */
  list(options?: ChangeListOptions): Promise<{ changes: Change[]; next: string | null }>
  /**
   * Makes the inverse change and returns its row; undoing that one is redoing. What was changed elsewhere since stays;
   * throws `StaleVersion` when the very same was changed again, `NotFound`, and `Invalid` when an address is taken by now.
   */
  undo(id: number, options: { by: string }): Promise<Change>
}

/** The content's version: equal version, equal content. */
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

// The states were written by the undoer's own module, as it expects them.
const revert = (trx: Trx, change: Change): Promise<Reverted> => {
  const undoing = change as never
  if (change.collection === 'settings') return revertSettings(trx, undoing)
  if (change.collection === 'spam-rules') return revertSpamRules(trx, undoing)
  if (change.collection === 'media') return revertMediaItem(trx, undoing)
  return change.entry === null ? revertOrder(trx, undoing) : revertEntry(trx, undoing)
}

/** What an undo needs before it begins: that an image's rendition, long shown nowhere, is there again. */
export type Regenerate = (rendition: string) => Promise<void>

const regenerateImage = async ({ collection, before }: Change, revive: Regenerate): Promise<void> => {
  const state = collection === 'media' ? (before as MediaItemState | null) : null
  if (state?.deleted_at === null) await revive(state.rendition)
}

export const createJournal = (database: Database, revive: Regenerate = async () => {}): Journal => ({
  list: async ({ collection, entry, cursor, limit } = {}) => {
    const size = pageSize(limit)
    let query = database.kysely.selectFrom('changes').selectAll()
    if (collection !== undefined) query = query.where('collection', '=', collection)
    if (entry !== undefined) query = query.where('entry', '=', entry)
    if (cursor !== undefined) {
      if (!/^\d{1,15}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
      query = query.where('id', '<', Number(cursor))
    }
    const rows = await query
      .orderBy('id', 'desc')
      .limit(size + 1)
      .execute()
    const { items, next } = pageOf(rows, size, (row) => String(row.id))
    return { changes: items.map(changeOf), next }
  },

  undo: async (id, { by }) => {
    if (!Number.isSafeInteger(id)) throw new NotFound('change', String(id))
    await regenerateImage(await find(database.kysely, id), revive)
    return database.change(async (trx, record) => {
      const change = await find(trx, id)
      const { collection, entry } = change
      const done = await revert(trx, change)
      return find(trx, await record({ by, action: 'undo', collection, entry, ...done, undoes: id }))
    })
  },
})
