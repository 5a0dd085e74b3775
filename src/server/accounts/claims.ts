import type { SignUp } from '../../model/accounts/account.ts'
import { Gone, Invalid } from '../../model/errors.ts'
import type { Database, Trx } from '../db/database.ts'
import { readMeta } from '../db/meta.ts'
import { UniqueViolation } from '../db/unique-violation.ts'
import { claimHash, claimKey, taken } from './claim-token.ts'
import { equalInConstantTime } from './constant-time.ts'
import { type EndedAccess, endAccess } from './ended-access.ts'
import type { HandOverLinks } from './hand-over-link.ts'
import { hashPassword } from './password-hash.ts'
import { storePasswordHash } from './stored-password.ts'
import { withAccounts } from './tables.ts'
import { giveWay, letIn } from './users.ts'

const gone = () => new Gone('This site has its owner; the claim link has been used.')

interface Claimed {
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

  const takeIn = async (trx: Trx, userId: string, token: string, sessionId: string): Promise<Claimed> => {
    await letIn(trx, userId)
    const value = await firstClaim(trx, token)
    if (value === undefined) return { handedOver: true, ended: await handOverLinks.take(trx, userId, token, sessionId) }
    const used = await trx
      .updateTable('meta')
      .set({ value: taken })
      .where('key', '=', claimKey)
      .where('value', '=', value)
      .executeTakeFirst()
    if (used.numUpdatedRows !== 1n) throw gone()
    await withAccounts(trx).updateTable('users').set({ role: 'owner' }).where('id', '=', userId).execute()
    const ended = await endAccess(trx, userId, ['sessions'], { kind: database.kind, exceptSession: sessionId })
    return { handedOver: false, ended }
  }

  const once = <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
    database.transaction(work).catch((error: unknown) => {
      throw error instanceof UniqueViolation ? gone() : error
    })

  return {
    /** Throws `Gone` for a link that was used or revoked, `Invalid` when the first claim’s token is wrong. */
    check: async (token: string) => {
      if ((await firstClaim(database.kysely, token)) === undefined) await handOverLinks.check(token)
    },

    /** Makes this account the owner and ends its sessions but the one given. The same errors; of many calls at once, one succeeds. */
    take: (userId: string, token: string, sessionId = ''): Promise<Claimed> =>
      once((trx) => takeIn(trx, userId, token, sessionId)),

    /**
     * Makes a new account the owner; one with its email address that nobody verified gives way, since the link proves more. Returns its
     * id. The same errors, and `Invalid` for a verified address or the owner’s.
     */
    register: async ({ password, ...person }: Omit<SignUp, 'claim' | 'invite'>, token: string): Promise<string> => {
      const [id, hash, now] = [crypto.randomUUID(), await hashPassword(password), new Date().toISOString()]
      await once(async (trx) => {
        await giveWay(trx, person.email, true)
        const { numInsertedOrUpdatedRows } = await withAccounts(trx)
          .insertInto('users')
          .values({ id, ...person, createdAt: now, updatedAt: now })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows !== 1n)
          throw new Invalid({ email: 'There is such an account. Sign in with it, then open the link again.' })
        await storePasswordHash(trx, id, hash)
        await takeIn(trx, id, token, '')
      })
      return id
    },
  }
}
