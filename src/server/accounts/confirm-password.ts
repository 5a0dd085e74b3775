import type { Account } from '../../model/accounts/account.ts'
import { Invalid } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { verifyPassword } from './password-hash.ts'
import type { PasswordAttempts } from './password-tries.ts'
import { withAccounts } from './tables.ts'

/** Asks once more for the password before something grave; who signs in without one is let through. Throws `Invalid`, `TooMany`. */
export const createConfirmPassword =
  (database: Database, tries: PasswordAttempts) =>
  async (account: Account, password: string | undefined, sessionId: string): Promise<void> => {
    const stored = await withAccounts(database.kysely)
      .selectFrom('accounts')
      .select('password')
      .where('userId', '=', account.id)
      .where('providerId', '=', 'credential')
      .executeTakeFirst()
    const hash = stored?.password
    if (!hash) return
    if (password === undefined) throw new Invalid({ password: 'Enter your password.' })
    await tries.inSession(sessionId, async () => {
      if (!(await verifyPassword(hash, password))) throw new Invalid({ password: 'This is not your password.' })
    })
  }
