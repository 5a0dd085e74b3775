import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Invalid, TooMany, VitrineError } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { networkOf } from '../endpoint/endpoint.ts'
import { type Attempt, type AttemptLimit, type Attempts, tooOften } from '../limits/attempts.ts'
import { type Clock, systemClock } from '../process/clock.ts'
import type { Devices } from './sessions.ts'
import { withAccounts } from './tables.ts'

const quarterHour = 15 * 60
/** Wrong passwords of an account, of a device that has signed in to it before, and within a session. */
const perAccount: AttemptLimit = { max: 5, windowSeconds: quarterHour }
const perIp: AttemptLimit = { max: 20, windowSeconds: quarterHour }
/** Wrong passwords from everywhere, above which one attempt a second is checked. */
const freelyFromEverywhere = 50
/** Counts and never refuses. */
const countedOnly: AttemptLimit = { max: 1_000_000, windowSeconds: quarterHour }
const paceMs = 1000
const maxWaiting = 10
/** Passwords checked, right or wrong: each takes 19 MiB and about 30 ms, and a right one stores a session. */
const signIns: AttemptLimit = { max: 100, windowSeconds: quarterHour }
const signUpsPerIp: AttemptLimit = { max: 20, windowSeconds: quarterHour }
/** From everywhere. */
const ofStranger: Attempt = ['sign-up', { max: 20, windowSeconds: 60 * 60 }]
const claimsPerIp: AttemptLimit = { max: 20, windowSeconds: quarterHour }

/** Source of a password attempt. */
interface Source {
  /** The email address or username as typed, whether there is such an account or not. */
  email: string
  ip: string
  /** Id of the account. */
  account?: string | undefined
  /** Known to have signed in to this account before. */
  device?: string | undefined
}

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>

/** True when the credential was wrong, rather than the server unable to check it. */
const isWrong = (error: unknown) =>
  error instanceof Invalid || (error instanceof VitrineError && error.code === 'unauthenticated')

/** Stands for an email address in the keys of attempts, which are stored. */
export const named = (email: string): string => createHash('sha256').update(email).digest('base64url').slice(0, 22)

/**
 * Limits guessing by counters in the database; `limited` is off for load tests alone. Attempts are counted before they are checked, so that
 * many at once are no way around; only wrong ones stay counted. All functions throw `TooMany`.
 */
