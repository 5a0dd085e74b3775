import type { Account, Role } from '../../model/account.ts'
import { Invalid, NotFound } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { isoTime, withAccounts } from './tables.ts'

export interface Users {
  list(): Promise<Account[]>
  /** Makes a member the owner, and the present owner a member. Both are signed out everywhere. Throws `NotFound`, `Invalid`. */
  handOver(from: string, to: string): Promise<void>
  /** Deletes a member with everything that is theirs. Throws `NotFound`; `Invalid` for the owner. */
  remove(id: string): Promise<void>
  /** The full names of those of these ids that have an account. */
  namesOf(ids: readonly string[]): Promise<Map<string, string>>
  /** Of the account with this address, in small letters. */
  idOf(email: string): Promise<string | undefined>
  /** The owner's address, for whoever writes to them. */
  ownerEmail(): Promise<string | undefined>
}

/** Everyone who has an account. */
export const createUsers = (database: Database): Users => {
  const db = withAccounts(database.kysely)
  return {
    list: async () => {
      const rows = await db.selectFrom('users').selectAll().orderBy('createdAt').orderBy('id').execute()
      return rows.map(({ id, name, surname, username, email, role, twoFactorEnabled, createdAt }) => ({
        id,
        name,
        surname,
        username,
        email,
        role,
        twoFactor: Boolean(twoFactorEnabled),
        timeStamp: isoTime(createdAt),
      }))
    },

    handOver: (from, to) =>
      database.transaction(async (trx) => {
        if (from === to) throw new Invalid({ role: 'You are the owner already.' })
        const users = withAccounts(trx)
        const set = (id: string, role: Role) =>
          users.updateTable('users').set({ role }).where('id', '=', id).executeTakeFirst()
        // In this order: the database never allows two owners, not for a moment.
        await set(from, 'member')
        if ((await set(to, 'owner')).numUpdatedRows !== 1n) throw new NotFound('account', to)
        await users.deleteFrom('sessions').where('userId', 'in', [from, to]).execute()
        await users.deleteFrom('api_tokens').where('userId', '=', from).execute()
      }),

    remove: (id) =>
      database.transaction(async (trx) => {
        const users = withAccounts(trx)
        const found = await users.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst()
        if (!found) throw new NotFound('account', id)
        if (found.role === 'owner')
          throw new Invalid({ role: 'The owner’s account cannot be deleted. Hand the role over first.' })
        // Sessions, keys and everything else of theirs go with it.
        await users.deleteFrom('users').where('id', '=', id).execute()
      }),

    namesOf: async (ids) => {
      if (ids.length === 0) return new Map()
      const rows = await db.selectFrom('users').select(['id', 'name', 'surname']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, name, surname }) => [id, `${name} ${surname}`]))
    },

    idOf: async (email) =>
      (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id,

    ownerEmail: async () =>
      (await db.selectFrom('users').select('email').where('role', '=', 'owner').executeTakeFirst())?.email,
  }
}
