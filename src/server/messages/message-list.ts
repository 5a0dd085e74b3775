import { Invalid } from '../../model/errors.ts'
import type { MessageStatus, StoredMessage } from '../../model/stored-message.ts'
import type { Reader } from '../db/database.ts'
import { pageOf, pageSize } from '../paging.ts'
import { messageOf } from './message-row.ts'

export interface MessageListOptions {
  status?: MessageStatus | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

export interface MessagePage {
  messages: StoredMessage[]
  next: string | null
}

/** Newest first. Throws `Invalid` for a cursor that is none. */
export const listMessages = async (
  reader: Reader,
  { status, cursor, limit }: MessageListOptions,
): Promise<MessagePage> => {
  const size = pageSize(limit)
  let query = reader.selectFrom('messages').selectAll()
  if (status !== undefined) query = query.where('status', '=', status)
  if (cursor !== undefined) {
    if (!/^[0-9a-f-]{36}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
    query = query.where('id', '<', cursor)
  }
  // Ids grow with time.
  const rows = await query
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute()
  const { items, next } = pageOf(rows, size, (row) => row.id)
  return { messages: items.map(messageOf), next }
}
