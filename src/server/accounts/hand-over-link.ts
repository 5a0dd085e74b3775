import { randomBytes } from 'node:crypto'
import { Gone, Invalid, NotFound } from '../../model/errors.ts'
import type { Database, Reader } from '../db/database.ts'
import { claimHash, handOverKey } from './claim-token.ts'
import { type EndedAccess, endAccess, endedTogether } from './ended-access.ts'
import { equalInConstantTime } from './equal-in-constant-time.ts'
import { withAccounts } from './tables.ts'

const oneDayMs = 86_400_000

interface StoredLink {
  hash: string
  /** ISO 8601. */
  expiresAt: string
  /** The owner who made it. */
  by: string
}

export interface HandOverLinks {
  /** Makes a token, good once and for 24 hours; one that was made before stops working. */
  create(owner: string): Promise<{ token: string; expiresAt: string }>
  /** The link that waits to be used; null when there is none. */
  current(): Promise<{ expiresAt: string } | null>
  /** Throws `NotFound`. */
  revoke(): Promise<void>
  /** Throws `Gone` unless the token is the one of the link that waits. */
  check(token: string): Promise<void>
  /**
   * Makes this account the owner and the former owner a member, within a transaction of the caller's. Ends the sessions, API tokens and steps
   * in progress of both, except the session given. Throws `Gone`; `Invalid` for the owner.
   */
  take(trx: Reader, userId: string, token: string, exceptSession: string): Promise<EndedAccess>
}

const gone = () =>
  new Gone(
    'This link does not make an owner any more: it was used or withdrawn, or its day is over. Ask for a new one.',
  )

/** The owner's role, handed over with a single-use link: an e-mail address in the list of users proves nothing about who holds the account. */
export const createHandOverLinks = (database: Database, clock: () => number = Date.now): HandOverLinks => {
  const stored = async (reader: Reader): Promise<{ value: string; link: StoredLink } | undefined> => {
    const row = await reader.selectFrom('meta').select('value').where('key', '=', handOverKey).executeTakeFirst()
    const link = row && (JSON.parse(row.value) as StoredLink)
    return link && Date.parse(link.expiresAt) > clock() ? { value: row.value, link } : undefined
  }
  const find = async (reader: Reader, token: string) => {
    const found = await stored(reader)
    if (!found || !equalInConstantTime(found.link.hash, claimHash(token))) throw gone()
    return found
  }

  return {
    create: async (owner) => {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(clock() + oneDayMs).toISOString()
      const value = JSON.stringify({ hash: claimHash(token), expiresAt, by: owner } satisfies StoredLink)
      await database.kysely
        .insertInto('meta')
        .values({ key: handOverKey, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
      return { token, expiresAt }
    },

    current: async () => {
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

    check: async (token) => {
      await find(database.kysely, token)
    },

    take: async (trx, userId, token, exceptSession) => {
      const { value, link } = await find(trx, token)
      if (link.by === userId)
        throw new Invalid({ token: 'You are the owner already. Send this link to your successor.' })
      // Deleting it is what one of many at once succeeds in.
      const used = await trx
        .deleteFrom('meta')
        .where('key', '=', handOverKey)
        .where('value', '=', value)
        .executeTakeFirst()
      if (used.numDeletedRows !== 1n) throw gone()
      const users = withAccounts(trx)
      // In this order: the database never allows two owners. Whoever made the link and is the owner no more has nothing to hand over.
      const left = await users
        .updateTable('users')
        .set({ role: 'member' })
        .where('id', '=', link.by)
        .where('role', '=', 'owner')
        .executeTakeFirst()
      if (left.numUpdatedRows !== 1n) throw gone()
      await users.updateTable('users').set({ role: 'owner' }).where('id', '=', userId).execute()
      const ways = ['sessions', 'tokens', 'inProgress'] as const
      const { kind } = database
      return endedTogether([
        await endAccess(trx, link.by, ways, { kind }),
        await endAccess(trx, userId, ways, { kind, exceptSession }),
      ])
    },
  }
}
