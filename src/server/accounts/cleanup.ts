import type { Database } from '../db/database.ts'
import { withAccounts } from './tables.ts'

const oneMinuteMs = 60_000

/**
 * Deletes expired sessions, challenges and links, and unfinished accounts of a process that was killed: nobody could sign in to them, and their
 * email addresses would stay taken. Returns their number.
 */
export const cleanUpAccounts = async ({ kysely, kind }: Database): Promise<number> => {
  const db = withAccounts(kysely)
  const time = (at: number) => (kind === 'sqlite' ? new Date(at).toISOString() : new Date(at))
  const now = Date.now()
  const sessions = await db.deleteFrom('sessions').where('expiresAt', '<', time(now)).executeTakeFirstOrThrow()
  const challenges = await db.deleteFrom('verifications').where('expiresAt', '<', time(now)).executeTakeFirstOrThrow()
  // Their times are texts in both databases.
  const over = new Date(now).toISOString()
  const resets = await db.deleteFrom('password_resets').where('expires_at', '<', over).executeTakeFirstOrThrow()
  const invitations = await db.deleteFrom('invitations').where('expires_at', '<', over).executeTakeFirstOrThrow()
  const unfinished = await db
    .deleteFrom('users')
    .where('createdAt', '<', time(now - oneMinuteMs))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('accounts').select('accounts.id').whereRef('accounts.userId', '=', 'users.id'))),
    )
    .executeTakeFirstOrThrow()
  const deleted = [sessions, challenges, resets, invitations, unfinished]
  return deleted.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}
