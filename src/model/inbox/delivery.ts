/** What an e-mail is for: told to the owner (`notice`, `digest`), or written to the visitor (`acknowledgement`, `reply`). */
export const deliveryKinds = ['notice', 'digest', 'acknowledgement', 'reply'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/** `waiting`: for the daily digest. `sending`: in hand just now. `failed`: for good, until the owner has it sent again. */
export const deliveryStates = ['waiting', 'queued', 'sending', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** One e-mail of the outbox, as the owner sees it. Times are ISO 8601. */
export interface Delivery {
  id: string
  /** The message it belongs to; a digest belongs to none. */
  message: string | null
  kind: DeliveryKind
  recipient: string
  state: DeliveryState
  tries: number
  /** Tries whose end nobody knows. Above 0 it may have arrived already, or twice. */
  unsure: number
  /** When it is tried next, while it is queued. */
  dueAt: string
  sentAt: string | null
  /** What the mail server said last, in its words. */
  answer: string | null
}

/** Which way e-mail goes out; null: nowhere, and messages stay in the inbox. */
export type TransportKind = 'smtp' | 'emailjs'

/** Whether and how e-mail goes out. */
export interface MailState {
  transport: TransportKind | null
  /** What is missing before it can, a sentence each. */
  missing: string[]
  /** Who is told of messages; null while nobody is. */
  recipient: string | null
  /** Whether e-mail can be written to visitors: replies and acknowledgements. EmailJS writes to its account’s owner only. */
  answers: boolean
  /** E-mails that are on their way, and those that have failed for good. */
  queued: number
  failed: number
  /** What the mail server said last of one that is still not sent; null while nothing is wrong. */
  trouble: { answer: string; at: string } | null
}
