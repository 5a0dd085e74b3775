import { type ExpressionBuilder, sql } from 'kysely'
import { Invalid } from '../../../model/errors.ts'
import type { InboxView } from '../../../model/inbox/inbox-view.ts'
import type { MessageStatus } from '../../../model/inbox/stored-message.ts'
import { folded, likePattern } from '../../content/search-text.ts'
import type { Reader } from '../../db/database.ts'
import { pageOf, pageSize } from '../../db/paging.ts'
import type { Tables } from '../../db/tables.ts'
import type { MessageRow } from './message-row.ts'

export interface MessageFilter {
  status?: MessageStatus | undefined
  /** Without one: everything outside the trash. */
  view?: InboxView | undefined
  /** Words that must all be in it: in the name, the address, the message, the note or a reply to it. */
  q?: string | undefined
  /** The address it came from. */
  from?: string | undefined
  /** What day it is for the owner, YYYY-MM-DD; for what is due. */
  today?: string | undefined
}

export interface MessageListOptions extends MessageFilter {
  cursor?: string | undefined
  limit?: number | undefined
}

type Where = ExpressionBuilder<Tables, 'messages'>

/** The day at the server, for who does not say theirs. */
export const todayInUtc = (): string => new Date().toISOString().slice(0, 10)

const isActive = sql<boolean>`status in ('new', 'read', 'replied')`
// To the letter as in the index that has these messages in their order.
const isInInbox = sql<boolean>`(case when deleted_at is null and status in ('new', 'read', 'replied') then 1 end) = 1`
// A search is quickest through the index with all its words; so no other may look better to the database.
const statusUnindexed = sql<string>`status || ''`

const withFailure = ({ eb, selectFrom }: Where) =>
  eb(
    'messages.id',
    'in',
    selectFrom('deliveries')
      .select('deliveries.message')
      .where('deliveries.state', '=', 'failed')
      .where('deliveries.message', 'is not', null),
  )

/** What a view holds, the trash aside. */
export const inView = (view: InboxView, today: string) => (where: Where) => {
  const { eb, and } = where
  switch (view) {
    case 'inbox':
      return isInInbox
    case 'unread':
      return eb('status', '=', 'new')
    case 'due':
      return and([eb('follow_up', '<=', today), eb('status', '!=', 'spam')])
    case 'failed':
      return and([isActive, withFailure(where)])
    case 'archived':
    case 'spam':
      return eb('status', '=', view)
    case 'trash':
    case 'all':
      return and([])
  }
}

const searched = (view: InboxView, today: string) => (where: Where) => {
  switch (view) {
    case 'inbox':
      return isActive
    case 'unread':
      return where.eb(statusUnindexed, '=', 'new')
    case 'archived':
    case 'spam':
      return where.eb(statusUnindexed, '=', view)
    default:
      return inView(view, today)(where)
  }
}

/** The messages that a filter lets through, newest first, as a query to be narrowed further. */
const filtered = (reader: Reader, { status, view = 'all', q = '', from, today = todayInUtc() }: MessageFilter) => {
  const words = folded(q).split(/\s+/).filter(Boolean)
  const isSearch = words.length > 0
  let query = reader
    .selectFrom('messages')
    .where('deleted_at', view === 'trash' ? 'is not' : 'is', null)
    .where(isSearch ? searched(view, today) : inView(view, today))
  if (status !== undefined) query = query.where(isSearch ? statusUnindexed : 'status', '=', status)
  if (from !== undefined) query = query.where(sql<string>`lower(user_email)`, '=', from.trim().toLowerCase())
  for (const word of words) query = query.where(sql<boolean>`words like ${likePattern(word)} escape '\\'`)
  // Ids grow with time.
  return query.orderBy('id', 'desc')
}

/** Newest first. `size` instead of `limit` is for pages that nobody asks for by HTTP. Throws `Invalid` for a cursor that is none. */
export const listRows = async (
  reader: Reader,
  { cursor, limit, ...filter }: MessageListOptions,
  size = pageSize(limit),
): Promise<{ rows: MessageRow[]; next: string | null }> => {
  let query = filtered(reader, filter)
  if (cursor !== undefined) {
    if (!/^[0-9a-f-]{36}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
    query = query.where('id', '<', cursor)
  }
  const rows = await query
    .selectAll()
    .limit(size + 1)
    .execute()
  const { items, next } = pageOf(rows, size, (row) => row.id)
  return { rows: items, next }
}
