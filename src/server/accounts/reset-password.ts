import { randomInt } from 'node:crypto'
import { NotFound } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { hashPassword } from './password-hash.ts'
import { storePassword } from './store-password.ts'
import { withAccounts } from './tables.ts'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const word = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')

/**
 * Gives the account with this address a new password and returns it; every device is signed out and the second factor is taken off, since
 * whoever runs this at the server has lost both. Throws `NotFound`.
 */
export const resetPassword = async (database: Database, email: string): Promise<string> => {
  const address = email.trim().toLowerCase()
  // 20 characters out of 31, in groups that can be read aloud: 99 bits.
  const password = [word(), word(), word(), word()].join('-')
  const hash = await hashPassword(password)
  await database.transaction(async (trx) => {
    const db = withAccounts(trx)
    const user = await db.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst()
    if (!user) throw new NotFound('account', address)
    await storePassword(trx, user.id, hash)
    await db.deleteFrom('sessions').where('userId', '=', user.id).execute()
    await db.deleteFrom('two_factors').where('userId', '=', user.id).execute()
    await db
      .updateTable('users')
      .set({ twoFactorEnabled: database.kind === 'sqlite' ? 0 : false })
      .where('id', '=', user.id)
      .execute()
  })
  return password
}
