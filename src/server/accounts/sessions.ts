import type { Session } from '../../model/accounts/account.ts'
import { NotFound } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { isoTime, withAccounts } from './tables.ts'

/** Days without a visit after which a session ends. */
export const sessionDays = 14

/** In ms: after this time a session ends, however often it was used (ASVS 5.0, 7.3.2). */
export const maxSessionAgeMs = 90 * 86_400_000

export const createSessions = ({ kysely }: Database) => {
  const db = withAccounts(kysely)
  return {
    /** The last one used first. */
    list: async (userId: string, currentId: string): Promise<Session[]> => {
      const rows = await db
        .selectFrom('sessions')
        .select(['id', 'userAgent', 'ipAddress', 'createdAt', 'updatedAt', 'expiresAt'])
        .where('userId', '=', userId)
        .orderBy('updatedAt', 'desc')
        .execute()
      return rows
        .filter(({ expiresAt }) => new Date(expiresAt).getTime() > Date.now())
        .map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
          id,
          device: userAgent ?? '',
          ip: ipAddress ?? '',
          createdAt: isoTime(createdAt),
          lastSeenAt: isoTime(updatedAt),
          current: id === currentId,
        }))
    },
    end: async (userId: string, id: string) => {
      const ended = await db.deleteFrom('sessions').where('id', '=', id).where('userId', '=', userId).executeTakeFirst()
      if (ended.numDeletedRows === 0n) throw new NotFound('session', id)
    },
    endOthers: async (userId: string, currentId: string) => {
      await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', currentId).execute()
    },
  }
}
