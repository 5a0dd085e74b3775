import type { Database } from '../db/database.ts'
import { cookiePrefix, cookieValues } from './cookies.ts'
import type { Caller } from './library-call.ts'
import { withAccounts } from './tables.ts'

/**
 * Account whose second step a caller is about to take, by the cookie that the first step set; for the log alone. The cookie's signature
 * is not checked: the challenge is as hard to guess as a session.
 */
export const createPendingSecondStep =
  ({ kysely }: Database, publicUrl: string) =>
  async ({ cookie }: Pick<Caller, 'cookie'>): Promise<string | undefined> => {
    const challenge = cookieValues(cookie, `${cookiePrefix(publicUrl)}.two_factor`)[0]?.split('.')[0]
    if (!challenge || challenge.includes('%')) return undefined
    const found = await withAccounts(kysely)
      .selectFrom('verifications')
      .select('value')
      .where('identifier', '=', challenge)
      .executeTakeFirst()
    return found?.value
  }
