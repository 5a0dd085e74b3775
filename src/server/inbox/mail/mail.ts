import { randomUUID } from 'node:crypto'
import { Invalid } from '../../../model/errors.ts'
import type { MailState } from '../../../model/inbox/delivery.ts'
import type { Settings } from '../../../model/settings/settings.ts'
import { withAccounts } from '../../accounts/tables.ts'
import type { Database, Reader, Trx } from '../../db/database.ts'
import { type Clock, systemClock } from '../../process/clock.ts'
import type { Config } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import type { SettingsStore } from '../../settings/settings-store.ts'
import { mayAcknowledge } from './acknowledge.ts'
import type { DeliveryRow } from './delivery-row.ts'
import { gatherDigest } from './digest.ts'
import { emailOf } from './email.ts'
import { acknowledgementEmail, type NotifiedMessage, noticeEmail, testEmail } from './emails.ts'
import { isEmailAddress, mailboxOf } from './mailbox.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createTransport, missingSetUp } from './set-up.ts'

/** Emails about messages, to the owner and to visitors. */
export interface Mail {
  outbox: Outbox
  /** Queues the emails about a new message in the transaction that stores it; call `outbox.wake` after the commit. */
  announce(trx: Trx, message: NotifiedMessage): Promise<void>
  /** The same for a message that was quarantined and is not spam: notified once, without an acknowledgement. */
  announceLate(trx: Trx, message: NotifiedMessage): Promise<void>
  /** Queues the owner's reply in the caller's transaction. Throws `Invalid` if no email can be sent to visitors. */
  reply(trx: Trx, message: NotifiedMessage, content: { subject: string; text: string }): Promise<DeliveryRow>
  describe(): Promise<MailState>
  /** Sends a test to the owner now, and returns the mail server's answer. Throws `Invalid` without a transport or a recipient. */
  test(): Promise<{ sent: boolean; answer: string }>
}

export interface MailParts {
  config: Pick<Config, 'smtp' | 'emailjs' | 'mailTo' | 'publicUrl'>
  database: Database
  settings: SettingsStore
  log: Log
  clock?: Clock
}

const notSetUp = 'E-mail is not set up on this server: see Settings, Mail.'
const testTimeoutMs = 25_000

/** Builds the outbox and the emails that fill it. Nothing is sent before `outbox.start()`. */
export const createMail = (parts: MailParts): Mail => {
  const { config, database, settings, log, clock = systemClock } = parts
  const transport = createTransport(config)
  const { publicUrl, smtp, mailTo } = config
  const host = smtp ? (mailboxOf(smtp.from).address.split('@')[1] as string) : new URL(publicUrl).hostname
  const present = async (reader: Reader) => (await settings.get(reader)).settings

  const recipientOf = async (reader: Reader): Promise<string | undefined> => {
    const users = withAccounts(reader as Trx).selectFrom('users')
    const address =
      mailTo === undefined
        ? (await users.select('email').where('role', '=', 'owner').executeTakeFirst())?.email
        : mailboxOf(mailTo).address
    // An invalid address must not stop a message from being stored.
    return address !== undefined && isEmailAddress(address) ? address : undefined
  }

  const outbox = createOutbox({
    ...{ database, transport, host, log, clock },
    emailOf: async (row) =>
      emailOf(database.kysely, row, {
        settings: await present(database.kysely),
        owner: await recipientOf(database.kysely),
      }),
    onPoll: async () => {
      const { kysely } = database
      const [now, values] = [new Date(clock.now()), await present(kysely)]
      await gatherDigest({
        ...{ database, outbox, publicUrl, now },
        settings: values,
        recipient: await recipientOf(kysely),
      })
    },
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

  const acknowledge = async (
    trx: Trx,
    { id, user_email }: NotifiedMessage,
    values: Settings,
    owner: string | undefined,
  ) => {
    const own = [owner, smtp && mailboxOf(smtp.from).address].map((address) => address?.toLowerCase())
    // Two auto-responders would answer each other for ever.
    if (own.includes(user_email.toLowerCase())) return
    if (!(await mayAcknowledge(trx, user_email, clock.now()))) return
    const content = acknowledgementEmail(values.acknowledgement, values.name, publicUrl)
    await outbox.enqueue(trx, { message: id, kind: 'acknowledgement', recipient: user_email, ...content })
  }

  return {
    outbox,

    announce: async (trx, message) => {
      if (!transport) return
      const [values, owner] = [await present(trx), await recipientOf(trx)]
      if (owner !== undefined) await notify(trx, message, owner, values.notices)
      if (values.acknowledge && transport.kind === 'smtp') await acknowledge(trx, message, values, owner)
    },

    announceLate: async (trx, message) => {
      const owner = transport && (await recipientOf(trx))
      if (owner === undefined) return
      const notice = trx
        .selectFrom('deliveries')
        .select('id')
        .where('message', '=', message.id)
        .where('kind', '=', 'notice')
      if (!(await notice.executeTakeFirst())) await notify(trx, message, owner, (await present(trx)).notices)
    },

    reply: async (trx, { id, user_email }, content) => {
      if (transport?.kind !== 'smtp')
        throw new Invalid(
          {},
          transport ? 'EmailJS cannot write to visitors. Set up SMTP to reply from here.' : notSetUp,
        )
      return outbox.enqueue(trx, { message: id, kind: 'reply', recipient: user_email, ...content })
    },

    describe: async () => {
      const { kysely } = database
      const recipient = (await recipientOf(kysely)) ?? null
      const counts = await kysely
        .selectFrom('deliveries')
        .select((is) => ['state', is.fn.countAll<number>().as('count')])
        .where('state', 'in', ['queued', 'failed'])
        .groupBy('state')
        .execute()
      const unsent = await kysely
        .selectFrom('deliveries')
        .select(['answer', 'updated_at'])
        .where('state', 'in', ['queued', 'failed'])
        .where('answer', 'is not', null)
        .orderBy('updated_at', 'desc')
        .executeTakeFirst()
      const count = (state: string) => Number(counts.find((one) => one.state === state)?.count ?? 0)
      const noRecipient = transport && recipient === null ? ['No recipient: claim the site, or set MAIL_TO.'] : []
      return {
        transport: transport?.kind ?? null,
        missing: [...missingSetUp(config), ...noRecipient],
        recipient,
        answers: transport?.kind === 'smtp',
        queued: count('queued'),
        failed: count('failed'),
        lastFailure: unsent ? { answer: unsent.answer ?? '', at: unsent.updated_at } : null,
      }
    },

    test: async () => {
      const recipient = await recipientOf(database.kysely)
      if (!transport || recipient === undefined)
        throw new Invalid({}, transport ? 'There is no recipient yet: set MAIL_TO.' : notSetUp)
      const values = await present(database.kysely)
      const content = testEmail(values.name, publicUrl)
      const id = randomUUID()
      const row = { id, message: null, kind: 'test', recipient, reply_to: null, mail_id: `<${id}@${host}>`, ...content }
      const email = await emailOf(database.kysely, { ...row, in_reply_to: null } as DeliveryRow, {
        settings: values,
        owner: recipient,
      })
      const late = new Promise<{ end: string; answer: string }>((resolve) => {
        setTimeout(resolve, testTimeoutMs, {
          end: 'late',
          answer: `No answer within ${testTimeoutMs / 1000} s.`,
        }).unref()
      })
      // On a connection of its own, past whatever is stuck.
      const own = createTransport(config)
      const { end, answer } = await Promise.race([own?.send(email, async () => {}) ?? late, late])
      own?.close()
      return { sent: end === 'sent', answer }
    },
  }
}
