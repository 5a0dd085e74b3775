import { VitrineError } from '../../model/errors.ts'
import type { DatabaseKind, Reader } from '../db/database.ts'
import { handOverKey } from './claim-token.ts'
import { withAccounts } from './tables.ts'

interface EndOptions {
  kind: DatabaseKind
  exceptSession?: string | undefined
}

interface Deletion {
  executeTakeFirst(): Promise<{ numDeletedRows: bigint }>
}

interface Way {
  /** Name for people: of one, of several. */
  names: readonly [one: string, several: string]
  end: (trx: Reader, userId: string, options: EndOptions) => Deletion
}

const rowsOf = (
  trx: Reader,
  table: 'sessions' | 'accounts' | 'passkeys' | 'api_tokens' | 'two_factors' | 'password_resets',
  userId: string,
) => withAccounts(trx).deleteFrom(table).where('userId', '=', userId)

const ways = {
  sessions: {
    names: ['session', 'sessions'],
    end: (trx, userId, { exceptSession = '' }) => rowsOf(trx, 'sessions', userId).where('id', '!=', exceptSession),
  },
  passkeys: { names: ['passkey', 'passkeys'], end: (trx, userId) => rowsOf(trx, 'passkeys', userId) },
  google: {
    names: ['linked Google account', 'linked Google accounts'],
    end: (trx, userId) =>
      withAccounts(trx).deleteFrom('accounts').where('userId', '=', userId).where('providerId', '!=', 'credential'),
  },
  tokens: { names: ['API token', 'API tokens'], end: (trx, userId) => rowsOf(trx, 'api_tokens', userId) },
  secondFactors: {
    names: ['second factor', 'second factors'],
    end: (trx, userId) => rowsOf(trx, 'two_factors', userId),
  },
  // Second steps. A passkey being added and Google being linked need a session.
  inProgress: {
    names: ['sign-in in progress', 'sign-ins in progress'],
    end: (trx, userId) => withAccounts(trx).deleteFrom('verifications').where('value', '=', userId),
  },
  passwordLinks: {
    names: ['link for a new password', 'links for a new password'],
    end: (trx, userId) => rowsOf(trx, 'password_resets', userId),
  },
  handOverLinks: {
    names: ['hand-over link', 'hand-over links'],
    end: (trx, userId) => trx.deleteFrom('meta').where('key', '=', handOverKey).where('value', 'like', `%"${userId}"%`),
  },
} satisfies Record<string, Way>

type AccessWay = keyof typeof ways

export const everyWay = Object.keys(ways) as AccessWay[]

/** The number of each way that was ended; without those of which there was none. */
export type EndedAccess = Partial<Record<AccessWay, number>>

/** Such as `2 sessions, 1 passkey`. */
export const endedInWords = (ended: EndedAccess): string =>
  Object.entries(ended)
    .map(([way, count]) => `${count} ${ways[way as AccessWay].names[count === 1 ? 0 : 1]}`)
    .join(', ') || 'nothing'

export const endedTogether = (one: EndedAccess, other: EndedAccess): EndedAccess =>
  Object.fromEntries(
    everyWay.flatMap((way) => {
      const count = (one[way] ?? 0) + (other[way] ?? 0)
      return count > 0 ? [[way, count]] : []
    }),
  )

/** True while what somebody signs in by still lets in; used up by that where it works once. */
export type Proof = (trx: Reader) => Promise<boolean>

/**
 * Waits for whoever ends or uses ways into this account just now, until this transaction's end: what was checked while a way was ended
 * opens nothing. SQLite has one writer at a time anyway.
 */
export const holdAccount = async (trx: Reader, userId: string, kind: DatabaseKind): Promise<void> => {
  if (kind === 'postgres')
    await withAccounts(trx).selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** Whose session a call came with. */
export interface SignedIn {
  userId: string
  proof: Proof
}

/** Throws `unauthenticated` unless this session still lets in when the transaction ends: the body of its call may have taken its time. */
export const holdSession = async (trx: Reader, { userId, proof }: SignedIn, kind: DatabaseKind): Promise<void> => {
  await holdAccount(trx, userId, kind)
  if (!(await proof(trx))) throw new VitrineError('unauthenticated', 'You were signed out meanwhile. Sign in again.')
}

/** Ends these ways into an account, except one session where it is named, and counts them. */
export const endAccess = async (
  trx: Reader,
  userId: string,
  ended: readonly AccessWay[],
  options: EndOptions,
): Promise<EndedAccess> => {
  await holdAccount(trx, userId, options.kind)
  const counts: EndedAccess = {}
  for (const way of ended) {
    const { numDeletedRows } = await ways[way].end(trx, userId, options).executeTakeFirst()
    if (numDeletedRows > 0n) counts[way] = Number(numDeletedRows)
  }
  if (ended.includes('secondFactors')) {
    const twoFactorEnabled = options.kind === 'sqlite' ? 0 : false
    await withAccounts(trx).updateTable('users').set({ twoFactorEnabled }).where('id', '=', userId).execute()
  }
  return counts
}
