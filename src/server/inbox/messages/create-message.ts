import { v7 as uuid } from 'uuid'
import { Invalid } from '../../../model/errors.ts'
import { parse } from '../../../model/fields/parse.ts'
import { type MessageInput, messageSchema } from '../../../model/inbox/message.ts'
import type { SpamScore } from '../../../model/inbox/spam-rules.ts'
import type { Database, Reader, Trx } from '../../db/database.ts'
import { messageSearchText } from './message-row.ts'

export interface MessageOrigin {
  /** The sender's own name for this sending, at most 200 characters; the same one is never stored twice, nor for two messages. */
  idempotencyKey?: string | undefined
  /** The client's network address. */
  address?: string | undefined
  /** Result of the spam filter. A quarantined message gets the status `spam`. */
  spam?: SpamScore | undefined
}

const messageFields = ['user_name', 'user_email', 'message'] as const satisfies (keyof MessageInput)[]

/**
 * The id under which this very message was stored with this key before, or undefined. Throws `Invalid` when the key is
 * another message's: answering as if this one were stored would lose it.
 */
export const storedBefore = async (
  reader: Reader,
  message: MessageInput,
  idempotencyKey: string | undefined,
): Promise<string | undefined> => {
  if (idempotencyKey === undefined) return undefined
  const known = await reader
    .selectFrom('messages')
    .select(['id', 'user_name', 'user_email', 'message'])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  if (known && messageFields.some((field) => known[field] !== message[field])) {
    throw new Invalid({}, 'This Idempotency-Key belongs to another message. Send this one with another key.')
  }
  return known?.id
}

const insertMessage = async (trx: Trx, message: MessageInput, origin: MessageOrigin) => {
  const { idempotencyKey, address, spam } = origin
  const now = new Date().toISOString()
  const id = uuid()
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('messages')
    .values({
      id,
      ...message,
      status: spam?.isQuarantined ? 'spam' : 'new',
      spam_reasons: JSON.stringify(spam?.signals ?? []),
      spam_score: spam?.score ?? 0,
      search_text: messageSearchText(message),
      idempotency_key: idempotencyKey ?? null,
      address: address ?? null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? id : undefined
}

/** Hooks of the outbox: `announce` in the transaction that stores a message, `poll` after its commit. */
export interface Announcing {
  announce(trx: Trx, message: MessageInput & { id: string }): Promise<void>
  poll(): void
}

/** Stores a message and the emails about it, all or nothing. No email is sent about a quarantined message. */
export const createMessage =
  (database: Database, { announce, poll }: Announcing) =>
  async (input: MessageInput, origin: MessageOrigin = {}): Promise<{ id: string }> => {
    const message = parse(messageSchema, input)
    const { idempotencyKey } = origin
    if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > 200)) {
      throw new Invalid({ 'Idempotency-Key': 'Use 1 to 200 characters.' })
    }
    const id = await database.transaction(async (trx) => {
      const stored = await insertMessage(trx, message, origin)
      if (stored !== undefined && !origin.spam?.isQuarantined) await announce(trx, { id: stored, ...message })
      return stored
    })
    poll()
    const known = id ?? (await storedBefore(database.kysely, message, idempotencyKey))
    if (known === undefined) throw new Error('A message was neither stored now nor before.')
    return { id: known }
  }
