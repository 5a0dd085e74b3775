import type { Database } from '../db/database.ts'
import { withAccounts } from './tables.ts'

const oneMinuteMs = 60_000

/**
 * Removes what nobody needs any more: sessions and challenges that are over, and accounts that a process was killed in the middle of
 * making, which nobody could sign in to and whose address would stay taken. Returns how many.
 */
export const cleanUpAccounts = async ({ kysely, kind }: Database): Promise<number> => {
  const db = withAccounts(kysely)
  // As each database keeps times: text that sorts, or a time.
  const time = (at: number) => (kind === 'sqlite' ? new Date(at).toISOString() : new Date(at))
  const now = Date.now()
  const sessions = await db.deleteFrom('sessions').where('expiresAt', '<', time(now)).executeTakeFirstOrThrow()
  const challenges = await db.deleteFrom('verifications').where('expiresAt', '<', time(now)).executeTakeFirstOrThrow()
  const unfinished = await db
    .deleteFrom('users')
    .where('createdAt', '<', time(now - oneMinuteMs))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('accounts').select('accounts.id').whereRef('accounts.userId', '=', 'users.id'))),
    )
    .executeTakeFirstOrThrow()
  return Number(sessions.numDeletedRows + challenges.numDeletedRows + unfinished.numDeletedRows)
}
