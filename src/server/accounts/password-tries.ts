import { createHash } from 'node:crypto'
import { Invalid, TooMany, VitrineError } from '../../model/errors.ts'
import { networkOf } from '../endpoint/client-ip.ts'
import type { Attempt, AttemptLimit, Attempts } from '../limits/attempts.ts'
import { tooOften } from '../limits/too-often.ts'
import { createWaitingLine } from '../limits/waiting-line.ts'
import type { Clock } from '../process/clock.ts'

const quarterHour = 15 * 60
/** Wrong passwords of an account, of a device that has signed in to it before, and within a session. */
const perAccount: AttemptLimit = { max: 5, windowSeconds: quarterHour }
const perIp: AttemptLimit = { max: 20, windowSeconds: quarterHour }
// One password tried on every account from everywhere: from here on one try a second is looked at.
const togetherFreely = 50
// Counts without refusing anybody.
const countedOnly: AttemptLimit = { max: 1_000_000, windowSeconds: quarterHour }
const slowMs = 1000
// Nobody waits longer than a browser's patience, and no more memory is held than that.
const mostWaiting = 10
/** Passwords looked at, right or wrong: each takes 19 MiB and some 30 ms, and a right one stores a session. */
const signIns: AttemptLimit = { max: 100, windowSeconds: quarterHour }
const signUpsPerIp: AttemptLimit = { max: 20, windowSeconds: quarterHour }
const signUpsGlobal: AttemptLimit = { max: 200, windowSeconds: 60 * 60 }
const claimsPerAddress: AttemptLimit = { max: 20, windowSeconds: quarterHour }

/** Source of a password attempt. */
export interface Trier {
  /** Its e-mail address as typed, whether there is such an account or not. */
  account: string
  address: string
  /** Known to have signed in to this account before. */
  device?: string | undefined
}

/** Tries are counted before they are looked at, so that many at once are no way around; only a wrong one stays counted. All throw `TooMany`. */
export interface PasswordAttempts {
  /** Runs one try from outside. A known device has counters that nobody else can fill. */
  run<T>(trier: Trier, work: () => Promise<T>): Promise<T>
  /** Runs one try of who is signed in already. */
  inSession<T>(sessionId: string, work: () => Promise<T>): Promise<T>
  /** Counts one registration. */
  signUp(address: string): Promise<void>
  /** Runs one try of the claim token. */
  claim<T>(address: string, work: () => Promise<T>): Promise<T>
}

/** True when the credential was wrong, rather than the server unable to check it. */
const isWrong = (error: unknown) =>
  error instanceof Invalid || (error instanceof VitrineError && error.code === 'unauthenticated')

/** Holds guessing off by counters in the database; `limited` is off for load tests alone. */
export const createPasswordAttempts = (attempts: Attempts, limited: boolean, clock?: Clock): PasswordAttempts => {
  const line = createWaitingLine(slowMs, mostWaiting, clock)
  // Counters are no list of who has an account here.
  const named = (account: string) => createHash('sha256').update(account).digest('base64url').slice(0, 22)
  const all = 'password'

  const takeAll = (tries: Attempt[]) =>
    attempts.takeAll(tries).catch((error: unknown) => {
      throw tooOften(error)
    })

  const settled = async <T>(keys: string[], work: () => Promise<T>): Promise<T> => {
    // A counter that cannot be taken back is one try too many; that must not keep anybody out who is in.
    const release = () => attempts.release(...keys).catch(() => {})
    try {
      const result = await work()
      await release()
      return result
    } catch (error) {
      if (!isWrong(error)) await release()
      throw error
    }
  }

  const counted = async <T>(key: string, limit: AttemptLimit, work: () => Promise<T>): Promise<T> => {
    if (!limited) return work()
    await takeAll([[key, limit]])
    return settled([key], work)
  }

  /** The counters of a wrong password that were taken for a known device; undefined when it has used its own up. */
  const asDevice = async (device: string): Promise<string[] | undefined> => {
    const key = `password on ${device}`
    try {
      await attempts.takeAll([
        [`sign-in on ${device}`, signIns],
        [key, perAccount],
      ])
      return [key]
    } catch (error) {
      if (error instanceof TooMany) return undefined
      throw error
    }
  }

  /** The same for everybody else. Only what passes all of them is counted, so an address that is refused fills no account's counter. */
  const asStranger = async ({ account, address }: Trier): Promise<string[]> => {
    const network = `password from ${networkOf(address)}`
    const [from, of] = [`password from address ${address}`, `password of ${named(account)}`]
    const [byNetwork = 0, byAddress = 0, byAll = 0, byAccount = 0] = await attempts.counts([network, from, all, of])
    // Who would be refused anyway does not take up room in the line.
    if (byAll >= togetherFreely && byAddress < perIp.max && byAccount < perAccount.max)
      await line.turn([
        { group: network, turns: byNetwork },
        { group: from, turns: byAddress },
      ])
    await takeAll([
      [from, perIp],
      [`sign-in from ${address}`, signIns],
      [of, perAccount],
    ])
    // Apart from the others, which hold their rows until all are counted: these rows are shared by many.
    await takeAll([
      [network, countedOnly],
      [all, countedOnly],
    ])
    return [network, from, all, of]
  }

  return {
    run: async (trier, work) => {
      if (!limited) return work()
      const keys = trier.device === undefined ? undefined : await asDevice(trier.device)
      return settled(keys ?? (await asStranger(trier)), work)
    },
    inSession: (sessionId, work) => counted(`password in ${sessionId}`, perAccount, work),
    signUp: async (address) => {
      if (!limited) return
      await takeAll([
        [`sign-up from ${address}`, signUpsPerIp],
        ['sign-up', signUpsGlobal],
      ])
    },
    claim: (address, work) => counted(`claim from ${address}`, claimsPerAddress, work),
  }
}
