import type { MailState } from './delivery.ts'
import type { InboxMessage } from './stored-message.ts'

/** The inbox's lists: what is to be done, and where the rest has gone. */
export const inboxViews = ['inbox', 'unread', 'due', 'failed', 'archived', 'spam', 'trash', 'all'] as const
export type InboxView = (typeof inboxViews)[number]

/** How many messages wait, for the sidebar and the filters. */
export interface InboxCounts {
  unread: number
  /** Whose follow-up day is today or past. */
  due: number
  /** With an e-mail that was given up. */
  failed: number
  spam: number
  trash: number
}

/** The inbox as a whole. */
export interface InboxState {
  counts: InboxCounts
  mail: MailState
}

/** Whether a message stands in a view, as the server’s query has it: for lists that do not wait for it. `today` is YYYY-MM-DD. */
export const inView = (view: InboxView, message: InboxMessage, today: string): boolean => {
  const { status, deletedAt, followUp, deliveries } = message
  if ((deletedAt !== null) !== (view === 'trash')) return false
  const active = status !== 'archived' && status !== 'spam'
  switch (view) {
    case 'inbox':
      return active
    case 'unread':
      return status === 'new'
    case 'due':
      return followUp !== null && followUp <= today && status !== 'spam'
    case 'failed':
      return active && deliveries.some(({ state }) => state === 'failed')
    case 'archived':
    case 'spam':
      return status === view
    case 'trash':
    case 'all':
      return true
  }
}
