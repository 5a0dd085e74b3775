import type { SignUp } from '../../model/accounts/account.ts'
import { Gone, Invalid, NotFound } from '../../model/errors.ts'
import { type Database, type Reader, readMeta, type Trx, writeMeta } from '../db/database.ts'
import { UniqueViolation } from '../db/postgres.ts'
import { clockGraceMs, oneDayMs } from '../process/clock.ts'
import { newLinkToken, sha256 } from '../process/sha256.ts'
import { claimKey, handOverKey, taken } from './claim-token.ts'
import { type EndedAccess, endAccess, endedTogether, holdSession, type SignedIn } from './ended-access.ts'
import { equalInConstantTime, hashPassword, storePasswordHash } from './passwords.ts'
import { withAccounts } from './tables.ts'
import { createUser, giveWay, letIn, makeOwner } from './users.ts'

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
    if (!equalInConstantTime(hash, sha256(token)))
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
    await makeOwner(trx, userId)
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
      const hash = await hashPassword(password)
      return once(async (trx) => {
        await giveWay(trx, person.email, true)
        const id = await createUser(trx, person)
        if (id === undefined)
          throw new Invalid({ email: 'There is such an account. Sign in with it, then open the link again.' })
        await storePasswordHash(trx, id, hash)
        await takeIn(trx, id, token, '')
        return id
      })
    },
  }
}

interface StoredLink {
  hash: string
  /** ISO 8601. */
  expiresAt: string
  by: string
}

const linkGone = () =>
  new Gone(
    'This link does not make an owner any more: it was used or withdrawn, or its day is over. Ask for a new one.',
  )

type HandOverLinks = ReturnType<typeof createHandOverLinks>

/** Single-use links that hand over the owner's role: an email address in the list of users does not prove who holds the account. */
export const createHandOverLinks = (database: Database, clock: () => number = Date.now) => {
  const stored = async (reader: Reader): Promise<{ value: string; link: StoredLink } | undefined> => {
    const value = await readMeta(reader, handOverKey)
    const link = value === undefined ? undefined : (JSON.parse(value) as StoredLink)
    const leftMs = link ? Date.parse(link.expiresAt) - clock() : 0
    // More than its day: it was made while a clock was ahead.
    return value !== undefined && link && leftMs > 0 && leftMs < oneDayMs + clockGraceMs ? { value, link } : undefined
  }
  const find = async (reader: Reader, token: string) => {
    const found = await stored(reader)
    if (!found || !equalInConstantTime(found.link.hash, sha256(token))) throw linkGone()
    return found
  }

  return {
    /** Replaces the link before. Throws `unauthenticated`. */
    create: async (owner: SignedIn): Promise<{ token: string; expiresAt: string }> => {
      const { token, hash } = newLinkToken()
      const expiresAt = new Date(clock() + oneDayMs).toISOString()
      const link: StoredLink = { hash, expiresAt, by: owner.userId }
      await database.transaction(async (trx) => {
        await holdSession(trx, owner, database.kind)
        await writeMeta(trx, handOverKey, JSON.stringify(link))
      })
      return { token, expiresAt }
    },

    current: async (): Promise<{ expiresAt: string } | null> => {
      const found = await stored(database.kysely)
      return found ? { expiresAt: found.link.expiresAt } : null
    },

    revoke: async () => {
      const { numDeletedRows } = await database.kysely
        .deleteFrom('meta')
        .where('key', '=', handOverKey)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new NotFound('hand-over link', 'any')
    },

    /** Throws `Gone` unless this is the token of the link that can be used now. */
    check: async (token: string) => {
      await find(database.kysely, token)
    },

    /**
     * Makes this account the owner and the former owner a member, within a transaction of the caller's. Ends the sessions, API tokens and
     * sign-ins in progress of both, except the session given. Throws `Gone`; `Invalid` for the owner; `unauthenticated` for an account
     * that is gone.
     */
    take: async (trx: Reader, userId: string, token: string, exceptSession: string): Promise<EndedAccess> => {
      const { value, link } = await find(trx, token)
      if (link.by === userId)
        throw new Invalid({ token: 'You are the owner already. Send this link to your successor.' })
      // Of many calls at once, one deletes it.
      const used = await trx
        .deleteFrom('meta')
        .where('key', '=', handOverKey)
        .where('value', '=', value)
        .executeTakeFirst()
      if (used.numDeletedRows !== 1n) throw linkGone()
      // In this order, since the database never allows two owners. A former owner has nothing to hand over.
      const left = await withAccounts(trx)
        .updateTable('users')
        .set({ role: 'member' })
        .where('id', '=', link.by)
        .where('role', '=', 'owner')
        .executeTakeFirst()
      if (left.numUpdatedRows !== 1n) throw linkGone()
      await makeOwner(trx, userId)
      const ways = ['sessions', 'tokens', 'inProgress'] as const
      const { kind } = database
      const ended = await endAccess(trx, link.by, ways, { kind })
      return endedTogether(ended, await endAccess(trx, userId, ways, { kind, exceptSession }))
    },
  }
}
