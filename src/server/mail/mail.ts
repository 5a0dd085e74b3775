import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Invalid } from '../../model/errors.ts'
import type { MailState } from '../../model/inbox/delivery.ts'
import { transportLabel, writesToVisitors } from '../../model/inbox/mail-services.ts'
import { inboxCalls } from '../../model/inbox/stored-message.ts'
import type { Settings } from '../../model/settings/settings.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import { endpoints } from '../endpoint/endpoint.ts'
import { type Clock, oneDayMs, oneHourMs, systemClock } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import type { Sealer } from '../process/sealed-text.ts'
import { readPageSettings, type SettingsStore } from '../settings/settings-store.ts'
import { type DeliveryRow, deleteLinkEmails, type NewDelivery, rewriteNotice } from './deliveries.ts'
import {
  acknowledgementEmail,
  digestEmail,
  type EmailText,
  emailOf,
  isLinkKind,
  type LinkKind,
  linkKinds,
  type NotifiedMessage,
  noticeEmail,
  testEmail,
} from './emails.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createTransport, type MailConnection, missingSetUp } from './set-up.ts'
import { isEmailAddress, mailboxOf, type Transport } from './transport.ts'

const key = 'digest'

/** The server's local day, YYYY-MM-DD. */
const dayOf = (time: Date) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((n) => String(n).padStart(2, '0')).join('-')

