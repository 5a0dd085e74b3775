import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { Invalid } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import type { Delivery, MailState } from '../../model/inbox/delivery.ts'
import { type MessageInput, messageSchema } from '../../model/inbox/message.ts'
import type { SpamScore } from '../../model/inbox/spam-rules.ts'
import {
  type ErasedPerson,
  type InboxCounts,
  type InboxMessage,
  type InboxState,
  type InboxView,
  type MessageChange,
  type MessageReply,
  type MessageStatus,
  type MessagesChange,
  messageChangeSchema,
  messagesChangeSchema,
  newReplySchema,
  type PersonalData,
  type StoredMessage,
  trashDays,
  viewRules,
} from '../../model/inbox/stored-message.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import { isFound, pageOf, pageSize, searchWords } from '../db/paging.ts'
import type { Tables } from '../db/tables.ts'
import { excerpt } from '../mail/emails.ts'
import { oneDayMs } from '../process/clock.ts'
import { purgeQuarantine } from './message-limit.ts'
import {
  changeMessage,
  changeMessages,
  changeRow,
  type Learn,
  type ListedRow,
  type MessageRow,
  messageColumns,
  messageOf,
  messageSearchText,
  moveMessage,
  rowOf,
  searchTextOf,
  withoutQuote,
  withQuote,
} from './message-row.ts'
import { erasePerson, findPerson } from './personal-data.ts'

