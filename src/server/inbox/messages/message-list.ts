import { sql } from 'kysely'
import { Invalid } from '../../../model/errors.ts'
import type { InboxView, MessageStatus } from '../../../model/inbox/stored-message.ts'
import type { Reader } from '../../db/database.ts'
import { pageOf, pageSize } from '../../db/paging.ts'
import { folded, likePattern } from '../../db/search-text.ts'
import { inView, unindexedStatus } from './in-view.ts'
import { type ListedRow, messageColumns } from './message-row.ts'

export interface MessageFilter {
  status?: MessageStatus | undefined
  /** By default everything outside the trash. */
  view?: InboxView | undefined
  /** Search terms, all of which must be in the search text: name, email, message, note or replies. */
  q?: string | undefined
  /** The sender's email address. */
  from?: string | undefined
  /** The owner's day, YYYY-MM-DD, for the view `due`. */
  today?: string | undefined
}

export interface MessageListOptions extends MessageFilter {
  cursor?: string | undefined
  limit?: number | undefined
}

/** Today in UTC, for callers that do not give the owner's day. */
export const todayInUtc = (): string => new Date().toISOString().slice(0, 10)

/** Query of the messages that pass a filter, newest first. */
const filtered = (reader: Reader, { status, view = 'all', q = '', from, today = todayInUtc() }: MessageFilter) => {
  const terms = folded(q).split(/\s+/).filter(Boolean)
  const isSearch = terms.length > 0
  let query = reader.selectFrom('messages').where(inView(view, today, isSearch))
  if (status !== undefined) query = query.where(isSearch ? unindexedStatus : 'status', '=', status)
  if (from !== undefined) query = query.where(sql<string>`lower(user_email)`, '=', from.trim().toLowerCase())
  for (const term of terms) query = query.where(sql<boolean>`search_text like ${likePattern(term)} escape '\\'`)
  // Ids grow with time.
  return query.orderBy('id', 'desc')
}

/** One page, newest first. `size` instead of `limit`: for exports, whose pages are larger. Throws `Invalid` for a malformed cursor. */
export const listRows = async (
  reader: Reader,
  { cursor, limit, ...filter }: MessageListOptions,
  size = pageSize(limit),
): Promise<{ rows: ListedRow[]; next: string | null }> => {
  let query = filtered(reader, filter)
  if (cursor !== undefined) {
    if (!/^[0-9a-f-]{36}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
    query = query.where('id', '<', cursor)
  }
  const rows = await query
    .select(messageColumns)
    .limit(size + 1)
    .execute()
  const { items, next } = pageOf(rows, size, (row) => row.id)
  return { rows: items, next }
}
