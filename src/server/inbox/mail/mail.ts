import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
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
import type { DeliveryRow } from './deliveries.ts'
import { gatherDigest } from './digest.ts'
import {
  acknowledgementEmail,
  type EmailText,
  emailOf,
  type NotifiedMessage,
  noticeEmail,
  testEmail,
} from './emails.ts'
import { isEmailAddress, mailboxOf } from './mailbox.ts'
import { createOutbox } from './outbox.ts'
import { createTransport, missingSetUp } from './set-up.ts'

export interface MailParts {
  config: Pick<Config, 'smtp' | 'emailjs' | 'mailTo' | 'publicUrl'>
  database: Database
  settings: SettingsStore
  log: Log
  clock?: Clock
}

const notSetUp = 'Email is not set up on this server: see Settings, Mail.'
const testTimeoutMs = 25_000

/** Emails about messages, to the owner and to visitors. Nothing is sent before `outbox.start()`. */
export const createMail = ({ config, database, settings, log, clock = systemClock }: MailParts) => {
  const transport = createTransport(config)
  const { kysely } = database
  const { publicUrl, smtp, mailTo } = config
  const sender = smtp && mailboxOf(smtp.from).address
  const host = sender?.split('@')[1] ?? new URL(publicUrl).hostname
  const readSettings = async (reader: Reader) => (await settings.get(reader)).settings

  const readRecipient = async (reader: Reader): Promise<string | undefined> => {
    const users = withAccounts(reader as Trx).selectFrom('users')
    const address =
      mailTo === undefined
        ? (await users.select('email').where('role', '=', 'owner').executeTakeFirst())?.email
        : mailboxOf(mailTo).address
    // An invalid address must not stop a message from being stored.
    return address !== undefined && isEmailAddress(address) ? address : undefined
  }

  const completeEmail = async (row: DeliveryRow) =>
    emailOf(kysely, row, { settings: await readSettings(kysely), owner: await readRecipient(kysely) })

  const outbox = createOutbox({
    ...{ database, transport, host, log, clock },
    emailOf: completeEmail,
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

  const acknowledge = async (trx: Trx, { id, user_email }: NotifiedMessage, values: Settings, owner?: string) => {
    // Two auto-responders would answer each other for ever.
    if ([owner, sender].some((own) => own?.toLowerCase() === user_email.toLowerCase())) return
    if (!(await mayAcknowledge(trx, user_email, clock.now()))) return
    const content = acknowledgementEmail(values.acknowledgement, values.name, publicUrl)
    await outbox.enqueue(trx, { message: id, kind: 'acknowledgement', recipient: user_email, ...content })
  }

  return {
    outbox,

    /** Queues the emails about a new message in the transaction that stores it; call `outbox.poll` after the commit. */
    announce: async (trx: Trx, message: NotifiedMessage): Promise<void> => {
      if (!transport) return
      const [values, owner] = [await readSettings(trx), await readRecipient(trx)]
      if (owner !== undefined) await notify(trx, message, owner, values.notices)
      if (values.acknowledge && transport.kind === 'smtp') await acknowledge(trx, message, values, owner)
    },

    /** The same for a message that was quarantined and is not spam: notified once, without an acknowledgement. */
    announceLate: async (trx: Trx, message: NotifiedMessage): Promise<void> => {
      const owner = transport && (await readRecipient(trx))
      if (owner === undefined) return
      const notice = trx
        .selectFrom('deliveries')
        .select('id')
        .where('message', '=', message.id)
        .where('kind', '=', 'notice')
      if (!(await notice.executeTakeFirst())) await notify(trx, message, owner, (await readSettings(trx)).notices)
    },

    /** Queues the owner's reply in the caller's transaction. Throws `Invalid` if no email can be sent to visitors. */
    reply: async (trx: Trx, { id, user_email }: NotifiedMessage, content: EmailText): Promise<DeliveryRow> => {
      if (!transport) throw new Invalid({}, notSetUp)
      if (transport.kind !== 'smtp')
        throw new Invalid({}, 'EmailJS cannot write to visitors. Set up SMTP to reply from here.')
      return outbox.enqueue(trx, { message: id, kind: 'reply', recipient: user_email, ...content })
    },

    describe: async (): Promise<MailState> => {
      const recipient = (await readRecipient(kysely)) ?? null
      const unsent = kysely.selectFrom('deliveries').where('state', 'in', ['queued', 'failed'])
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
      const noRecipient = transport && recipient === null ? ['No recipient: claim the site, or set MAIL_TO.'] : []
      return {
        transport: transport?.kind ?? null,
        missing: [...missingSetUp(config), ...noRecipient],
        recipient,
        answers: transport?.kind === 'smtp',
        queued: count('queued'),
        failed: count('failed'),
        lastFailure: lastFailure ? { answer: lastFailure.answer ?? '', at: lastFailure.updated_at } : null,
      }
    },

    /** Sends a test to the owner now, and returns the mail server's answer. Throws `Invalid` without a transport or a recipient. */
    test: async (): Promise<{ sent: boolean; answer: string }> => {
      const recipient = await readRecipient(kysely)
      // On a connection of its own: those of the outbox may hang.
      const own = createTransport(config)
      if (!own) throw new Invalid({}, notSetUp)
      if (recipient === undefined) throw new Invalid({}, 'There is no recipient yet: set MAIL_TO.')
      const id = randomUUID()
      const email = await completeEmail({
        ...{
          id,
          message: null,
          kind: 'test',
          recipient,
          reply_to: null,
          in_reply_to: null,
          mail_id: `<${id}@${host}>`,
        },
        ...testEmail((await readSettings(kysely)).name, publicUrl),
      } as DeliveryRow)
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
