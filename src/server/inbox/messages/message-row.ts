import type { Selectable } from 'kysely'
import type { MessageInput } from '../../../model/inbox/message.ts'
import { readSignals, spamReasons } from '../../../model/inbox/spam-rules.ts'
import type { MessageLabel, MessageStatus, StoredMessage } from '../../../model/inbox/stored-message.ts'
import { folded } from '../../db/search-text.ts'
import type { MessagesTable } from '../../db/tables.ts'

export type MessageRow = Selectable<MessagesTable>

/** Columns of a message as the owner sees it. The search text is as long as the message and is left out. */
export const messageColumns = [
  ...(['id', 'user_name', 'user_email', 'message', 'status', 'spam_reasons', 'spam_score', 'label', 'note'] as const),
  ...(['follow_up', 'version', 'created_at', 'updated_at', 'deleted_at'] as const),
]
export type ListedRow = Pick<MessageRow, (typeof messageColumns)[number]>

/** Folded text that a search reads: the message, its sender, the owner's note and replies. */
export const messageSearchText = (
  { user_name, user_email, message, note = '' }: MessageInput & { note?: string },
  replies: readonly string[] = [],
): string => folded([user_name, user_email, message, note, ...replies].join('\n'))

/** The row as the owner sees it. */
export const messageOf = (row: ListedRow): StoredMessage => ({
  id: row.id,
  user_name: row.user_name,
  user_email: row.user_email,
  message: row.message,
  status: row.status as MessageStatus,
  spamReasons: spamReasons(readSignals(row.spam_reasons)),
  spamScore: row.spam_score,
  label: row.label as MessageLabel | null,
  note: row.note,
  followUp: row.follow_up,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
})
