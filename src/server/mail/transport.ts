import type { TransportKind } from '../../model/inbox/mail-services.ts'

interface Mailbox {
  name: string
  address: string
}

/** An email, ready to be sent. Names and texts are not encoded yet: the transport does that. */
export interface Email {
  /** With its angle brackets; the same on every try. */
  mailId: string
  /** The sender's name, unless the transport is configured with another. */
  from: string
  to: Mailbox
  replyTo: Mailbox | undefined
  subject: string
  text: string
  html: string
  /** The Message-ID of the email that it follows in the recipient's mailbox. */
  inReplyTo: string | undefined
  /** `Auto-Submitted` of RFC 3834; undefined for a person's own words. */
  automatic: 'auto-generated' | 'auto-replied' | undefined
  /** The contact form's fields, for a service that fills in a template of its own. */
  form: { user_name: string; user_email: string; message: string }
}

/** Outcome of an attempt, with the server's answer. */
export interface Outcome {
  /** `refused`: for good. `later`: not accepted, try again. `unknown`: sent, but the connection broke before the answer. */
  result: 'sent' | 'refused' | 'later' | 'unknown'
  answer: string
  /** Delay that the server asks for. */
  retryAfterMs?: number
}

/** Transport for outgoing email. */
export interface Transport {
  readonly kind: TransportKind
  /** The address that emails come from, where we know it. */
  readonly sender?: string
  /** Tries once and never throws; `beforeSend` is awaited before the first byte of the email leaves. When it rejects, none does. */
  send(email: Email, beforeSend: () => Promise<void>): Promise<Outcome>
  /** Closes idle connections. */
  close(): void
}

// Nothing that a mail program could take for a second address.
const bareAddress = /^[^\s<>()[\]\\,;:"@\u0000-\u001f\u007f]+@[^\s<>()[\]\\,;:"@\u0000-\u001f\u007f]+$/

export const isEmailAddress = (text: string): boolean => text.length <= 320 && bareAddress.test(text)

/** Parses `mira@example.com`, or `Mira <mira@example.com>`. */
export const mailboxOf = (text: string): Mailbox => {
  const [, name = '', address = text] = /^([^<]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() }
}
