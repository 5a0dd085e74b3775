import type { ReadinessFinding } from '../../model/readiness/readiness.ts'
import type { Database, Reader } from '../db/database.ts'
import { oncePer, readMeta, writeMeta } from '../db/meta.ts'
import type { Mail } from '../mail/mail.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Readiness } from './readiness.ts'

const monthKey = 'readiness month'
const newsKey = 'readiness news'
/** Findings that an email names. */
const mostNamed = 10

/** Ids of what the owner has been told of, and the number of new ones that wait on the first screen. */
interface Told {
  ids: string[]
  news: number
}

const readTold = async (reader: Reader): Promise<Told | undefined> => {
  const text = await readMeta(reader, newsKey)
  return text === undefined ? undefined : (JSON.parse(text) as Told)
}

export const readNews = async (reader: Reader): Promise<number> => (await readTold(reader))?.news ?? 0

/** The owner has seen them. */
export const clearNews = async (db: Database): Promise<void> =>
  db.transaction(async (trx) => {
    const told = await readTold(trx)
    if (told && told.news > 0) await writeMeta(trx, newsKey, JSON.stringify({ ...told, news: 0 } satisfies Told))
  })

const emailOf = (fresh: readonly ReadinessFinding[], publicUrl: string) => ({
  subject: fresh.length === 1 ? 'Your site has something to mend' : `Your site has ${fresh.length} things to mend`,
  text: [
    'The monthly check found what was not there before:',
    ...fresh.slice(0, mostNamed).map(({ title, message }) => `${title}\n${message}`),
    ...(fresh.length > mostNamed ? [`And ${fresh.length - mostNamed} more.`] : []),
    `All of it, each with a link to its field:\n${publicUrl}/admin/health`,
    `-- \nSent by your site once a month at most. Settings, Mail, changes that.\n${publicUrl}/`,
  ].join('\n\n'),
})

/**
 * Checks the site once a month, from the hour of the digest on (time zone of the server), in all processes together. Queues an email about
 * what is new; where none can be sent, it waits on the first screen. The first month only begins. Called every hour; returns the number of new
 * findings.
 */
export const checkMonthly = async (
  parts: {
    db: Database
    mail: Pick<Mail, 'toOwner' | 'outbox'>
    settings: Pick<SettingsStore, 'get'>
    readiness: Pick<Readiness, 'report'>
    publicUrl: string
  },
  now: number,
): Promise<number> => {
  const { db, mail, readiness, publicUrl } = parts
  const { settings } = await parts.settings.get()
  const date = new Date(now)
  const period = `${date.getFullYear()}-${date.getMonth() + 1}`
  if (!settings.readinessMonthly || date.getHours() < settings.digestHour) return 0
  if ((await readMeta(db.kysely, monthKey)) === period) return 0
  // The first time, nothing is compared: a start need not wait for it.
  const isFirst = (await readTold(db.kysely)) === undefined
  const { findings, dismissed } = isFirst ? { findings: [], dismissed: [] } : await readiness.report()
  let found = 0
  await oncePer(db, { key: monthKey, period }, async (trx) => {
    const told = await readTold(trx)
    const known = new Set(told?.ids)
    const fresh = findings.filter(({ id }) => !known.has(id))
    const isMailed = fresh.length > 0 && (await mail.toOwner(trx, 'readiness', emailOf(fresh, publicUrl)))
    const ids = [...findings, ...dismissed].map(({ id }) => id)
    const news = isMailed ? 0 : fresh.length
    await writeMeta(trx, newsKey, JSON.stringify({ ids, news } satisfies Told))
    found = fresh.length
    return true
  })
  if (found > 0) mail.outbox.poll()
  return found
}
