import type { SignInMethods } from '../../model/accounts/account.ts'
import { Invalid } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { hashPassword } from './password-hash.ts'
import { storePassword } from './store-password.ts'
import { isoTime, withAccounts } from './tables.ts'

export interface SignInMethodsStore {
  of(userId: string): Promise<SignInMethods>
  /** The first password of who came by Google. Throws `Invalid` when there is one: that is changed, not set. */
  setPassword(userId: string, password: string): Promise<void>
  /** Takes Google off. Throws `Invalid` when there is no password to come back with, or nothing to take off. */
  unlinkGoogle(userId: string): Promise<void>
}

/** The ways into an account besides passkeys: a password, Google, or both, and never none. */
export const createSignInMethods = (database: Database): SignInMethodsStore => {
  const read = async (reader: Database['kysely'], userId: string): Promise<SignInMethods> => {
    const rows = await withAccounts(reader)
      .selectFrom('accounts')
      .select(['providerId', 'password', 'createdAt'])
      .where('userId', '=', userId)
      .execute()
    const google = rows.find(({ providerId }) => providerId === 'google')
    return {
      password: rows.some(({ password }) => password !== null),
      google: google ? { since: isoTime(google.createdAt) } : null,
    }
  }

  return {
    of: (userId) => read(database.kysely, userId),

    setPassword: async (userId, password) => {
      const hash = await hashPassword(password)
      await database.transaction(async (trx) => {
        if ((await read(trx, userId)).password)
          throw new Invalid({ newPassword: 'You have a password already. Change it instead.' })
        await storePassword(trx, userId, hash)
      })
    },

    unlinkGoogle: (userId) =>
      database.transaction(async (trx) => {
        const { password, google } = await read(trx, userId)
        if (!google) throw new Invalid({ google: 'Google is not linked to your account.' })
        if (!password) throw new Invalid({ google: 'Google is how you sign in. Set a password first.' })
        await withAccounts(trx)
          .deleteFrom('accounts')
          .where('userId', '=', userId)
          .where('providerId', '=', 'google')
          .execute()
      }),
  }
}
