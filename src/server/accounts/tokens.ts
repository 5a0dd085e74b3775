import { createHash, randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { type ApiToken, newTokenSchema, type TokenScope } from '../../model/accounts/account.ts'
import { NotFound, Unavailable } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import type { Database } from '../db/database.ts'
import { withAccounts } from './tables.ts'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
const oneMinuteMs = 60_000

/** Keys with which scripts act for the owner; only their hashes are kept. */
export const createTokens = ({ kysely }: Database) => {
  const db = withAccounts(kysely)
  return {
    list: (userId: string): Promise<ApiToken[]> =>
      db
        .selectFrom('api_tokens')
        .select(['id', 'name', 'scope', 'createdAt', 'lastUsedAt'])
        .where('userId', '=', userId)
        .orderBy('id', 'desc')
        .execute(),

    /** Returns the secret, which cannot be read again. */
    create: async (userId: string, input: unknown): Promise<ApiToken & { secret: string }> => {
      const { name, scope } = parse(newTokenSchema, input)
      const secret = `vitrine_${randomBytes(32).toString('base64url')}`
      const token: ApiToken = { id: uuid(), name, scope, createdAt: new Date().toISOString(), lastUsedAt: null }
      await db
        .insertInto('api_tokens')
        .values({ ...token, userId, hash: hashOf(secret) })
        .execute()
      return { ...token, secret }
    },

    revoke: async (userId: string, id: string) => {
      const gone = await db
        .deleteFrom('api_tokens')
        .where('id', '=', id)
        .where('userId', '=', userId)
        .executeTakeFirst()
      if (gone.numDeletedRows === 0n) throw new NotFound('token', id)
    },

    /** Account and scope of this secret; undefined unless its creator is still the owner. */
    find: async (
      secret: string,
    ): Promise<{ id: string; userId: string; name: string; scope: TokenScope } | undefined> => {
      const found = await db
        .selectFrom('api_tokens')
        .innerJoin('users', 'users.id', 'api_tokens.userId')
        .select(['api_tokens.id', 'api_tokens.userId', 'api_tokens.name', 'api_tokens.scope', 'api_tokens.lastUsedAt'])
        .where('api_tokens.hash', '=', hashOf(secret))
        .where('users.role', '=', 'owner')
        .executeTakeFirst()
      if (!found) return undefined
      const { lastUsedAt, ...token } = found
      const now = Date.now()
      // At most once a minute, to spare a write with every call.
      if (lastUsedAt === null || now - Date.parse(lastUsedAt) > oneMinuteMs) {
        const used = { lastUsedAt: new Date(now).toISOString() }
        const noted = db.updateTable('api_tokens').set(used).where('id', '=', token.id).execute()
        // A full disk must not keep scripts from reading.
        await noted.catch((error: unknown) => {
          if (!(error instanceof Unavailable)) throw error
        })
      }
      return token
    },
  }
}
