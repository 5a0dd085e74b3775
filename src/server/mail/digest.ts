import type { Settings } from '../../model/settings/settings.ts'
import type { Database, Trx } from '../db/database.ts'
import { digestEmail } from './emails.ts'
import type { Outbox } from './outbox.ts'

const key = 'digest'
const oneDayMs = 24 * 60 * 60 * 1000

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
export const gatherDigest = async (parts: {
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
      .select(['messages.id', 'messages.user_name', 'messages.user_email', 'messages.message'])
      .select('deliveries.id as delivery')
      .orderBy('messages.id')
      .execute()
    if (messages.length === 0) return
    const content = digestEmail(messages, dayOf(now), publicUrl)
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