/** Takes this day's digest for this process; false when it was taken. A stored day in the future comes from a wrong clock. */
const takeDay = async (trx: Trx, now: Date): Promise<boolean> => {
  const [day, tomorrow] = [dayOf(now), dayOf(new Date(now.getTime() + oneDayMs))]
  await trx
    .insertInto('meta')
    .values({ key, value: '' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { numUpdatedRows } = await trx
    .updateTable('meta')
    .set({ value: day })
    .where('key', '=', key)
    .where((is) => is.or([is('value', '<', day), is('value', '>', tomorrow)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gathers the notices that wait for the daily digest into one email, once a day in all processes together. */
const gatherDigest = async (parts: {
  database: Database
  enqueue: Outbox['enqueue']
  settings: Settings
  recipient: string | undefined
  publicUrl: string
  now: Date
}): Promise<void> => {
  const { database, enqueue, settings, recipient, publicUrl, now } = parts
  const isDaily = settings.notices === 'daily'
  if (recipient === undefined || (isDaily && now.getHours() < settings.digestHour)) return
  await database.transaction(async (trx) => {
    // Digests were switched off: waiting notices are sent at once.
    if (isDaily && !(await takeDay(trx, now))) return
    const messages = await trx
      .selectFrom('deliveries')
      .innerJoin('messages', 'messages.id', 'deliveries.message')
      .where('deliveries.state', '=', 'waiting')
      .where('messages.deleted_at', 'is', null)
      .where('messages.status', '!=', 'spam')
      .select(['messages.id', 'messages.user_name', 'messages.user_email', 'messages.message', 'messages.answers'])
      .select('deliveries.id as delivery')
      .orderBy('messages.id')
      .execute()
    if (messages.length === 0) return
    const told = messages.map((one) => ({ ...one, answers: JSON.parse(one.answers) }))
    const content = digestEmail(told, dayOf(now), publicUrl)
    const { mail_id } = await enqueue(trx, { message: null, kind: 'digest', recipient, ...content })
    const deliveries = messages.map(({ delivery }) => delivery)
    const { numUpdatedRows } = await trx
      .updateTable('deliveries')
      .set({ state: 'gathered', in_reply_to: mail_id, updated_at: now.toISOString() })
      .where('state', '=', 'waiting')
      .where('id', 'in', deliveries)
      .executeTakeFirst()
    // The transaction is rolled back, the digest with it.
    if (Number(numUpdatedRows) !== messages.length) throw new Error('Another process gathered the digest.')
  })
}

/** The transport of the connection as it is now. A former one is closed, which lets it finish what it is sending. */
const createCurrentTransport = (connection: () => MailConnection, publicUrl: string) => {
  let opened: { by: MailConnection; transport: Transport | undefined } | undefined
  const transport = (): Transport | undefined => {
    const by = connection()
    if (opened?.by !== by) {
      opened?.transport?.close()
      opened = { by, transport: createTransport(by) }
    }
    return opened.transport
  }
  /** The right side of Message-IDs. */
  const host = () => transport()?.sender?.split('@')[1] ?? new URL(publicUrl).hostname
  return { transport, host }
}

// Anyone can type anyone's address: one recipient gets few, and the total is small.
const perRecipient = { max: 1, windowMs: 24 * oneHourMs }
const total = { max: 20, windowMs: oneHourMs }

/** True if another acknowledgement may be sent to this address now. */
const mayAcknowledge = async (trx: Trx, recipient: string, now: number): Promise<boolean> => {
  const sentWithin = (windowMs: number) =>
    trx
      .selectFrom('deliveries')
      .select('id')
      .where('kind', '=', 'acknowledgement')
      .where('created_at', '>', new Date(now - windowMs).toISOString())
  const toRecipient = sentWithin(perRecipient.windowMs).where((is) =>
    is(is.fn('lower', ['recipient']), '=', recipient.toLowerCase()),
  )
  return (
    (await sentWithin(total.windowMs).limit(total.max).execute()).length < total.max &&
    (await toRecipient.limit(perRecipient.max).execute()).length < perRecipient.max
  )
}

/** Numbers of emails that wait or have failed, and the latest failure. */
const describeUnsent = async (reader: Reader): Promise<Pick<MailState, 'queued' | 'failed' | 'lastFailure'>> => {
  const unsent = reader.selectFrom('deliveries').where('state', 'in', ['queued', 'failed'])
  const counts = await unsent
    .select((is) => ['state', is.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const lastFailure = await unsent
    .select(['answer', 'updated_at'])
    .where('answer', 'is not', null)
    .orderBy('updated_at', 'desc')
    .executeTakeFirst()
  const count = (state: string) => Number(counts.find((one) => one.state === state)?.count ?? 0)
  return {
    queued: count('queued'),
    failed: count('failed'),
    lastFailure: lastFailure ? { answer: lastFailure.answer ?? '', at: lastFailure.updated_at } : null,
  }
}

interface MailParts {
  config: Pick<Config, 'mailTo' | 'publicUrl'>
  /** The present connection for email. */
  connection: () => MailConnection
  /** Seals texts with links that let somebody in. */
  sealer: Sealer
  database: Database
  settings: SettingsStore
  /** The owner's own, for when no recipient is set. */
  ownerAddress: (reader: Reader) => Promise<string | undefined>
  /** The colour of the page, `#rrggbb`; undefined while nothing is published. */
  accent?: () => string | undefined
  log: Log
  clock?: Clock
}

const notSetUp = 'Email is not set up on this server: see Settings, Mail.'
const testTimeoutMs = 25_000

/** Emails about messages, to the owner and to visitors. Nothing is sent before `outbox.start()`. */
export const createMail = (parts: MailParts) => {
  const { config, connection, sealer, database, settings, log, clock = systemClock } = parts
  const { kysely } = database
  const { publicUrl } = config
  const { transport, host } = createCurrentTransport(connection, publicUrl)
  const readSettings = (reader: Reader) => readPageSettings(settings, reader)

  const readRecipient = async (reader: Reader, given = ''): Promise<string | undefined> => {
    const mailTo = given || (config.mailTo ?? connection().to)
    const address = mailTo === undefined ? await parts.ownerAddress(reader) : mailboxOf(mailTo).address
    // An invalid address must not stop a message from being stored.
    return address !== undefined && isEmailAddress(address) ? address : undefined
  }

  const completeEmail = async (row: DeliveryRow) =>
    emailOf(kysely, row, {
      ...{ settings: await readSettings(kysely), owner: await readRecipient(kysely), accent: parts.accent?.() },
    })

  /** The same of the outbox; undefined when the link in it has expired, or was sealed with another secret. */
  const openEmail = async (row: DeliveryRow) => {
    if (!isLinkKind(row.kind)) return completeEmail(row)
    const opened = await sealer.open(row.kind, row.text)
    const { text, until } = JSON.parse(opened ?? '{"text":"","until":""}') as { text: string; until: string }
    return until > new Date(clock.now()).toISOString() ? completeEmail({ ...row, text }) : undefined
  }

  const outbox = createOutbox({
    ...{ database, transport, host, log, clock },
    emailOf: openEmail,
    onPoll: async () =>
      gatherDigest({
        ...{ database, publicUrl, enqueue: outbox.enqueue },
        settings: await readSettings(kysely),
        recipient: await readRecipient(kysely),
        now: new Date(clock.now()),
      }),
  })

  const notify = (trx: Trx, message: NotifiedMessage, recipient: string, notices: Settings['notices']) =>
    outbox.enqueue(
      trx,
      {
        ...{ message: message.id, kind: 'notice', recipient, replyTo: message.user_email },
        ...noticeEmail(message, publicUrl),
      },
      notices === 'daily' ? 'waiting' : 'queued',
    )

  /** A test to the owner, or to the recipient of a connection that is being set up. Throws `Invalid` without a recipient. */
  const composeTest = async (to?: string) => {
    const recipient = await readRecipient(kysely, to)
    if (recipient === undefined) throw new Invalid({}, 'There is no recipient yet: set MAIL_TO.')
    const id = randomUUID()
    return completeEmail({
      ...{ id, message: null, kind: 'test', recipient, reply_to: null, in_reply_to: null },
      mail_id: `<${id}@${host()}>`,
      ...testEmail((await readSettings(kysely)).name, publicUrl),
    } as DeliveryRow)
  }

  const acknowledge = async (trx: Trx, { id, user_email }: NotifiedMessage, values: Settings, owner?: string) => {
    // Two auto-responders would answer each other for ever.
    if ([owner, transport()?.sender].some((own) => own?.toLowerCase() === user_email.toLowerCase())) return
    if (!(await mayAcknowledge(trx, user_email, clock.now()))) return
    const content = acknowledgementEmail(values, publicUrl)
    await outbox.enqueue(trx, { message: id, kind: 'acknowledgement', recipient: user_email, ...content })
  }

  return {
    outbox,

    /** Queues the emails about a new message in the transaction that stores it; call `outbox.poll` after the commit. */
    announce: async (trx: Trx, message: NotifiedMessage): Promise<void> => {
      const kind = transport()?.kind
      if (!kind) return
      const [values, owner] = [await readSettings(trx), await readRecipient(trx)]
      if (owner !== undefined) await notify(trx, message, owner, values.notices)
      if (values.acknowledge && writesToVisitors(kind)) await acknowledge(trx, message, values, owner)
    },

    /** The same for a message that was quarantined and is not spam: notified once, without an acknowledgement. */
    announceLate: async (trx: Trx, message: NotifiedMessage): Promise<void> => {
      const owner = transport() && (await readRecipient(trx))
      if (owner === undefined) return
      const notice = trx
        .selectFrom('deliveries')
        .select('id')
        .where('message', '=', message.id)
        .where('kind', '=', 'notice')
      if (!(await notice.executeTakeFirst())) await notify(trx, message, owner, (await readSettings(trx)).notices)
    },

    /**
     * Tells the owner of answers in the caller's transaction: in the notice of their message while that waits, else in one email of their
     * own. Nothing where no notice was written.
     */
    announceAnswers: async (trx: Trx, message: NotifiedMessage): Promise<void> => {
      const notice = await rewriteNotice(trx, message.id, noticeEmail(message, publicUrl).text)
      if (notice !== 'left') return
      const recipient = transport() && (await readRecipient(trx))
      if (recipient === undefined) return
      const content = noticeEmail(message, publicUrl, 'answers')
      const state = (await readSettings(trx)).notices === 'daily' ? 'waiting' : 'queued'
      const email = { message: message.id, kind: 'answers', recipient, replyTo: message.user_email } as const
      await outbox.enqueue(trx, { ...email, ...content }, state)
    },

    /** Queues an email to the owner about the site in the caller's transaction. False when none can be sent. */
    toOwner: async (trx: Trx, kind: 'visits' | 'readiness', content: EmailText): Promise<boolean> => {
      const recipient = transport() && (await readRecipient(trx))
      if (recipient === undefined) return false
      await outbox.enqueue(trx, { message: null, kind, recipient, ...content })
      return true
    },

    /** Queues the owner's reply in the caller's transaction. Throws `Invalid` if no email can be sent to visitors. */
    reply: async (trx: Trx, { id, user_email }: NotifiedMessage, content: EmailText): Promise<DeliveryRow> => {
      const kind = transport()?.kind
      if (!kind) throw new Invalid({}, notSetUp)
      if (!writesToVisitors(kind))
        throw new Invalid({}, `${transportLabel(kind)} cannot write to visitors. Set up SMTP to reply from here.`)
      return outbox.enqueue(trx, { message: id, kind: 'reply', recipient: user_email, ...content })
    },

    /** True when email can be sent to others than the owner. */
    canWriteToOthers: () => {
      const kind = transport()?.kind
      return kind !== undefined && writesToVisitors(kind)
    },

    /**
     * An email with a link, to be queued with `outbox.enqueue` and not sent after `until` (ISO 8601). Sealed before the transaction begins,
     * in which the server's secret cannot be read.
     */
    sealedLink: async (kind: LinkKind, recipient: string, content: EmailText, until: string): Promise<NewDelivery> => {
      const text = await sealer.seal(kind, JSON.stringify({ text: content.text, until }))
      return { message: null, kind, recipient, subject: content.subject, text }
    },

    /** Queues an email to the owner in the caller's transaction, where one can be sent. */
    tellOwner: async (trx: Trx, content: EmailText): Promise<void> => {
      const recipient = transport() && (await readRecipient(trx))
      if (recipient !== undefined) await outbox.enqueue(trx, { message: null, kind: 'notice', recipient, ...content })
    },

    siteName: async () => (await readSettings(kysely)).name,

    /** Deletes old emails with links; returns their number. */
    cleanUp: (now: number) => deleteLinkEmails(kysely, linkKinds, new Date(now - oneDayMs).toISOString()),

    /** Takes another connection: tries again what waits. */
    reconnect: async (): Promise<void> => {
      if (!transport()) return
      await outbox.retryNow()
      outbox.poll()
    },

    describe: async (): Promise<MailState> => {
      const recipient = (await readRecipient(kysely)) ?? null
      const kind = transport()?.kind ?? null
      const noRecipient = kind && recipient === null ? ['No recipient: claim the site, or set MAIL_TO.'] : []
      return {
        transport: kind,
        missing: [...missingSetUp(connection()), ...noRecipient],
        recipient,
        answers: kind !== null && writesToVisitors(kind),
        ...(await describeUnsent(kysely)),
      }
    },

    testEmail: composeTest,

    /** Sends a test to the owner now, and returns the mail server's answer. Throws `Invalid` without a transport or a recipient. */
    test: async (): Promise<{ sent: boolean; answer: string }> => {
      // On another connection: those of the outbox may hang.
      const own = createTransport(connection())
      if (!own) throw new Invalid({}, notSetUp)
      const email = await composeTest()
      const timeout = { result: 'late', answer: `No answer within ${testTimeoutMs / 1000} s.` }
      const { result, answer } = await Promise.race([
        own.send(email, async () => {}),
        sleep(testTimeoutMs, timeout, { ref: false }),
      ])
      own.close()
      return { sent: result === 'sent', answer }
    },
  }
}

export type Mail = ReturnType<typeof createMail>

/** State of outgoing email. */
export const mailApi = (mail: Mail, db: Database) =>
  endpoints(inboxCalls(), {
    'GET /api/mail': ['Reads the state of outgoing email', () => mail.describe()],
    'POST /api/mail/tests': ['Sends a test email to the owner and returns the mail server’s answer', () => mail.test()],
    'POST /api/mail/retries': [
      'Queues every failed email again',
      async () => {
        const count = await db.transaction((trx) => mail.outbox.sendFailedAgain(trx))
        mail.outbox.poll()
        return { count }
      },
    ],
  })
