import { randomBytes } from 'node:crypto'
import { Gone, Invalid, NotFound } from '../../model/errors.ts'
import type { Database, Reader } from '../db/database.ts'
import { readMeta, writeMeta } from '../db/meta.ts'
import { clockGraceMs } from '../process/clock.ts'
import { claimHash, handOverKey } from './claim-token.ts'
import { equalInConstantTime } from './constant-time.ts'
import { type EndedAccess, endAccess, endedTogether } from './ended-access.ts'
import { withAccounts } from './tables.ts'

const oneDayMs = 86_400_000

interface StoredLink {
  hash: string
  /** ISO 8601. */
  expiresAt: string
  by: string
}

const gone = () =>
  new Gone(
    'This link does not make an owner any more: it was used or withdrawn, or its day is over. Ask for a new one.',
  )

export type HandOverLinks = ReturnType<typeof createHandOverLinks>

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
    if (!found || !equalInConstantTime(found.link.hash, claimHash(token))) throw gone()
    return found
  }

  return {
    create: async (owner: string): Promise<{ token: string; expiresAt: string }> => {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(clock() + oneDayMs).toISOString()
      const link: StoredLink = { hash: claimHash(token), expiresAt, by: owner }
      await writeMeta(database.kysely, handOverKey, JSON.stringify(link))
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
     * sign-ins in progress of both, except the session given. Throws `Gone`; `Invalid` for the owner.
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
      if (used.numDeletedRows !== 1n) throw gone()
      const users = withAccounts(trx)
      // In this order, since the database never allows two owners. A former owner has nothing to hand over.
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
      const ended = await endAccess(trx, link.by, ways, { kind })
      return endedTogether(ended, await endAccess(trx, userId, ways, { kind, exceptSession }))
    },
  }
}
