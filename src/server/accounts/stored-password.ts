import type { Reader } from '../db/database.ts'
import { withAccounts } from './tables.ts'

export const readPasswordHash = async (reader: Reader, userId: string): Promise<string | undefined> => {
  const stored = await withAccounts(reader)
    .selectFrom('accounts')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return stored?.password ?? undefined
}

/** Writes an account's password, whether it had one or not. */
export const storePasswordHash = async (trx: Reader, userId: string, hash: string): Promise<void> => {
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
