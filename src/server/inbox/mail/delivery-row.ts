import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { Invalid } from '../../../model/errors.ts'
import type { Delivery, DeliveryKind, DeliveryState } from '../../../model/inbox/delivery.ts'
import type { Reader, Trx } from '../../db/database.ts'
import type { DeliveriesTable } from '../../db/tables.ts'
import { isEmailAddress } from './mailbox.ts'

export type DeliveryRow = Selectable<DeliveriesTable>

/** An email to be sent. Addresses are bare; names are added when it is sent. */
export interface NewDelivery {
  /** The message it belongs to. Erased with it. */
  message: string | null
  kind: DeliveryKind
  recipient: string
  replyTo?: string | undefined
  subject: string
  /** Plain text. The HTML is made from it: paragraphs, and quotes in lines that begin with `> `. */
  text: string
  /** The Message-ID of what it answers. Replies follow the last e-mail to the visitor by themselves. */
  inReplyTo?: string | undefined
}

/** Columns that `deliveryOf` reads: not the text, which may be long. */
export const deliveryColumns = [
  ...(['id', 'message', 'kind', 'recipient', 'state', 'tries', 'unsure', 'due_at'] as const),
  ...(['sent_at', 'answer', 'leased_until'] as const),
]
type DeliveryColumns = Pick<DeliveryRow, (typeof deliveryColumns)[number]>

// During an attempt the row already has the state that holds if this process dies: outcome unknown, due again later.
const stateOf = ({ state, leased_until }: DeliveryColumns): DeliveryState =>
  state === 'queued' && leased_until !== null && Date.parse(leased_until) > Date.now()
    ? 'sending'
    : (state as DeliveryState)

export const deliveryOf = (row: DeliveryColumns): Delivery => ({
  id: row.id,
  message: row.message,
  kind: row.kind as DeliveryKind,
  recipient: row.recipient,
  state: stateOf(row),
  tries: row.tries,
  unsure: row.unsure,
  dueAt: row.due_at,
  sentAt: row.sent_at,
  answer: row.answer,
})

/** The Message-ID of the last e-mail to the visitor about this message: what a reply follows in their mailbox. */
const lastToVisitor = async (reader: Reader, message: string): Promise<string | undefined> => {
  const row = await reader
    .selectFrom('deliveries')
    .select('mail_id')
    .where('message', '=', message)
    .where('kind', 'in', ['acknowledgement', 'reply'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.mail_id
}

// Everything that mail programs read as a line end, and invisible characters.
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim()

/** Stores an email in the caller's transaction. Throws `Invalid` for a malformed address. */
export const insertDelivery = async (
  trx: Trx,
  delivery: NewDelivery,
  { host, now, state }: { host: string; now: string; state: 'queued' | 'waiting' },
): Promise<DeliveryRow> => {
  const { message, kind, recipient, replyTo, subject, text } = delivery
  if (!isEmailAddress(recipient)) throw new Invalid({ recipient: 'That is no e-mail address.' })
  if (replyTo !== undefined && !isEmailAddress(replyTo)) throw new Invalid({ replyTo: 'That is no e-mail address.' })
  const id = uuid()
  const follows = delivery.inReplyTo ?? (kind === 'reply' && message ? await lastToVisitor(trx, message) : undefined)
  return trx
    .insertInto('deliveries')
    .values({
      id,
      message,
      kind,
      recipient,
      reply_to: replyTo ?? null,
      subject: oneLine(subject),
      text,
      mail_id: `<${id}@${host}>`,
      in_reply_to: follows ?? null,
      state,
      due_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
