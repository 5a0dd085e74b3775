import type { Account } from '../../model/accounts/account.ts'
import { Invalid, NotFound } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { pageOf, pageSize } from '../db/paging.ts'
import { isoTime, withAccounts } from './tables.ts'

interface UserRow extends Omit<Account, 'twoFactor' | 'timeStamp'> {
  twoFactorEnabled?: number | boolean | null | undefined
  createdAt: string | Date
}

export const accountOf = ({
  id,
  name,
  surname,
  username,
  email,
  role,
  twoFactorEnabled,
  createdAt,
}: UserRow): Account => ({
  ...{ id, name, surname, username, email, role },
  twoFactor: Boolean(twoFactorEnabled),
  timeStamp: isoTime(createdAt),
})

export type Users = ReturnType<typeof createUsers>

export const createUsers = (database: Database) => {
  const db = withAccounts(database.kysely)
  return {
    /** One page of everyone, the oldest account first. Throws `Invalid` for a malformed cursor. */
    list: async ({
      limit,
      cursor,
    }: {
      limit?: number | undefined
      cursor?: string | undefined
    } = {}): Promise<{ users: Account[]; next: string | null }> => {
      const size = pageSize(limit)
      let query = db.selectFrom('users').selectAll()
      if (cursor !== undefined) {
        const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z) ([\w-]{1,64})$/.exec(cursor) ?? []
        if (at === undefined || id === undefined || Number.isNaN(Date.parse(at)))
          throw new Invalid({ cursor: 'Start the list again.' })
        const time = database.kind === 'sqlite' ? at : new Date(at)
        query = query.where(({ or, and, eb }) =>
          or([eb('createdAt', '>', time), and([eb('createdAt', '=', time), eb('id', '>', id)])]),
        )
      }
      const rows = await query
        .orderBy('createdAt')
        .orderBy('id')
        .limit(size + 1)
        .execute()
      const { items, next } = pageOf(rows, size, ({ createdAt, id }) => `${isoTime(createdAt)} ${id}`)
      return { users: items.map(accountOf), next }
    },

    /** Deletes a member with everything that is theirs. Throws `NotFound`; `Invalid` for the owner. */
    remove: (id: string): Promise<void> =>
      database.transaction(async (trx) => {
        const users = withAccounts(trx)
        const found = await users.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst()
        if (!found) throw new NotFound('account', id)
        if (found.role === 'owner')
          throw new Invalid({ role: 'The owner’s account cannot be deleted. Hand the role over first.' })
        await users.deleteFrom('users').where('id', '=', id).execute()
      }),

    namesOf: async (ids: readonly string[]): Promise<Map<string, string>> => {
      if (ids.length === 0) return new Map()
      const rows = await db.selectFrom('users').select(['id', 'name', 'surname']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, name, surname }) => [id, `${name} ${surname}`]))
    },

    idOf: async (email: string): Promise<string | undefined> =>
      (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id,

    ownerEmail: async (): Promise<string | undefined> =>
      (await db.selectFrom('users').select('email').where('role', '=', 'owner').executeTakeFirst())?.email,
  }
}
