import { isOfTheFuture, oneDayMs } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { type Database, type Reader, readMeta, writeMeta } from './database.ts'

/** Time after the newest that is stored from which on a clock is doubted. */
const doubtedAfterMs = 7 * oneDayMs
/** Time before the last believed from which on a clock does not move it until it has run as long as one that is ahead. */
const doubtedBehindMs = oneDayMs
/** Time after the first doubted one from which on a clock is believed that has made small steps alone, however short it ran. */
const believedAfterMs = 14 * oneDayMs

/** Times in ms. */
interface Seen {
  /** The last time that was believed. */
  believed: number
  /** The latest of these; missing in older stores. */
  latest?: number
  /** The last time that was doubted, how long clocks ran steadily up to it, and the first time of these (missing in older stores). */
  doubted?: { at: number; ranMs: number; since?: number }
}

const key = 'clock'

const latestOf = ({ believed, latest = believed }: Seen): number => Math.max(believed, latest)

/** The latest time (ms) that was believed in this store, also by a clock that is behind; what is stored after it comes from one that was ahead. */
export const latestBelieved = async (reader: Reader): Promise<number> => {
  const stored = await readMeta(reader, key)
  return stored ? latestOf(JSON.parse(stored)) : 0
}

const newestRow = async ({ kysely }: Database): Promise<string | null | undefined> => {
  const change = await kysely.selectFrom('changes').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const latest = kysely.selectFrom('messages').select(({ fn }) => fn.max('created_at').as('at'))
  return [change?.at, (await latest.executeTakeFirst())?.at].filter(Boolean).sort().at(-1)
}

/**
 * Answers whether anything may be deleted by this time. A clock that is years ahead for one start must delete nothing: a time that is more
 * than seven days after all that is stored counts once clocks have run for a day, also over restarts, or gone on steadily for two weeks. docs/decisions/074-doubted-clock.md
 */
export const createClockGuard = (database: Database, log: Log, uptimeMs = () => performance.now()) => {
  let checkedAt = uptimeMs()
  let hasWarned = false

  const next = ({ believed, doubted }: Seen, now: number, ranMs: number): Seen => {
    if (now - believed <= doubtedAfterMs && believed - now <= doubtedBehindMs) return { believed: now }
    const isSteady = doubted && !isOfTheFuture(doubted.at, now) && now - doubted.at <= doubtedAfterMs
    if (!isSteady) return { believed, doubted: { at: now, ranMs: 0, since: now } }
    const at = Math.max(now, doubted.at)
    // The same hour of two processes counts once.
    const ran = doubted.ranMs + Math.min(ranMs, at - doubted.at)
    const { since = doubted.at } = doubted
    const isBelieved = ran >= oneDayMs || now - since >= believedAfterMs
    return isBelieved ? { believed: now } : { believed, doubted: { at, ranMs: ran, since } }
  }

  return async (now: number): Promise<boolean> => {
    const stored = await readMeta(database.kysely, key)
    const seen: Seen = stored ? JSON.parse(stored) : { believed: Date.parse((await newestRow(database)) ?? '') || now }
    const ran = uptimeMs() - checkedAt
    checkedAt = uptimeMs()
    const after = next(seen, now, ran)
    const latest = Math.max(latestOf(seen), after.believed)
    await writeMeta(database.kysely, key, JSON.stringify({ ...after, latest } satisfies Seen))
    // Nothing is deleted too early by a clock that is behind; visits have `latestBelieved`.
    const mayDelete = after.doubted === undefined || now < seen.believed
    if (!mayDelete && !hasWarned)
      log.warn(
        'Nothing is deleted by this clock until it has run for a day, or steadily on and off for two weeks: it is far ahead of all that is stored',
        {
          stored: new Date(seen.believed).toISOString(),
        },
      )
    hasWarned = !mayDelete
    return mayDelete
  }
}
