import type { DatabaseKind, Reader } from '../db/database.ts'
import { handOverKey } from './claim-token.ts'
import { withAccounts } from './tables.ts'

/** Ways into an account, each with its name for people: one, several. */
const names = {
  sessions: ['session', 'sessions'],
  passkeys: ['passkey', 'passkeys'],
  google: ['linked Google account', 'linked Google accounts'],
  tokens: ['API token', 'API tokens'],
  secondFactors: ['second factor', 'second factors'],
  inProgress: ['sign-in or linking in progress', 'sign-ins or linkings in progress'],
  handOverLinks: ['hand-over link', 'hand-over links'],
} as const

export type AccessWay = keyof typeof names

/** The number of each way that was ended; without those of which there was none. */
export type EndedAccess = Partial<Record<AccessWay, number>>

/** Such as `2 sessions, 1 passkey`. */
export const endedInWords = (ended: EndedAccess): string =>
  Object.entries(ended)
    .map(([way, count]) => `${count} ${names[way as AccessWay][count === 1 ? 0 : 1]}`)
    .join(', ') || 'nothing'

/** Sums of several. */
export const endedTogether = (all: readonly EndedAccess[]): EndedAccess => {
  const sum: EndedAccess = {}
  for (const ended of all)
    for (const [way, count] of Object.entries(ended) as [AccessWay, number][]) sum[way] = (sum[way] ?? 0) + count
  return sum
}

type End = (trx: Reader, userId: string, options: { kind: DatabaseKind; exceptSession: string }) => Promise<bigint>

const ends: Record<AccessWay, End> = {
  sessions: async (trx, userId, { exceptSession }) =>
    (
      await withAccounts(trx)
        .deleteFrom('sessions')
        .where('userId', '=', userId)
        .where('id', '!=', exceptSession)
        .executeTakeFirst()
    ).numDeletedRows,
  passkeys: async (trx, userId) =>
    (await withAccounts(trx).deleteFrom('passkeys').where('userId', '=', userId).executeTakeFirst()).numDeletedRows,
  google: async (trx, userId) =>
    (
      await withAccounts(trx)
        .deleteFrom('accounts')
        .where('userId', '=', userId)
        .where('providerId', '!=', 'credential')
        .executeTakeFirst()
    ).numDeletedRows,
  tokens: async (trx, userId) =>
    (await withAccounts(trx).deleteFrom('api_tokens').where('userId', '=', userId).executeTakeFirst()).numDeletedRows,
  secondFactors: async (trx, userId, { kind }) => {
    const db = withAccounts(trx)
    const { numDeletedRows } = await db.deleteFrom('two_factors').where('userId', '=', userId).executeTakeFirst()
    const twoFactorEnabled = kind === 'sqlite' ? 0 : false
    await db.updateTable('users').set({ twoFactorEnabled }).where('id', '=', userId).execute()
    return numDeletedRows
  },
  // The library keeps the account's id in what it remembers of a second step, a passkey being added and Google being linked.
  inProgress: async (trx, userId) =>
    (await withAccounts(trx).deleteFrom('verifications').where('value', 'like', `%${userId}%`).executeTakeFirst())
      .numDeletedRows,
  handOverLinks: async (trx, userId) =>
    (
      await trx
        .deleteFrom('meta')
        .where('key', '=', handOverKey)
        .where('value', 'like', `%"${userId}"%`)
        .executeTakeFirst()
    ).numDeletedRows,
}

/** Ends these ways into an account, except one session where it is named, and counts what was there. */
export const endAccess = async (
  trx: Reader,
  userId: string,
  ways: readonly AccessWay[],
  { kind, exceptSession = '' }: { kind: DatabaseKind; exceptSession?: string | undefined },
): Promise<EndedAccess> => {
  const ended: EndedAccess = {}
  for (const way of ways) {
    const count = Number(await ends[way](trx, userId, { kind, exceptSession }))
    if (count > 0) ended[way] = count
  }
  return ended
}

/** Every way into an account besides its password. */
export const everyWay = Object.keys(names) as AccessWay[]
