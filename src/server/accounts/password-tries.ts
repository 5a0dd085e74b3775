import { createHash } from 'node:crypto'
import { TooMany } from '../../model/errors.ts'
import type { AttemptLimit, Attempts } from '../attempts.ts'

const quarterHour = 15 * 60
const perAccount: AttemptLimit = { max: 5, window: quarterHour }
const perAddress: AttemptLimit = { max: 20, window: quarterHour }
// One password tried on every account from everywhere: it ends here, for all, until the quarter of an hour is over.
const together: AttemptLimit = { max: 50, window: quarterHour }
const signUpsPerAddress: AttemptLimit = { max: 20, window: quarterHour }
const signUpsTogether: AttemptLimit = { max: 200, window: 60 * 60 }
const claimsTogether: AttemptLimit = { max: 20, window: quarterHour }

export interface PasswordTries {
  /**
   * Runs one try of an account's password. It is counted before it is looked at, so that many at once are no way around,
   * and not counted once it has succeeded. Throws `TooMany`.
   */
  run<T>(account: string, address: string, work: () => Promise<T>): Promise<T>
  /** Counts one registration. Throws `TooMany`. */
  signUp(address: string): Promise<void>
  /** Runs one try of the claim token. Throws `TooMany`. */
  claim<T>(work: () => Promise<T>): Promise<T>
}

const tooOften = (error: unknown) => {
  if (!(error instanceof TooMany)) return error
  const minutes = Math.ceil(error.retryAfter / 60)
  return new TooMany(
    `Too many tries. Wait ${minutes} minute${minutes === 1 ? '' : 's'} and try again.`,
    error.retryAfter,
  )
}

/** Holds guessing off by counters in the database; `limited` is off for load tests alone. */
export const createPasswordTries = (attempts: Attempts, limited: boolean): PasswordTries => {
  const counted = async <T>(keys: [key: string, limit: AttemptLimit][], work: () => Promise<T>): Promise<T> => {
    if (!limited) return work()
    for (const [key, limit] of keys)
      await attempts.take(key, limit).catch((error) => {
        throw tooOften(error)
      })
    const result = await work()
    for (const [key] of keys) await attempts.giveBack(key)
    return result
  }
  // Counters are no list of who has an account here.
  const named = (account: string) => createHash('sha256').update(account).digest('base64url').slice(0, 22)

  return {
    run: (account, address, work) =>
      counted(
        [
          [`password of ${named(account)}`, perAccount],
          [`password from ${address}`, perAddress],
          ['password', together],
        ],
        work,
      ),
    signUp: async (address) => {
      if (!limited) return
      try {
        await attempts.take(`sign-up from ${address}`, signUpsPerAddress)
        await attempts.take('sign-up', signUpsTogether)
      } catch (error) {
        throw tooOften(error)
      }
    },
    claim: (work) => counted([['claim', claimsTogether]], work),
  }
}
