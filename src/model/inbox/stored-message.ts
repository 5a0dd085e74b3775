import type { Delivery } from './delivery.ts'
import type { MessageInput } from './message.ts'
import type { SpamReason } from './spam-rules.ts'

/** Status of a message in the inbox. */
export const messageStatuses = ['new', 'read', 'replied', 'archived', 'spam'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** The owner's label, from which the spam filter learns. `wanted` is shown as "not spam". */
export const messageLabels = ['spam', 'wanted'] as const
export type MessageLabel = (typeof messageLabels)[number]

/** Days that a deleted message can be restored. */
export const trashDays = 30

/** A reply that the owner sent from the inbox. */
export interface MessageReply {
  /** Id of its delivery. */
  id: string
  text: string
  createdAt: string
}

/** A message as the owner sees it. */
export interface StoredMessage extends MessageInput {
  id: string
  status: MessageStatus
  /** Reasons for and against spam when it arrived, heaviest first. */
  spamReasons: SpamReason[]
  /** Their sum, in points. */
  spamScore: number
  verdict: MessageLabel | null
  /** The owner's note, never sent. */
  note: string
  /** A day, YYYY-MM-DD. */
  followUp: string | null
  version: number
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/** A message with its emails and replies, oldest first. */
export interface InboxMessage extends StoredMessage {
  deliveries: Delivery[]
  replies: MessageReply[]
}
