import { withAccounts } from '../../src/server/accounts/tables.ts'
import type { Database } from '../../src/server/db/database.ts'

/** Makes a session as old as if its person had signed in so many ms ago. */
export const signedInAgo = async ({ kysely, kind }: Database, sessionId: string, ms: number): Promise<void> => {
  const then = new Date(Date.now() - ms)
  const createdAt = kind === 'sqlite' ? then.toISOString() : then
  await withAccounts(kysely).updateTable('sessions').set({ createdAt }).where('id', '=', sessionId).execute()
}
