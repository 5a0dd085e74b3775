import { Invalid } from '../../../model/errors.ts'
import { parse } from '../../../model/fields/parse.ts'
import type { MailState } from '../../../model/inbox/delivery.ts'
import type { InboxState } from '../../../model/inbox/inbox-view.ts'
import { type MessageInput, messageSchema } from '../../../model/inbox/message.ts'
import {
  type MessageChange,
  type MessagesChange,
  messageChangeSchema,
  messagesChangeSchema,
} from '../../../model/inbox/message-change.ts'
import type { PersonalData } from '../../../model/inbox/personal-data.ts'
import type { InboxMessage, StoredMessage } from '../../../model/inbox/stored-message.ts'
import type { Database, Trx } from '../../db/database.ts'
import { changeMessage, changeMessages, type Learn, moveMessage, rowOf } from './change-message.ts'
import { type Announcing, createMessage, type MessageOrigin, storedBefore } from './create-message.ts'
import { countMessages } from './inbox-counts.ts'
import { cleanUpMessages } from './message-cleanup.ts'
import { listRows, type MessageFilter, type MessageListOptions } from './message-list.ts'
import { messageOf } from './message-row.ts'
import { erasePerson, findPerson } from './personal-data.ts'
import { type Answer, replyTo } from './reply.ts'
import { type DeliveriesOf, withDeliveries } from './with-deliveries.ts'

/** Parts of other modules that the inbox uses. */
interface InboxParts {
  learn: Learn
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

export interface MessagePage {
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
  erase(email: string): Promise<PersonalData>
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
  const { learn, mail } = parts
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
    erase: (email) => erasePerson(database, learn, email),
    cleanUp: (now) => cleanUpMessages(database, now),
  }
}
