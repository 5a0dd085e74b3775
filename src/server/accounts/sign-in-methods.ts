import type { SignInMethods } from '../../model/accounts/account.ts'
import { Invalid } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { hashPassword } from './password-hash.ts'
import { storePasswordHash } from './stored-password.ts'
import { isoTime, withAccounts } from './tables.ts'

/** Sign-in methods of an account besides passkeys: a password, Google, or both; never none. */
export const createSignInMethods = (database: Database) => {
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
    of: (userId: string) => read(database.kysely, userId),

    /** Sets the first password of an account that came by Google. Throws `Invalid` when it has one. */
    setPassword: async (userId: string, password: string) => {
      const hash = await hashPassword(password)
      await database.transaction(async (trx) => {
        if ((await read(trx, userId)).password)
          throw new Invalid({ newPassword: 'You have a password already. Change it instead.' })
        await storePasswordHash(trx, userId, hash)
      })
    },

    /** Throws `Invalid` when Google is not linked, or the only way in. */
    unlinkGoogle: (userId: string): Promise<void> =>
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
