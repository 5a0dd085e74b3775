import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { Invalid, NotFound } from '../model/errors.ts'
import { type MessageInput, messageSchema } from '../model/message.ts'
import { parse } from '../model/parse.ts'
import { type MessageStatus, messageStatuses, type StoredMessage } from '../model/stored-message.ts'
import type { Database } from './db/database.ts'
import type { MessagesTable } from './db/tables.ts'
import { pageOf, pageSize } from './paging.ts'

export interface MessageOrigin {
  /** The sender's own name for this sending, at most 200 characters; the same one is never stored twice, nor for two messages. */
  idempotencyKey?: string | undefined
  /** The client's network address. */
  address?: string | undefined
  /** Why it looks like spam; such a message is kept apart. */
  spamReasons?: string[] | undefined
}

/** The inbox. */
export interface Messages {
  /** Stores a message; on the disk when it resolves. Throws `Invalid` with a sentence for each field. */
  create(input: MessageInput, origin?: MessageOrigin): Promise<{ id: string }>
  /** Newest first. Throws `Invalid` for a cursor that is none. */
  list(options?: {
    status?: MessageStatus | undefined
    cursor?: string | undefined
    limit?: number | undefined
  }): Promise<{ messages: StoredMessage[]; next: string | null }>
  /** Throws `NotFound`. */
  update(id: string, change: { status: MessageStatus }): Promise<StoredMessage>
  /** Deletes it for good. Throws `NotFound`. */
  remove(id: string): Promise<void>
}

const messageFields = ['user_name', 'user_email', 'message'] as const satisfies (keyof MessageInput)[]

const messageOf = (row: Selectable<MessagesTable>): StoredMessage => ({
  id: row.id,
  user_name: row.user_name,
  user_email: row.user_email,
  message: row.message,
  status: row.status as MessageStatus,
  spamReasons: JSON.parse(row.spam_reasons),
  createdAt: row.created_at,
})

export const createMessages = ({ kysely }: Database): Messages => ({
  create: async (input, { idempotencyKey, address, spamReasons = [] } = {}) => {
    const message = parse(messageSchema, input)
    if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > 200)) {
      throw new Invalid({ 'Idempotency-Key': 'Use 1 to 200 characters.' })
    }
    const now = new Date().toISOString()
    const id = uuid()
    const { numInsertedOrUpdatedRows } = await kysely
      .insertInto('messages')
      .values({
        id,
        ...message,
        status: spamReasons.length > 0 ? 'spam' : 'new',
        spam_reasons: JSON.stringify(spamReasons),
        idempotency_key: idempotencyKey ?? null,
        address: address ?? null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .executeTakeFirst()
    if (idempotencyKey === undefined || numInsertedOrUpdatedRows === 1n) return { id }
    const { id: known, ...stored } = await kysely
      .selectFrom('messages')
      .select(['id', 'user_name', 'user_email', 'message'])
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirstOrThrow()
    // Answering as if it were stored would lose it.
    if (messageFields.some((field) => stored[field] !== message[field])) {
      throw new Invalid({}, 'This Idempotency-Key belongs to another message. Send this one with a key of its own.')
    }
    return { id: known }
  },

  list: async ({ status, cursor, limit } = {}) => {
    const size = pageSize(limit)
    let query = kysely.selectFrom('messages').selectAll()
    if (status !== undefined) query = query.where('status', '=', status)
    if (cursor !== undefined) {
      if (!/^[0-9a-f-]{36}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
      query = query.where('id', '<', cursor)
    }
    // Ids grow with time.
    const rows = await query
      .orderBy('id', 'desc')
      .limit(size + 1)
      .execute()
    const { items, next } = pageOf(rows, size, (row) => row.id)
    return { messages: items.map(messageOf), next }
  },

  update: async (id, { status }) => {
    if (!messageStatuses.includes(status)) throw new Invalid({ status: `Choose ${messageStatuses.join(', ')}.` })
    const row = await kysely
      .updateTable('messages')
      .set({ status, updated_at: new Date().toISOString() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new NotFound('message', id)
    return messageOf(row)
  },

  remove: async (id) => {
    const { numDeletedRows } = await kysely.deleteFrom('messages').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) throw new NotFound('message', id)
  },
})
