import type { MessageInput } from './message.ts'
import type { SpamReason } from './spam-rules.ts'

/** Where a message is in the inbox. */
export const messageStatuses = ['new', 'read', 'spam'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** A message as the owner finds it in the inbox. */
export interface StoredMessage extends MessageInput {
  id: string
  status: MessageStatus
  /** What spoke for and against it when it came, the heaviest first. */
  spamReasons: SpamReason[]
  /** What that came to, in points. */
  spamScore: number
  createdAt: string
}
