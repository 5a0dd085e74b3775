import type { Database } from '../db/database.ts'
import { cookiePrefix } from './cookies.ts'
import type { Caller } from './library-call.ts'
import { withAccounts } from './tables.ts'

/**
 * Account whose second step a caller is about to take, by the cookie that the first one left; for the log alone. Its signature is not looked at:
 * what it names is as hard to guess as a session.
 */
export const createPendingSecondStep =
  ({ kysely }: Database, publicUrl: string) =>
  async ({ cookie }: Pick<Caller, 'cookie'>): Promise<string | undefined> => {
    const beginning = `${cookiePrefix(publicUrl)}.two_factor=`
    const pair = cookie
      .split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(beginning))
    const challenge = pair?.slice(beginning.length).split('.')[0]
    if (!challenge || challenge.includes('%')) return undefined
    const found = await withAccounts(kysely)
      .selectFrom('verifications')
      .select('value')
      .where('identifier', '=', challenge)
      .executeTakeFirst()
    return found?.value
  }
