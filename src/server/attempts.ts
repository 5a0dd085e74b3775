import { sql } from 'kysely'
import { TooMany } from '../model/errors.ts'
import type { Database } from './db/database.ts'

export interface AttemptLimit {
  /** So many are let through … */
  max: number
  /** … in so many seconds, counted from the first. */
  window: number
}

/** Counts tries, in the database: over restarts and for all processes. */
export interface Attempts {
  /** Counts one try under this key; throws `TooMany` above the limit. */
  take(key: string, limit: AttemptLimit): Promise<void>
  /** Takes one try back: it turned out to be none that is to be counted. */
  giveBack(key: string): Promise<void>
}

const aMinute = 60_000

export const createAttempts = ({ kysely }: Database, clock: () => number = Date.now): Attempts => {
  let swept = clock()
  return {
    take: async (key, { max, window }) => {
      const now = clock()
      const end = now + window * 1000
      // A window that begins in the future is of a clock that was wrong; it locks nobody out. Tries of the same moment may
      // overtake each other, though, and that must not begin a window anew.
      const over = sql<boolean>`attempts.window_end <= ${now} or attempts.window_start > ${now + aMinute}`
      const fresh = <T>(value: T, kept: string) => sql<T>`case when ${over} then ${value} else ${sql.ref(kept)} end`
      const { count, window_end } = await kysely
        .insertInto('attempts')
        .values({ key, window_start: now, window_end: end, count: 1 })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`case when ${over} then 1 else attempts.count + 1 end`,
            window_start: fresh(sql`cast(${now} as bigint)`, 'attempts.window_start') as never,
            window_end: fresh(sql`cast(${end} as bigint)`, 'attempts.window_end') as never,
          }),
        )
        .returning(['count', 'window_end'])
        .executeTakeFirstOrThrow()
      if (now - swept >= aMinute || now < swept) {
        swept = now
        await kysely.deleteFrom('attempts').where('window_end', '<=', now).execute()
      }
      if (count <= max) return
      const seconds = Math.ceil((window_end - now) / 1000)
      throw new TooMany(`That was too often. Try again in ${seconds} seconds.`, seconds)
    },

    giveBack: async (key) => {
      await kysely
        .updateTable('attempts')
        .set((is) => ({ count: is('count', '-', 1) }))
        .where('key', '=', key)
        .where('count', '>', 0)
        .execute()
    },
  }
}
