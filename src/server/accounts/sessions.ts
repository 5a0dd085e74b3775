import type { Session } from '../../model/accounts/account.ts'
import { NotFound } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { isoTime, withAccounts } from './tables.ts'

const oneDayMs = 86_400_000

/** In ms: after this long one signs in again, however often the session was used (ASVS 5.0, 7.3.2). */
export const maxSessionAgeMs = 90 * oneDayMs

export interface Sessions {
  /** The devices that are signed in, the last one used first. */
  list(userId: string, currentId: string): Promise<Session[]>
  /** Signs one device out, at once. Throws `NotFound`. */
  end(userId: string, id: string): Promise<void>
  /** Signs every device out but this one. */
  endOthers(userId: string, currentId: string): Promise<void>
}

/** Signed-in devices. */
export const createSessions = ({ kysely }: Database): Sessions => {
  const db = withAccounts(kysely)
  return {
    list: async (userId, currentId) => {
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
    end: async (userId, id) => {
      const ended = await db.deleteFrom('sessions').where('id', '=', id).where('userId', '=', userId).executeTakeFirst()
      if (ended.numDeletedRows === 0n) throw new NotFound('session', id)
    },
    endOthers: async (userId, currentId) => {
      await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', currentId).execute()
    },
  }
}
