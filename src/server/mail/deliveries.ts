import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { Invalid } from '../../model/errors.ts'
import type { Delivery, DeliveryKind, DeliveryState } from '../../model/inbox/delivery.ts'
import type { Reader, Trx } from '../db/database.ts'
import type { DeliveriesTable } from '../db/tables.ts'
import { isEmailAddress } from './transport.ts'

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
}

/** Columns of a delivery as the owner sees it: not the text, which may be long. */
const deliveryColumns = [
  ...(['id', 'message', 'kind', 'recipient', 'state', 'tries', 'unknown_outcomes', 'due_at'] as const),
  ...(['sent_at', 'answer', 'leased_until', 'mail_id', 'in_reply_to'] as const),
]

const deliveryOf = (row: Pick<DeliveryRow, (typeof deliveryColumns)[number]>): Delivery => {
  // During an attempt the row already has the state that holds if this process dies.
  const isSending = row.state === 'queued' && row.leased_until !== null && Date.parse(row.leased_until) > Date.now()
  return {
    id: row.id,
    message: row.message,
    kind: row.kind as DeliveryKind,
    recipient: row.recipient,
    state: isSending ? 'sending' : (row.state as DeliveryState),
    tries: row.tries,
    unknownOutcomes: row.unknown_outcomes,
    dueAt: row.due_at,
    sentAt: row.sent_at,
    answer: row.answer,
  }
}

/** The emails of these messages by message id, oldest first. An email that went into a digest shows the digest's state. */
export const deliveriesOf = async (reader: Reader, messages: readonly string[]): Promise<Map<string, Delivery[]>> => {
  const found = new Map<string, Delivery[]>(messages.map((id) => [id, []]))
  if (messages.length === 0) return found
  const query = reader.selectFrom('deliveries').select(deliveryColumns)
  const rows = await query.where('message', 'in', messages).orderBy('id').execute()
  const digestIds = rows.flatMap((row) => (row.state === 'gathered' && row.in_reply_to ? [row.in_reply_to] : []))
  const digestRows = digestIds.length === 0 ? [] : await query.where('mail_id', 'in', [...new Set(digestIds)]).execute()
  const digests = new Map(digestRows.map((row) => [row.mail_id, row]))
  for (const row of rows) {
    const digest = row.state === 'gathered' ? digests.get(row.in_reply_to ?? '') : undefined
    found.get(row.message ?? '')?.push({ ...deliveryOf(digest ?? row), message: row.message })
  }
  return found
}

/** The Message-ID of the last email to the visitor about this message: a reply follows it in their mailbox. */
const lastToVisitor = async (reader: Reader, message: string): Promise<string | null> => {
  const row = await reader
    .selectFrom('deliveries')
    .select('mail_id')
    .where('message', '=', message)
    .where('kind', 'in', ['acknowledgement', 'reply'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.mail_id ?? null
}

// Line ends of every kind, and invisible characters.
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim()

/** Stores an email in the caller's transaction. Throws `Invalid` for a malformed address. */
export const insertDelivery = async (
  trx: Trx,
  { message, kind, recipient, replyTo, subject, text }: NewDelivery,
  { host, now, state }: { host: string; now: string; state: 'queued' | 'waiting' },
): Promise<DeliveryRow> => {
  if (!isEmailAddress(recipient)) throw new Invalid({ recipient: 'That is no email address.' })
  if (replyTo !== undefined && !isEmailAddress(replyTo)) throw new Invalid({ replyTo: 'That is no email address.' })
  const id = uuid()
  return trx
    .insertInto('deliveries')
    .values({
      ...{ id, message, kind, recipient, text, state },
      reply_to: replyTo ?? null,
      subject: oneLine(subject),
      mail_id: `<${id}@${host}>`,
      in_reply_to: kind === 'reply' && message ? await lastToVisitor(trx, message) : null,
      ...{ due_at: now, created_at: now, updated_at: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Gives the notice of a message another text while it waits to be sent: `rewritten`. `left` when it was sent, or may have been; `none` when
 * there is none.
 */
export const rewriteNotice = async (
  trx: Trx,
  message: string,
  text: string,
): Promise<'rewritten' | 'left' | 'none'> => {
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set({ text })
    .where('message', '=', message)
    .where('kind', '=', 'notice')
    .where('state', 'in', ['waiting', 'queued', 'failed'])
    .where('leased_by', 'is', null)
    .where('unknown_outcomes', '=', 0)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return 'rewritten'
  const left = await trx
    .selectFrom('deliveries')
    .select('id')
    .where('message', '=', message)
    .where('kind', '=', 'notice')
    .executeTakeFirst()
  return left ? 'left' : 'none'
}

/** Queues failed and waiting emails of one message again, or all that failed. Their Message-IDs stay. */
export const requeue = async (trx: Trx, now: string, message?: string): Promise<number> => {
  const reset = trx
    .updateTable('deliveries')
    .set({ state: 'queued', tries: 0, unknown_outcomes: 0, due_at: now, created_at: now, updated_at: now })
  const count = async (query: typeof reset) => Number((await query.executeTakeFirst()).numUpdatedRows)
  if (message === undefined) return count(reset.where('state', '=', 'failed'))
  const ofMessage = reset.where('message', '=', message)
  const unsent = await count(ofMessage.where('state', 'in', ['queued', 'failed']).where('leased_by', 'is', null))
  if (unsent > 0) return unsent
  // Sent according to the server, but the owner did not get it: the owner is right.
  return count(ofMessage.where('kind', '=', 'notice').where('state', 'in', ['sent', 'waiting', 'gathered']))
}

/** Makes queued emails due, except those that may have arrived already and those that are being sent. */
export const hasten = async (reader: Reader, now: string): Promise<void> => {
  await reader
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('state', '=', 'queued')
    .where('unknown_outcomes', '=', 0)
    .where('leased_by', 'is', null)
    .where('due_at', '>', now)
    .execute()
}

/** Deletes emails with links that were sent or given up a day ago; returns their number. */
export const deleteLinkEmails = async (reader: Reader, kinds: readonly string[], before: string): Promise<number> => {
  const { numDeletedRows } = await reader
    .deleteFrom('deliveries')
    .where('kind', 'in', kinds)
    .where('state', 'in', ['sent', 'failed'])
    .where('updated_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
