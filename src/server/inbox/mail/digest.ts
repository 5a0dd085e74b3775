import type { Settings } from '../../../model/settings/settings.ts'
import type { Database, Trx } from '../../db/database.ts'
import { digestEmail } from './emails.ts'
import type { Outbox } from './outbox.ts'

const key = 'digest'

/** The day at this place, YYYY-MM-DD. */
const dayOf = (time: Date) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((n) => String(n).padStart(2, '0')).join('-')

const oneDayMs = 24 * 60 * 60 * 1000

/** Takes this day's digest for this process; false when it was taken. A day in the future is of a clock that was wrong. */
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

const waiting = (trx: Trx) =>
  trx
    .selectFrom('deliveries')
    .innerJoin('messages', 'messages.id', 'deliveries.message')
    .where('deliveries.state', '=', 'waiting')
    .where('messages.deleted_at', 'is', null)
    .where('messages.status', '!=', 'spam')

/** Gathers what waits for the daily digest into one e-mail, once a day in all processes together. */
export const gatherDigest = async (parts: {
  database: Database
  outbox: Pick<Outbox, 'enqueue'>
  settings: Settings
  recipient: string | undefined
  publicUrl: string
  now: Date
}): Promise<void> => {
  const { database, outbox, settings, recipient, publicUrl, now } = parts
  const daily = settings.notices === 'daily'
  if (recipient === undefined || (daily && now.getHours() < settings.digestHour)) return
  await database.transaction(async (trx) => {
    // Digests were switched off: waiting notices are sent at once.
    if (daily && !(await takeDay(trx, now))) return
    const messages = await waiting(trx)
      .select(['messages.id', 'messages.user_name', 'messages.user_email', 'messages.message'])
      .select('deliveries.id as delivery')
      .orderBy('messages.id')
      .execute()
    if (messages.length === 0) return
    const gathered = await trx
      .updateTable('deliveries')
      .set({ state: 'gathered', updated_at: now.toISOString() })
      .where('state', '=', 'waiting')
      .where(
        'id',
        'in',
        messages.map(({ delivery }) => delivery),
      )
      .returning('id')
      .execute()
    // Another process was quicker.
    if (gathered.length !== messages.length) throw new Error('The digest was gathered elsewhere.')
    const content = digestEmail(messages, dayOf(now), publicUrl)
    const { mail_id } = await outbox.enqueue(trx, { message: null, kind: 'digest', recipient, ...content })
    await trx
      .updateTable('deliveries')
      .set({ in_reply_to: mail_id })
      .where(
        'id',
        'in',
        gathered.map(({ id }) => id),
      )
      .execute()
  })
}
