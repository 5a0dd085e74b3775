import { sql } from 'kysely'
import { TooMany } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import type { AttemptLimit, Attempts } from '../limits/attempts.ts'
import { tooOften } from '../limits/too-often.ts'
import type { Devices } from './devices.ts'
import { withAccounts } from './tables.ts'

const limit: AttemptLimit = { max: 5, windowSeconds: 15 * 60 }

/** Account whose code is checked: at sign-in, or of a session that sets an app up. */
export interface CodeOwner {
  userId: string
  sessionId?: string | undefined
}

export type CodeAttempts = ReturnType<typeof createCodeAttempts>

/**
 * Counts codes of second factors before they are checked: at most five wrong ones in a quarter of an hour, however many come at once.
 * A session and a known device have counters that nobody else can fill.
 */
export const createCodeAttempts = (database: Database, attempts: Attempts, devices: Devices) => {
  const takeFor = async (key: string) => {
    await attempts.take(key, limit).catch((error: unknown) => {
      throw tooOften(error)
    })
    return key
  }
  return {
    /** Counts one code; returns the counter's key. Throws `TooMany`, for right and wrong codes alike. */
    take: async ({ userId, sessionId }: CodeOwner, cookie: string): Promise<string> => {
      if (sessionId !== undefined) return takeFor(`code in ${sessionId}`)
      const device = await devices.known(cookie, userId)
      if (device !== undefined)
        try {
          return await takeFor(`code on ${device}`)
        } catch (error) {
          if (!(error instanceof TooMany)) throw error
        }
      return takeFor(`code of ${userId}`)
    },

    release: (key: string) => attempts.release(key).catch(() => {}),

    /**
     * Marks a TOTP step as used, and with it all older ones. False when it was used before: of many calls with the same code at once,
     * one gets true.
     */
    takeStep: async (twoFactorId: string, step: number): Promise<boolean> => {
      const { numUpdatedRows } = await withAccounts(database.kysely)
        .updateTable('two_factors')
        .set({ lastUsedStep: step })
        .where('id', '=', twoFactorId)
        // One that is more than a day ahead was used while the clock was wrong.
        .where(sql<boolean>`("lastUsedStep" is null or "lastUsedStep" < ${step} or "lastUsedStep" > ${step + 2880})`)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}
