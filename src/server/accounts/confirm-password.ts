import type { Account } from '../../model/accounts/account.ts'
import { Invalid } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import { verifyPassword } from './password-hash.ts'
import { readPasswordHash } from './stored-password.ts'

/** Checks the password again before a grave change; accounts without a password pass. Throws `Invalid`, `TooMany`. */
export const createConfirmPassword =
  ({ kysely }: Database, passwordAttempts: PasswordAttempts) =>
  async (account: Account, password: string | undefined, sessionId: string): Promise<void> => {
    const hash = await readPasswordHash(kysely, account.id)
    if (hash === undefined) return
    if (password === undefined) throw new Invalid({ password: 'Enter your password.' })
    await passwordAttempts.inSession(sessionId, async () => {
      if (!(await verifyPassword(hash, password))) throw new Invalid({ password: 'This is not your password.' })
    })
  }
