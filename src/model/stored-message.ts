import type { MessageInput } from './message.ts'

/** Where a message is in the inbox. */
export const messageStatuses = ['new', 'read', 'spam'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** A message as the owner finds it in the inbox. */
export interface StoredMessage extends MessageInput {
  id: string
  status: MessageStatus
  /** Why it was taken for spam; empty for what was not. */
  spamReasons: string[]
  createdAt: string
}
