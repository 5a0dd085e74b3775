import { sql } from 'kysely'
import { counted } from '../../model/counted.ts'
import { TooMany } from '../../model/errors.ts'
import type { Database, Reader } from '../db/database.ts'
import { type Clock, clockGraceMs, oneDayMs, oneMinuteMs, systemClock } from '../process/clock.ts'

interface Refusal {
  at: number
  windowEnd: number
  max: number
}

// Another process may uncount an attempt meanwhile, so the database is asked again soon.
const rememberMs = 1000
const maxRefusals = 10_000

/** Refusals that this process met a moment ago, so that a flood of attempts does not reach the database. */
const createRefusalsInMemory = () => {
  const refusals = new Map<string, Refusal>()
  return {
    /** End of the counter's window, in Unix ms, if it refused a moment ago. */
    windowEnd: (key: string, max: number, now: number): number | undefined => {
      const found = refusals.get(key)
      if (found?.max !== max || now < found.at || now >= Math.min(found.at + rememberMs, found.windowEnd))
        return undefined
      return found.windowEnd
    },
    add: (key: string, refusal: Refusal) => {
      refusals.delete(key)
      // A Map keeps the order of insertion: the oldest goes first.
      if (refusals.size >= maxRefusals) refusals.delete(refusals.keys().next().value as string)
      refusals.set(key, refusal)
    },
    remove: (key: string) => refusals.delete(key),
  }
}

/** The number of attempts in a window, which begins with the first of them. */
export interface AttemptLimit {
  max: number
  windowSeconds: number
}

export type Attempt = readonly [key: string, limit: AttemptLimit]

export type Attempts = ReturnType<typeof createAttempts>

/** Counts attempts in the database: across restarts and for all processes. A refused attempt is not counted and writes nothing. */
export const createAttempts = (database: Database, clock: () => number = Date.now) => {
  const { kysely } = database
  const refusals = createRefusalsInMemory()
  let cleanedAt = clock()

  const tooMany = (windowEnd: number, now: number) => {
    const seconds = Math.max(1, Math.ceil((windowEnd - now) / 1000))
    return new TooMany(`That was too often. Try again in ${seconds} seconds.`, seconds)
  }

  const takeOne = async (db: Reader, [key, { max, windowSeconds: window }]: Attempt, now: number) => {
    const end = now + window * 1000
    // A window that begins in the future comes from a wrong clock and locks nobody out. A minute is allowed for attempts of the same
    // moment that overtake each other.
    const over = sql<boolean>`(attempts.window_end <= ${now} or attempts.window_start > ${now + clockGraceMs})`
    const fresh = <T>(value: T, kept: string) => sql<T>`case when ${over} then ${value} else ${sql.ref(kept)} end`
    const taken = await db
      .insertInto('attempts')
      .values({ key, window_start: now, window_end: end, count: 1 })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            count: sql<number>`case when ${over} then 1 else attempts.count + 1 end`,
            window_start: fresh(sql`cast(${now} as bigint)`, 'attempts.window_start') as never,
            window_end: fresh(sql`cast(${end} as bigint)`, 'attempts.window_end') as never,
          })
          .where(sql<boolean>`${over} or attempts.count < ${max}`),
      )
      .returning('count')
      .executeTakeFirst()
    if (taken) return
    const row = await db.selectFrom('attempts').select('window_end').where('key', '=', key).executeTakeFirst()
    const windowEnd = row?.window_end ?? now
    refusals.add(key, { at: now, windowEnd, max })
    throw tooMany(windowEnd, now)
  }

  /** Deletes counters whose window is over and began after this time (Unix, ms); returns their number. */
  const cleanUp = async (begunAfter = 0): Promise<number> => {
    const { numDeletedRows } = await kysely
      .deleteFrom('attempts')
      .where('window_end', '<=', clock())
      .where('window_start', '>', begunAfter)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }

  /** Counts one attempt under each of these keys, or under none: throws `TooMany` when any is above its limit. */
  const takeAll = async (attempts: readonly Attempt[]): Promise<void> => {
    const now = clock()
    for (const [key, { max }] of attempts) {
      const windowEnd = refusals.windowEnd(key, max, now)
      if (windowEnd !== undefined) throw tooMany(windowEnd, now)
    }
    const [first] = attempts
    if (attempts.length === 1 && first) await takeOne(kysely, first, now)
    else
      await database.transaction(async (trx) => {
        for (const attempt of attempts) await takeOne(trx, attempt, now)
      })
    if (now - cleanedAt < oneMinuteMs && now >= cleanedAt) return
    cleanedAt = now
    // What may be used once in a week is left to the task that looks whether the clock can be believed.
    await cleanUp(now - oneDayMs)
  }

  return {
    take: (key: string, limit: AttemptLimit) => takeAll([[key, limit]]),
    takeAll,
    /** Counts one attempt if this transaction is committed. Throws `TooMany`. */
    takeWithin: (trx: Reader, key: string, limit: AttemptLimit) => takeOne(trx, [key, limit], clock()),

    /** Counted attempts under each of these keys, in their present windows. */
    counts: async (keys: readonly string[]): Promise<number[]> => {
      const now = clock()
      const rows = await kysely
        .selectFrom('attempts')
        .select(['key', 'count'])
        .where('key', 'in', keys)
        .where('window_end', '>', now)
        .where('window_start', '<=', now + clockGraceMs)
        .execute()
      const found = new Map(rows.map(({ key, count }) => [key, count]))
      return keys.map((key) => found.get(key) ?? 0)
    },

    release: async (...keys: string[]): Promise<void> => {
      for (const key of keys) refusals.remove(key)
      // One after the other: a statement over many rows could lock them in another order than `takeAll` does.
      for (const key of keys)
        await kysely
          .updateTable('attempts')
          .set((is) => ({ count: is('count', '-', 1) }))
          .where('key', '=', key)
          .where('count', '>', 0)
          .execute()
    },

    cleanUp: () => cleanUp(),
  }
}

/** The same refusal with the wait in minutes, which people read more easily; any other error unchanged. */
export const tooOften = (error: unknown): unknown => {
  if (!(error instanceof TooMany)) return error
  const minutes = Math.ceil(error.retryAfter / 60)
  const wait = counted(minutes, 'minute')
  return new TooMany(`Too many tries. Wait ${wait} and try again.`, error.retryAfter)
}

const maxKeys = 10_000

/**
 * Counts calls that store nothing, in this process's memory: they only cost the time of this process. The returned function counts
 * one call of a key and returns the seconds it has to wait: 0 up to `max` calls in `windowMs`.
 */
export const createMemoryLimit = (
  max: number,
  windowMs: number,
  clock: Pick<Clock, 'now'> = systemClock,
): ((key: string) => number) => {
  const windows = new Map<string, { start: number; count: number }>()
  return (key) => {
    const now = clock.now()
    const found = windows.get(key)
    if (found && now >= found.start && now < found.start + windowMs) {
      found.count += 1
      return found.count <= max ? 0 : Math.ceil((found.start + windowMs - now) / 1000)
    }
    windows.delete(key)
    // A Map keeps the order of insertion: the oldest window goes first.
    if (windows.size >= maxKeys) windows.delete(windows.keys().next().value as string)
    windows.set(key, { start: now, count: 1 })
    return 0
  }
}
