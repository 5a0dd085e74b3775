/** Purpose of an email: to the owner (`notice`, `digest`) or to the visitor (`acknowledgement`, `reply`). */
export const deliveryKinds = ['notice', 'digest', 'acknowledgement', 'reply'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/** `waiting`: for the daily digest. `sending`: an attempt is running. `failed`: for good, until the owner sends it again. */
export const deliveryStates = ['waiting', 'queued', 'sending', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** One email of the outbox, as the owner sees it. Times are ISO 8601. */
export interface Delivery {
  id: string
  /** The message it belongs to; a digest belongs to none. */
  message: string | null
  kind: DeliveryKind
  recipient: string
  state: DeliveryState
  tries: number
  /** Attempts with an unknown outcome. Above 0 the email may have arrived already, or twice. */
  unsure: number
  /** Time of the next attempt, while it is queued. */
  dueAt: string
  sentAt: string | null
  /** The mail server's last answer, word for word. */
  answer: string | null
}

/** Transport of outgoing email; null: none, and messages stay in the inbox. */
export type TransportKind = 'smtp' | 'emailjs'

/** State of outgoing email. */
export interface MailState {
  transport: TransportKind | null
  /** Missing parts of the set-up, a sentence each. */
  missing: string[]
  /** Recipient of notices; null if there is none. */
  recipient: string | null
  /** True if email can be sent to visitors: replies and acknowledgements. EmailJS sends to its account’s owner only. */
  answers: boolean
  /** Number of queued emails, and of those that failed for good. */
  queued: number
  failed: number
  /** The mail server's last answer about an unsent email; null while there is no failure. */
  lastFailure: { answer: string; at: string } | null
}
