import type { Reader } from '../db/database.ts'
import { withAccounts } from './tables.ts'

/** Writes an account's password, whether it had one or not. */
export const storePassword = async (trx: Reader, userId: string, hash: string): Promise<void> => {
  const db = withAccounts(trx)
  const now = new Date().toISOString()
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ password: hash, updatedAt: now })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const account = { id: crypto.randomUUID(), userId, accountId: userId, providerId: 'credential', password: hash }
  await db
    .insertInto('accounts')
    .values({ ...account, createdAt: now, updatedAt: now })
    .execute()
}
