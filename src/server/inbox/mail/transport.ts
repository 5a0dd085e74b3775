import type { TransportKind } from '../../../model/inbox/delivery.ts'

export interface Mailbox {
  name: string
  address: string
}

/** An e-mail, ready to be handed over. Names and texts are text: encoding them is the transport's part. */
export interface Email {
  /** With its angle brackets; the same on every try. */
  mailId: string
  /** The sender's name, unless the transport was told another. */
  from: string
  to: Mailbox
  replyTo: Mailbox | undefined
  subject: string
  text: string
  html: string
  /** The Message-ID of what it follows in the recipient's mailbox. */
  inReplyTo: string | undefined
  /** `Auto-Submitted` of RFC 3834; undefined for what a person wrote. */
  automatic: 'auto-generated' | 'auto-replied' | undefined
  /** The same for a service that fills in a template of its own: the contact form's fields. */
  form: { user_name: string; user_email: string; message: string }
}

/** Outcome of an attempt, with the server's answer. */
export interface Outcome {
  /** `refused`: for good. `later`: not taken, try again. `unknown`: handed over, but nobody said whether it was taken. */
  end: 'sent' | 'refused' | 'later' | 'unknown'
  answer: string
  /** Delay that the server asks for, in ms. */
  wait?: number
}

/** Transport for outgoing email. */
export interface Transport {
  readonly kind: TransportKind
  /** Tries once and never throws; `beforeSend` is awaited before the first byte of the email leaves. When it rejects, none does. */
  send(email: Email, beforeSend: () => Promise<void>): Promise<Outcome>
  /** Closes idle connections. */
  close(): void
}
