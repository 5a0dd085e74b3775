import { Invalid } from '../../../model/errors.ts'
import { parse } from '../../../model/fields/parse.ts'
import type { MailState } from '../../../model/inbox/delivery.ts'
import { type MessageInput, messageSchema } from '../../../model/inbox/message.ts'
import {
  type ErasedPerson,
  type InboxCounts,
  type InboxMessage,
  type InboxState,
  type MessageChange,
  type MessagesChange,
  messageChangeSchema,
  messagesChangeSchema,
  newReplySchema,
  type PersonalData,
  type StoredMessage,
  trashDays,
} from '../../../model/inbox/stored-message.ts'
import type { Database, Reader, Trx } from '../../db/database.ts'
import { excerpt } from '../../mail/emails.ts'
import { changeMessage, changeMessages, changeRow, type Learn, moveMessage, rowOf } from './change-message.ts'
import { type Announcing, createMessage, type MessageOrigin, storedBefore } from './create-message.ts'
import { inView } from './in-view.ts'
import { listRows, type MessageFilter, type MessageListOptions, todayInUtc } from './message-list.ts'
import { type MessageRow, messageOf } from './message-row.ts'
import { erasePerson, findPerson } from './personal-data.ts'
import { purgeQuarantine } from './quarantine.ts'
import { withQuote } from './quoted.ts'
import { searchTextOf } from './search-text.ts'
import { type DeliveriesOf, withDeliveries } from './with-deliveries.ts'

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

const oneDayMs = 24 * 60 * 60 * 1000

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
  erase(email: string): Promise<ErasedPerson>
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
  const { learn, mail, noteErased = async () => {} } = parts
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
    erase: (email) => erasePerson(database, learn, email, noteErased),
    cleanUp: (now) => cleanUpMessages(database, now),
  }
}
