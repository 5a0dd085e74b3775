import { NotFound, StaleVersion } from '../../../model/errors.ts'
import {
  type MessageChange,
  type MessageLabel,
  type MessagesChange,
  messageLabels,
  type StoredMessage,
} from '../../../model/inbox/stored-message.ts'
import type { Database, Reader, Trx } from '../../db/database.ts'
import { type MessageRow, messageOf } from './message-row.ts'
import { searchTextOf } from './search-text.ts'

/** Called in the transaction that stores a label, with the message before the change, the new label and the old one. */
export type Learn = (
  trx: Trx,
  message: MessageRow,
  now: MessageLabel | null,
  before: MessageLabel | null,
) => Promise<void>

/** Reads a message. Throws `NotFound`, also for a message in the trash unless `from` is `anywhere`. */
export const rowOf = async (reader: Reader, id: string, from: 'inbox' | 'anywhere' = 'inbox') => {
  const row = await reader.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || (from === 'inbox' && row.deleted_at !== null)) throw new NotFound('message', id)
  return row
}

const labelOf = ({ label }: MessageRow) => label as MessageLabel | null

/** Label after a change: moving to spam, moving out of it, and replying to an unlabelled message set it. */
const labelAfter = (row: MessageRow, { status, label }: Pick<MessageChange, 'status' | 'label'>) => {
  if (label !== undefined) return label
  if (status === undefined || status === row.status) return labelOf(row)
  if (status === 'spam') return 'spam'
  if (row.status === 'spam') return 'wanted'
  return status === 'replied' ? (labelOf(row) ?? 'wanted') : labelOf(row)
}

const write = async (trx: Trx, learn: Learn, row: MessageRow, change: Partial<MessageRow>): Promise<MessageRow> => {
  const keys = Object.keys(change) as (keyof MessageRow)[]
  const changed = { ...row, ...change }
  const searchText = await searchTextOf(trx, changed)
  // Another reply to a replied message changes its search text only. An empty one is filled by the cleanup.
  const isSearchTextChanged = row.search_text !== '' && searchText !== row.search_text
  if (keys.every((key) => change[key] === row[key]) && !isSearchTextChanged) return row
  const written = {
    ...changed,
    search_text: searchText,
    version: row.version + 1,
    updated_at: new Date().toISOString(),
  }
  if (changed.label !== row.label) await learn(trx, row, labelOf(changed), labelOf(row))
  await trx.updateTable('messages').set(written).where('id', '=', row.id).execute()
  return written
}

/** Changes some fields of one message, in a transaction. */
export const changeRow = (trx: Trx, learn: Learn, row: MessageRow, change: MessageChange): Promise<MessageRow> =>
  write(trx, learn, row, {
    status: change.status ?? row.status,
    label: labelAfter(row, change),
    note: change.note ?? row.note,
    follow_up: change.followUp === undefined ? row.follow_up : change.followUp,
  })

/** Changes some fields of one message. Throws `NotFound`, and `StaleVersion` for a version that is no longer stored. */
export const changeMessage = (
  database: Database,
  learn: Learn,
  id: string,
  change: MessageChange,
  version: number | undefined,
): Promise<StoredMessage> =>
  // One after the other, in all processes: the filter's counts must match the labels.
  database.change(async (trx) => {
    const row = await rowOf(trx, id)
    if (version !== undefined && version !== row.version) throw new StaleVersion('message', messageOf(row))
    return messageOf(await changeRow(trx, learn, row, change))
  })

/** Changes many messages. Ignores ids that are gone. Returns the number of messages found. */
export const changeMessages = (
  database: Database,
  learn: Learn,
  { ids, deleted, ...change }: MessagesChange,
): Promise<number> =>
  database.change(async (trx) => {
    let found = 0
    const now = new Date().toISOString()
    const all = [...new Set(ids)]
    // In pieces: a statement has a limited number of parameters.
    for (let start = 0; start < all.length; start += 500) {
      const piece = all.slice(start, start + 500)
      const rows = await trx.selectFrom('messages').selectAll().where('id', 'in', piece).execute()
      // Messages in the trash do not change until they are restored.
      const changeable = rows.filter(({ deleted_at }) => deleted_at === null || deleted === false)
      found += changeable.length
      for (const row of changeable) {
        const label = labelAfter(row, change)
        if (label !== row.label) await learn(trx, row, label, labelOf(row))
      }
      // In one statement: one by one, ten thousand would block all other changes.
      for (const label of [...messageLabels, null]) {
        const alike = changeable.filter((row) => labelAfter(row, change) === label).map(({ id }) => id)
        if (alike.length === 0) continue
        await trx
          .updateTable('messages')
          .set(({ eb }) => ({
            ...(change.status === undefined ? {} : { status: change.status }),
            ...(deleted === undefined ? {} : { deleted_at: deleted ? now : null }),
            ...{ label, version: eb('version', '+', 1), updated_at: now },
          }))
          .where('id', 'in', alike)
          .execute()
      }
    }
    return found
  })

/** Moves a message to the trash or restores it. Throws `NotFound` if it is already there. */
export const moveMessage = (
  database: Database,
  learn: Learn,
  id: string,
  to: 'trash' | 'inbox',
): Promise<StoredMessage> =>
  database.change(async (trx) => {
    const row = await rowOf(trx, id, 'anywhere')
    if ((row.deleted_at === null) !== (to === 'trash')) throw new NotFound('message', id)
    return messageOf(await write(trx, learn, row, { deleted_at: to === 'trash' ? new Date().toISOString() : null }))
  })