export const createPasswordAttempts = (attempts: Attempts, limited: boolean, clock?: Clock) => {
  const line = createWaitingLine(paceMs, maxWaiting, clock)
  // Hashed, so that the counters are no list of accounts.
  const everywhere = 'password'

  const takeAll = (taken: Attempt[]) =>
    attempts.takeAll(taken).catch((error: unknown) => {
      throw tooOften(error)
    })

  const settled = async <T>(keys: string[], work: () => Promise<T>): Promise<T> => {
    // A failure to uncount costs one attempt; it must not undo a sign-in.
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

  /** Counts for a known device; returns the counter of wrong passwords, or undefined when the device has used its own up. */
  const takeForDevice = async (device: string): Promise<string[] | undefined> => {
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

  /**
   * Counts for everybody else; returns the counters of wrong passwords, and whether the account is locked, which other names of it may have
   * done. That is not said: it would tell whose name it is. A refused IP address fills no account's counter.
   */
  const takeForStranger = async ({ email, ip, account }: Source): Promise<{ keys: string[]; isLocked: boolean }> => {
    const network = `password from ${networkOf(ip)}`
    const [from, of] = [`password from address ${ip}`, `password of ${named(email)}`]
    const keys = [network, from, everywhere, of]
    const [byNetwork = 0, byIp = 0, byAll = 0, byAccount = 0] = await attempts.counts(keys)
    // Attempts that the counters below refuse do not wait.
    if (byAll >= freelyFromEverywhere && byIp < perIp.max && byAccount < perAccount.max)
      await line.turn([
        { group: network, turns: byNetwork },
        { group: from, turns: byIp },
      ])
    await takeAll([
      [from, perIp],
      [`sign-in from ${ip}`, signIns],
      [of, perAccount],
    ])
    // Each by itself: many share these rows, and a transaction would lock them until its end.
    await takeAll([[network, countedOnly]])
    await takeAll([[everywhere, countedOnly]])
    const whole = `password of account ${account ?? named(email)}`
    const isLocked = await attempts.take(whole, perAccount).then(
      () => false,
      (error: unknown) => {
        if (error instanceof TooMany) return true
        throw error
      },
    )
    return { keys: isLocked ? keys : [...keys, whole], isLocked }
  }

  return {
    /** Runs one attempt to sign in, which must fail when the account is locked. A known device has counters that nobody else can fill. */
    run: async <T>(source: Source, work: (isLocked: boolean) => Promise<T>): Promise<T> => {
      if (!limited) return work(false)
      const own = source.device === undefined ? undefined : await takeForDevice(source.device)
      if (own) return settled(own, () => work(false))
      const { keys, isLocked } = await takeForStranger(source)
      return settled(keys, () => work(isLocked))
    },
    inSession: <T>(sessionId: string, work: () => Promise<T>): Promise<T> =>
      counted(`password in ${sessionId}`, perAccount, work),
    signUp: async (ip: string, isStranger: boolean): Promise<void> => {
      if (!limited) return
      await takeAll([[`sign-up from ${ip}`, signUpsPerIp], ...(isStranger ? [ofStranger] : [])])
    },
    signUpOfStranger: async (): Promise<void> => {
      if (limited) await takeAll([ofStranger])
    },
    claim: <T>(ip: string, work: () => Promise<T>): Promise<T> => counted(`claim from ${ip}`, claimsPerIp, work),
  }
}

const limit: AttemptLimit = { max: 5, windowSeconds: 15 * 60 }

/** Account whose code is checked: at sign-in, or of a session that sets an app up. */
interface CodeOwner {
  userId: string
  sessionId?: string | undefined
}

export type CodeAttempts = ReturnType<typeof createCodeAttempts>

/**
 * Counts codes of second factors before they are checked: at most five wrong ones in a quarter of an hour, however many come at once.
 * A session and a known device have counters that nobody else can fill.
 */
export const createCodeAttempts = (database: Database, attempts: Attempts, devices: Devices) => {
  const takeFor = async (key: string) => {
    await attempts.take(key, limit).catch((error: unknown) => {
      throw tooOften(error)
    })
    return key
  }
  return {
    /** Counts one code; returns the counter's key. Throws `TooMany`, for right and wrong codes alike. */
    take: async ({ userId, sessionId }: CodeOwner, cookie: string): Promise<string> => {
      if (sessionId !== undefined) return takeFor(`code in ${sessionId}`)
      const device = await devices.known(cookie, userId)
      if (device !== undefined)
        try {
          return await takeFor(`code on ${device}`)
        } catch (error) {
          if (!(error instanceof TooMany)) throw error
        }
      return takeFor(`code of ${userId}`)
    },

    release: (key: string) => attempts.release(key).catch(() => {}),

    /**
     * Marks a TOTP step as used, and with it all older ones. False when it was used before: of many calls with the same code at once,
     * one gets true.
     */
    takeStep: async (twoFactorId: string, step: number): Promise<boolean> => {
      const { numUpdatedRows } = await withAccounts(database.kysely)
        .updateTable('two_factors')
        .set({ lastUsedStep: step })
        .where('id', '=', twoFactorId)
        // One that is more than a day ahead was used while the clock was wrong.
        .where(sql<boolean>`("lastUsedStep" is null or "lastUsedStep" < ${step} or "lastUsedStep" > ${step + 2880})`)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}

/** A group that a caller belongs to (a network, an address) and the turns it had lately. */
interface Share {
  group: string
  turns: number
}

interface WaitingLine {
  /**
   * Resolves when it is this caller's turn. `shares` are its groups, the widest first: the group with the fewest turns, had or waited for,
   * goes first, so that the calls of one group stand behind each other and not in front of everybody else.
   * Throws `TooMany` for the last in line when more than `most` wait, and after `most` turns of waiting.
   */
  turn(shares: readonly Share[]): Promise<void>
}

interface Waiting {
  groups: readonly string[]
  rank: readonly number[]
  turnsWaited: number
  go: () => void
  refuse: (error: TooMany) => void
}

const isBefore = (one: readonly number[], other: readonly number[]): boolean => {
  const index = one.findIndex((turns, at) => turns !== other[at])
  return index >= 0 && (one[index] as number) < (other[index] as number)
}

/** Lets one through every `everyMs`; at most `most` wait. */
export const createWaitingLine = (everyMs: number, most: number, clock: Clock = systemClock): WaitingLine => {
  let line: Waiting[] = []
  let ticking = false

  const refuse = (waiting: Waiting | undefined) => {
    const seconds = Math.ceil((everyMs * most) / 1000)
    waiting?.refuse(new TooMany(`Many people are signing in. Try again in ${seconds} seconds.`, seconds))
  }
  const tick = () => {
    const next = line.shift()
    next?.go()
    for (const waiting of line) waiting.turnsWaited += 1
    for (const waiting of line.filter(({ turnsWaited }) => turnsWaited >= most)) refuse(waiting)
    line = line.filter(({ turnsWaited }) => turnsWaited < most)
    ticking = next !== undefined
    if (ticking) clock.schedule(everyMs, tick)
  }

  return {
    turn: (shares) =>
      new Promise((go, refused) => {
        const rank = shares.map(
          ({ group, turns }) => turns + line.filter(({ groups }) => groups.includes(group)).length,
        )
        const waiting = { groups: shares.map(({ group }) => group), rank, turnsWaited: 0, go, refuse: refused }
        const index = line.findIndex((other) => isBefore(rank, other.rank))
        line.splice(index < 0 ? line.length : index, 0, waiting)
        if (line.length > most) refuse(line.pop())
        if (ticking) return
        ticking = true
        clock.schedule(everyMs, tick)
      }),
  }
}
