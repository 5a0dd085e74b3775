import { timingSafeEqual } from 'node:crypto'
import { Gone, Invalid } from '../../model/errors.ts'
import { claimHash, claimKey, taken } from '../claim-token.ts'
import type { Database } from '../db/database.ts'
import { UniqueViolation } from '../db/unique-violation.ts'
import { withAccounts } from './tables.ts'

const gone = () => new Gone('This site has its owner; the claim link has been used.')

const equal = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

export interface Claims {
  /** Throws `Gone` once the role is taken, `Invalid` when the token is wrong. */
  check(token: string): Promise<void>
  /**
   * Makes this account the owner and ends its sessions but the one given. The same errors; of many who try at once, one succeeds.
   */
  take(userId: string, token: string, sessionId?: string): Promise<void>
}

/** The owner's role, taken once with the token that the first start prints. */
export const createClaims = (database: Database): Claims => {
  const check = async (kysely: Database['kysely'], token: string) => {
    const row = await kysely.selectFrom('meta').select('value').where('key', '=', claimKey).executeTakeFirst()
    if (!row || row.value === taken) throw gone()
    if (!equal(row.value, claimHash(token)))
      throw new Invalid({ token: 'This claim link is not the one that the server printed. Copy it again, whole.' })
    return row.value
  }

  return {
    check: async (token) => {
      await check(database.kysely, token)
    },
    take: async (userId, token, sessionId = '') => {
      try {
        await database.transaction(async (trx) => {
          const value = await check(trx, token)
          const used = await trx
            .updateTable('meta')
            .set({ value: taken })
            .where('key', '=', claimKey)
            .where('value', '=', value)
            .executeTakeFirst()
          if (used.numUpdatedRows !== 1n) throw gone()
          await withAccounts(trx).updateTable('users').set({ role: 'owner' }).where('id', '=', userId).execute()
          // What was signed in as a member is signed in no more.
          await withAccounts(trx)
            .deleteFrom('sessions')
            .where('userId', '=', userId)
            .where('id', '!=', sessionId)
            .execute()
        })
      } catch (error) {
        if (error instanceof UniqueViolation) throw gone()
        throw error
      }
    },
  }
}
