import type { Delivery } from './delivery.ts'
import type { MessageInput } from './message.ts'
import type { SpamReason } from './spam-rules.ts'

/** Where a message is in the inbox. */
export const messageStatuses = ['new', 'read', 'replied', 'archived', 'spam'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** What the owner said of a message, and what the spam filter learns from. */
export const messageLabels = ['spam', 'wanted'] as const
export type MessageLabel = (typeof messageLabels)[number]

/** How long a deleted message can be taken back, in days. */
export const trashDays = 30

/** What the owner answered, from the inbox. */
export interface MessageReply {
  /** That of its delivery. */
  id: string
  text: string
  createdAt: string
}

/** A message as the owner finds it in the inbox. */
export interface StoredMessage extends MessageInput {
  id: string
  status: MessageStatus
  /** What spoke for and against it when it came, the heaviest first. */
  spamReasons: SpamReason[]
  /** What that came to, in points. */
  spamScore: number
  verdict: MessageLabel | null
  /** The owner's own, never sent. */
  note: string
  /** A day, YYYY-MM-DD. */
  followUp: string | null
  version: number
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/** A message with everything that was sent because of it, oldest first. */
export interface InboxMessage extends StoredMessage {
  deliveries: Delivery[]
  replies: MessageReply[]
}