interface MessageOrigin {
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
const storedBefore = async (
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
interface Announcing {
  announce(trx: Trx, message: MessageInput & { id: string }): Promise<void>
  poll(): void
}

/** Stores a message and the emails about it, all or nothing. No email is sent about a quarantined message. */
const createMessage =
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

type Where = ExpressionBuilder<Tables, 'messages'>

// To the character as in the indexes that hold the messages of two views in their order, see the migrations 012 and 014.
const isOpen = sql<SqlBool>`(case when deleted_at is null and status in ('new', 'read', 'replied') then 1 end) = 1`
const hasFollowUp = sql<SqlBool>`(case when deleted_at is null and follow_up is not null and status <> 'spam' then 1 end) = 1`

/** The status as no index knows it: a search must read the index with the search text, and no other may look better. */
const unindexedStatus = sql<string>`status || ''`

const withFailedEmail = ({ eb, selectFrom }: Where) =>
  eb(
    'messages.id',
    'in',
    selectFrom('deliveries')
      .select('deliveries.message')
      .where('deliveries.state', '=', 'failed')
      .where('deliveries.message', 'is not', null),
  )

/** Condition for the messages of a view. `today` is YYYY-MM-DD. */
const inView = (view: InboxView, today: string, isSearch: boolean) => (where: Where) => {
  const { eb, and } = where
  const isDue = eb('follow_up', '<=', today)
  // Nothing but the expression of the index: with other conditions, SQLite reads another index or the table.
  if (view === 'inbox' && !isSearch) return isOpen
  if (view === 'due' && !isSearch) return and([hasFollowUp, isDue])
  const rule = viewRules[view]
  return and([
    eb('deleted_at', rule.inTrash ? 'is not' : 'is', null),
    ...(rule.statuses ? [eb(isSearch ? unindexedStatus : 'status', 'in', rule.statuses)] : []),
    ...(rule.isDue ? [isDue] : []),
    ...(rule.hasFailed ? [withFailedEmail(where)] : []),
  ])
}

interface MessageFilter {
  status?: MessageStatus | undefined
  /** By default everything outside the trash. */
  view?: InboxView | undefined
  /** Search terms, all of which must be in the search text: name, email, message, note or replies. */
  q?: string | undefined
  /** The sender's email address. */
  from?: string | undefined
  /** The owner's day, YYYY-MM-DD, for the view `due`. */
  today?: string | undefined
}

interface MessageListOptions extends MessageFilter {
  cursor?: string | undefined
  limit?: number | undefined
}

/** Today in UTC, for callers that do not give the owner's day. */
const todayInUtc = (): string => new Date().toISOString().slice(0, 10)

/** Query of the messages that pass a filter, newest first. */
const filtered = (reader: Reader, { status, view = 'all', q = '', from, today = todayInUtc() }: MessageFilter) => {
  const terms = searchWords(q)
  const isSearch = terms.length > 0
  let query = reader.selectFrom('messages').where(inView(view, today, isSearch))
  if (status !== undefined) query = query.where(isSearch ? unindexedStatus : 'status', '=', status)
  if (from !== undefined) query = query.where(sql<string>`lower(user_email)`, '=', from.trim().toLowerCase())
  for (const term of terms) query = query.where(isFound(term))
  // Ids grow with time.
  return query.orderBy('id', 'desc')
}

/** One page, newest first. `size` instead of `limit`: for exports, whose pages are larger. Throws `Invalid` for a malformed cursor. */
const listRows = async (
  reader: Reader,
  { cursor, limit, ...filter }: MessageListOptions,
  size = pageSize(limit),
): Promise<{ rows: ListedRow[]; next: string | null }> => {
  let query = filtered(reader, filter)
  if (cursor !== undefined) {
    if (!/^[0-9a-f-]{36}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
    query = query.where('id', '<', cursor)
  }
  const rows = await query
    .select(messageColumns)
    .limit(size + 1)
    .execute()
  const { items, next } = pageOf(rows, size, (row) => row.id)
  return { rows: items, next }
}

/** Reads the emails of messages from the outbox. */
type DeliveriesOf = (messages: readonly string[]) => Promise<Map<string, Delivery[]>>

const repliesOf = async (reader: Reader, messages: readonly StoredMessage[]) => {
  const replies = new Map<string, MessageReply[]>()
  if (messages.length === 0) return replies
  const byId = new Map(messages.map((message) => [message.id, message]))
  const rows = await reader
    .selectFrom('deliveries')
    .select(['id', 'message', 'text', 'created_at'])
    .where('kind', '=', 'reply')
    .where('message', 'in', [...byId.keys()])
    .orderBy('id')
    .execute()
  for (const { id, message, text, created_at } of rows) {
    const answered = byId.get(message ?? '')
    if (!answered) continue
    const reply = { id, text: withoutQuote(text, answered), createdAt: created_at }
    replies.set(answered.id, [...(replies.get(answered.id) ?? []), reply])
  }
  return replies
}

/** Messages with their emails and replies. */
const withDeliveries = async (
  reader: Reader,
  deliveriesOf: DeliveriesOf,
  messages: readonly StoredMessage[],
): Promise<InboxMessage[]> => {
  const [replies, deliveries] = await Promise.all([
    repliesOf(reader, messages),
    deliveriesOf(messages.map(({ id }) => id)),
  ])
  return messages.map((message) => ({
    ...message,
    deliveries: deliveries.get(message.id) ?? [],
    replies: replies.get(message.id) ?? [],
  }))
}

/** Queues an email to the visitor. Throws `Invalid` if none can be sent. */
type Answer = (
  trx: Trx,
  message: MessageInput & { id: string },
  email: { subject: string; text: string },
) => Promise<unknown>

/** In ms: the same reply to the same message within this time is a repeated request whose answer was lost. */
const repeatWindowMs = 10 * 60_000

const sentJustNow = async (reader: Reader, { id }: MessageRow, text: string): Promise<boolean> => {
  const row = await reader
    .selectFrom('deliveries')
    .select('text')
    .where('message', '=', id)
    .where('kind', '=', 'reply')
    .where('created_at', '>', new Date(Date.now() - repeatWindowMs).toISOString())
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.text === text
}

/** Queues a reply and marks the message as replied, both or neither. Throws `NotFound`, `Invalid`. */
const replyTo = (database: Database, learn: Learn, answer: Answer, id: string, input: unknown) => {
  const { text } = parse(newReplySchema, input)
  return database.change(async (trx) => {
    const row = await rowOf(trx, id)
    const body = withQuote(text, messageOf(row))
    if (!(await sentJustNow(trx, row, body)))
      await answer(trx, messageOf(row), {
        subject: `Re: ${excerpt(row.message.trim().split('\n', 1)[0] ?? '', 60)}`,
        text: body,
      })
    return messageOf(await changeRow(trx, learn, row, { status: 'replied' }))
  })
}

/** Fills in the search text of messages that are older than it, or older than the search in replies. */
const fillSearchText = async ({ kysely }: Database): Promise<void> => {
  for (;;) {
    const rows = await kysely.selectFrom('messages').selectAll().where('search_text', '=', '').limit(200).execute()
    if (rows.length === 0) return
    for (const row of rows)
      await kysely
        .updateTable('messages')
        .set({ search_text: await searchTextOf(kysely, row) })
        .where('id', '=', row.id)
        .execute()
  }
}

/**
 * Deletes messages whose time in the trash is over, with their emails, and moves messages to the trash whose time in quarantine
 * is over. Returns the number of deleted messages.
 */
const cleanUpMessages = async (database: Database, now: number = Date.now()): Promise<number> => {
  await fillSearchText(database)
  await purgeQuarantine(database, now)
  const { numDeletedRows } = await database.kysely
    .deleteFrom('messages')
    .where('deleted_at', '<', new Date(now - trashDays * oneDayMs).toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Number of messages in each view that shows it. */
const countMessages = async (reader: Reader, today: string = todayInUtc()): Promise<InboxCounts> => {
  const count = async (view: keyof InboxCounts) => {
    const { count } = await reader
      .selectFrom('messages')
      .where(inView(view, today, false))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const [unread, due, failed, spam, trash] = await Promise.all([
    count('unread'),
    count('due'),
    count('failed'),
    count('spam'),
    count('trash'),
  ])
  return { unread, due, failed, spam, trash }
}

/** Parts of other modules that the inbox uses. */
interface InboxParts {
  learn: Learn
  /** Remembers an erasure, so that a restore does not undo it. */
  noteErased?: (address: string, at: Date) => Promise<void>
  /** Resolves when nothing that is kept of the last publish has what was erased. */
  forgotten?: () => Promise<void>
  mail: {
    /** Queues the emails about a new message in the transaction that stores it. */
    announce: Announcing['announce']
    reply: Answer
    describe(): MailState | Promise<MailState>
    outbox: { deliveriesOf: DeliveriesOf; sendAgain(trx: Trx, message: string): Promise<unknown>; poll(): void }
  }
}

/** Stand-ins for an inbox without a spam filter and email. */
const withoutMail: InboxParts = {
  learn: async () => {},
  mail: {
    announce: async () => {},
    reply: async () => {
      throw new Invalid({}, 'Email is not set up here.')
    },
    describe: () => ({
      ...{ transport: null, missing: [], recipient: null, answers: false, queued: 0, failed: 0, lastFailure: null },
    }),
    outbox: { deliveriesOf: async () => new Map(), sendAgain: async () => {}, poll: () => {} },
  },
}

interface MessagePage {
  messages: InboxMessage[]
  /** Cursor of the next page. */
  next: string | null
}

/** The inbox. Every method that names a message throws `NotFound`. */
export interface Messages {
  /** Stores a message; on the disk when it resolves. Throws `Invalid` with a sentence for each field. */
  create(input: MessageInput, origin?: MessageOrigin): Promise<{ id: string }>
  /** Id of the message stored with this key, or undefined. Throws `Invalid` if it is another message. */
  known(input: MessageInput, idempotencyKey: string | undefined): Promise<string | undefined>
  /** Newest first. Throws `Invalid` for a malformed cursor. */
  list(options?: MessageListOptions): Promise<MessagePage>
  /** All messages of the filter, newest first, a thousand at a time. */
  pages(filter?: MessageFilter): AsyncGenerator<InboxMessage[]>
  /** Reads a message, also from the trash. */
  get(id: string): Promise<InboxMessage>
  /** Counts and state of email. `today` is the owner's day, YYYY-MM-DD. */
  inbox(today?: string): Promise<InboxState>
  /** Throws `Invalid`, and `StaleVersion` if another version is stored. */
  update(id: string, change: MessageChange, options?: { version?: number | undefined }): Promise<InboxMessage>
  /** Makes the same change to many. Returns their number. */
  updateAll(change: MessagesChange): Promise<number>
  /** Moves a message to the trash. */
  remove(id: string): Promise<InboxMessage>
  /** Restores a message from the trash. */
  restore(id: string): Promise<InboxMessage>
  /** Sends a reply to the visitor. Throws `Invalid`, also if email is not set up. */
  reply(id: string, reply: { text: string }): Promise<InboxMessage>
  /** Queues the failed emails of a message again. */
  sendAgain(id: string): Promise<InboxMessage>
  /** Summary of the personal data for this email address. Throws `Invalid`. */
  personalData(email: string): Promise<PersonalData>
  /** Deletes that data for good and returns its summary. Throws `Invalid`, `NotFound`. */
  erase(email: string, by?: string): Promise<ErasedPerson>
  /** Deletes messages that have been in the trash for thirty days. Returns their number. */
  cleanUp(now?: number): Promise<number>
}

const exportPageSize = 1000

/** A failure matters only to who awaits it: a reader may stop before. */
const unheard = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => {})
  return promise
}

export const createMessages = (database: Database, parts: InboxParts = withoutMail): Messages => {
  const { kysely } = database
  const { learn, mail, noteErased = async () => {}, forgotten = async () => {} } = parts
  const { outbox } = mail
  const whole = (stored: StoredMessage[]) => withDeliveries(kysely, outbox.deliveriesOf, stored)
  const one = async (changing: Promise<StoredMessage>) => (await whole([await changing]))[0] as InboxMessage

  const page = async (options: MessageListOptions, size?: number): Promise<MessagePage> => {
    const { rows, next } = await listRows(kysely, options, size)
    return { messages: await whole(rows.map(messageOf)), next }
  }

  return {
    create: createMessage(database, { announce: mail.announce, poll: outbox.poll }),
    known: (input, key) => storedBefore(kysely, parse(messageSchema, input), key),
    list: (options = {}) => page(options),

    pages: async function* (filter = {}) {
      const read = (cursor?: string) => unheard(listRows(kysely, { ...filter, cursor }, exportPageSize))
      let reading: ReturnType<typeof read> | undefined = read()
      let ready: Promise<InboxMessage[]> | undefined
      // While a page is written, the emails of the next are read, and the rows of the one after it.
      while (reading) {
        const { rows, next }: Awaited<typeof reading> = await reading
        reading = next === null ? undefined : read(next)
        const completed = unheard(whole(rows.map(messageOf)))
        if (ready) yield await ready
        ready = completed
      }
      if (ready) yield await ready
    },

    get: (id) => one(rowOf(kysely, id, 'anywhere').then(messageOf)),
    inbox: async (today) => ({ counts: await countMessages(kysely, today), mail: await mail.describe() }),

    update: async (id, change, { version } = {}) =>
      one(changeMessage(database, learn, id, parse(messageChangeSchema, change), version)),
    updateAll: async (change) => changeMessages(database, learn, parse(messagesChangeSchema, change)),
    remove: (id) => one(moveMessage(database, learn, id, 'trash')),
    restore: (id) => one(moveMessage(database, learn, id, 'inbox')),

    reply: async (id, reply) => {
      const answered = await replyTo(database, learn, mail.reply, id, reply)
      outbox.poll()
      return one(Promise.resolve(answered))
    },

    sendAgain: async (id) => {
      const row = await database.transaction(async (trx) => {
        const found = await rowOf(trx, id)
        await outbox.sendAgain(trx, id)
        return found
      })
      outbox.poll()
      return one(Promise.resolve(messageOf(row)))
    },

    personalData: (email) => findPerson(kysely, email),
    erase: (email, by = 'unknown') => erasePerson(database, learn, { email, by }, { note: noteErased, forgotten }),
    cleanUp: (now) => cleanUpMessages(database, now),
  }
}
