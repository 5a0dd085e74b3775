import { NotFound } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { type EndedAccess, endAccess, everyWay } from './ended-access.ts'
import { hashPassword } from './password-hash.ts'
import { readableSecret } from './readable-secret.ts'
import { storePasswordHash } from './stored-password.ts'
import { withAccounts } from './tables.ts'

/**
 * Sets a new password for the account with this email address and ends every other way into it, since somebody else may have access.
 * Throws `NotFound`.
 */
export const resetPassword = async (
  database: Database,
  email: string,
): Promise<{ password: string; ended: EndedAccess }> => {
  const address = email.trim().toLowerCase()
  const password = readableSecret(4)
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
