import { Gone, Invalid } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { readMeta } from '../db/meta.ts'
import { UniqueViolation } from '../db/unique-violation.ts'
import { claimHash, claimKey, taken } from './claim-token.ts'
import { equalInConstantTime } from './constant-time.ts'
import { type EndedAccess, endAccess } from './ended-access.ts'
import type { HandOverLinks } from './hand-over-link.ts'
import { withAccounts } from './tables.ts'

const gone = () => new Gone('This site has its owner; the claim link has been used.')

export interface Claimed {
  handedOver: boolean
  ended: EndedAccess
}

export type Claims = ReturnType<typeof createClaims>

/** The owner's role: taken first with the token that the first start prints, then with a link of the owner's. */
export const createClaims = (database: Database, handOverLinks: HandOverLinks) => {
  /** The stored hash while the first claim is open; undefined once there was an owner. */
  const firstClaim = async (kysely: Database['kysely'], token: string) => {
    const hash = await readMeta(kysely, claimKey)
    if (hash === undefined || hash === taken) return undefined
    if (!equalInConstantTime(hash, claimHash(token)))
      throw new Invalid({ token: 'This claim link is not the one that the server printed. Copy it again, whole.' })
    return hash
  }

  return {
    /** Throws `Gone` for a link that was used or revoked, `Invalid` when the first claim’s token is wrong. */
    check: async (token: string) => {
      if ((await firstClaim(database.kysely, token)) === undefined) await handOverLinks.check(token)
    },
    /** Makes this account the owner and ends its sessions but the one given. The same errors; of many calls at once, one succeeds. */
    take: async (userId: string, token: string, sessionId = ''): Promise<Claimed> => {
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
