import type { MailState } from './delivery.ts'

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
