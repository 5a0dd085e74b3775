import { randomInt } from 'node:crypto'
import { NotFound } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { type EndedAccess, endAccess, everyWay } from './ended-access.ts'
import { hashPassword } from './password-hash.ts'
import { storePasswordHash } from './stored-password.ts'
import { withAccounts } from './tables.ts'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const word = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')

/**
 * Sets a new password for the account with this email address and ends every other way into it, since somebody else may have access.
 * Throws `NotFound`.
 */
export const resetPassword = async (
  database: Database,
  email: string,
): Promise<{ password: string; ended: EndedAccess }> => {
  const address = email.trim().toLowerCase()
  // 20 characters out of 31, in groups that can be read aloud: 99 bits.
  const password = [word(), word(), word(), word()].join('-')
  const hash = await hashPassword(password)
  const ended = await database.transaction(async (trx) => {
    const db = withAccounts(trx)
    const user = await db.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst()
    if (!user) throw new NotFound('account', address)
    await storePasswordHash(trx, user.id, hash)
    return endAccess(trx, user.id, everyWay, { kind: database.kind })
  })
  return { password, ended }
}
