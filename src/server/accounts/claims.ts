import { Gone, Invalid } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { UniqueViolation } from '../db/unique-violation.ts'
import { claimHash, claimKey, taken } from './claim-token.ts'
import { type EndedAccess, endAccess } from './ended-access.ts'
import { equalInConstantTime } from './equal-in-constant-time.ts'
import type { HandOverLinks } from './hand-over-link.ts'
import { withAccounts } from './tables.ts'

const gone = () => new Gone('This site has its owner; the claim link has been used.')

export interface Claimed {
  /** True when somebody else was the owner until now. */
  handedOver: boolean
  ended: EndedAccess
}

export interface Claims {
  /** Throws `Gone` for a link that makes no owner any more, `Invalid` when the first claim's token is wrong. */
  check(token: string): Promise<void>
  /**
   * Makes this account the owner and ends its sessions but the one given. The same errors; of many who try at once, one succeeds.
   */
  take(userId: string, token: string, sessionId?: string): Promise<Claimed>
}

/** The owner's role: taken first with the token that the first start prints, then with a link of the owner's. */
export const createClaims = (database: Database, handOverLinks: HandOverLinks): Claims => {
  /** The stored hash while the first claim is open; undefined once there was an owner. */
  const firstClaim = async (kysely: Database['kysely'], token: string) => {
    const row = await kysely.selectFrom('meta').select('value').where('key', '=', claimKey).executeTakeFirst()
    if (!row || row.value === taken) return undefined
    if (!equalInConstantTime(row.value, claimHash(token)))
      throw new Invalid({ token: 'This claim link is not the one that the server printed. Copy it again, whole.' })
    return row.value
  }

  return {
    check: async (token) => {
      if ((await firstClaim(database.kysely, token)) === undefined) await handOverLinks.check(token)
    },
    take: async (userId, token, sessionId = '') => {
      try {
        return await database.transaction(async (trx) => {
          const value = await firstClaim(trx, token)
          if (value === undefined)
            return { handedOver: true, ended: await handOverLinks.take(trx, userId, token, sessionId) }
          const used = await trx
            .updateTable('meta')
            .set({ value: taken })
            .where('key', '=', claimKey)
            .where('value', '=', value)
            .executeTakeFirst()
          if (used.numUpdatedRows !== 1n) throw gone()
          await withAccounts(trx).updateTable('users').set({ role: 'owner' }).where('id', '=', userId).execute()
          // What was signed in as a member is signed in no more.
          const { kind } = database
          const ended = await endAccess(trx, userId, ['sessions'], { kind, exceptSession: sessionId })
          return { handedOver: false, ended }
        })
      } catch (error) {
        if (error instanceof UniqueViolation) throw gone()
        throw error
      }
    },
  }
}
