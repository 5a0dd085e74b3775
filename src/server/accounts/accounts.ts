import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import {
  type Account,
  type ApiToken,
  newTokenSchema,
  type SignUp,
  type TokenScope,
} from '../../model/accounts/account.ts'
import { Invalid, NotFound, TooMany, Unavailable, VitrineError } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { type Database, readMeta } from '../db/database.ts'
import { readOrCreateSecret } from '../db/secret.ts'
import type { Caller } from '../endpoint/endpoint.ts'
import { type Attempts, createMemoryLimit } from '../limits/attempts.ts'
import { type Clock, oneMinuteMs } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { sha256 } from '../process/sha256.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { createCodeAttempts, createPasswordAttempts, type PasswordAttempts } from './attempts.ts'
import { claimKey, taken } from './claim-token.ts'
import { type Claims, createClaims, createHandOverLinks } from './claims.ts'
import { endAccess, holdSession, type Proof, type SignedIn } from './ended-access.ts'
import { createGoogle, createSignInMethods, type GoogleConfig } from './google.ts'
import { createInvitations, type Invitations } from './invitations.ts'
import { challengeMaxSeconds, createPasskeys } from './passkeys.ts'
import {
  hashPassword,
  readPasswordHash,
  refuseWeakPassword,
  storePasswordHash,
  verifyPassword,
  withConstantTime,
} from './passwords.ts'
import { createSecondFactor } from './second-factor.ts'
import { createCookies, createDevices, createSessions, sessionCookieIn } from './sessions.ts'
import { dbTime, withAccounts } from './tables.ts'
import { createUser, createUsers, giveWay, letIn, strangers, type Users } from './users.ts'

/**
 * Deletes expired sessions, second steps and links, and accounts that an earlier version left unfinished when it was killed: nobody could sign
 * in to them, and their email addresses would stay taken. Returns their number.
 */
const cleanUpAccounts = async ({ kysely, kind }: Database): Promise<number> => {
  const db = withAccounts(kysely)
  const time = (at: number) => dbTime(kind, at)
  const now = Date.now()
  const sessions = await db.deleteFrom('sessions').where('expiresAt', '<', time(now)).executeTakeFirstOrThrow()
  const secondSteps = await db.deleteFrom('verifications').where('expiresAt', '<', time(now)).executeTakeFirstOrThrow()
  // Their times are texts in both databases.
  const over = new Date(now).toISOString()
  const resets = await db.deleteFrom('password_resets').where('expires_at', '<', over).executeTakeFirstOrThrow()
  const invitations = await db.deleteFrom('invitations').where('expires_at', '<', over).executeTakeFirstOrThrow()
  const unfinished = await db
    .deleteFrom('users')
    .where('createdAt', '<', time(now - oneMinuteMs))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('accounts').select('accounts.id').whereRef('accounts.userId', '=', 'users.id'))),
    )
    .executeTakeFirstOrThrow()
  const deleted = [sessions, secondSteps, resets, invitations, unfinished]
  return deleted.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}

/** Keys with which scripts act for the owner; only their hashes are kept. */
const createTokens = (database: Database) => {
  const db = withAccounts(database.kysely)
  return {
    list: (userId: string): Promise<ApiToken[]> =>
      db
        .selectFrom('api_tokens')
        .select(['id', 'name', 'scope', 'createdAt', 'lastUsedAt'])
        .where('userId', '=', userId)
        .orderBy('id', 'desc')
        .execute(),

    /** Returns the secret, which cannot be read again. Throws `Invalid`, `unauthenticated`. */
    create: async (owner: SignedIn, input: unknown): Promise<ApiToken & { secret: string }> => {
      const { name, scope } = parse(newTokenSchema, input)
      const secret = `vitrine_${randomBytes(32).toString('base64url')}`
      const token: ApiToken = { id: uuid(), name, scope, createdAt: new Date().toISOString(), lastUsedAt: null }
      const row = { ...token, userId: owner.userId, hash: sha256(secret) }
      await database.transaction(async (trx) => {
        await holdSession(trx, owner, database.kind)
        await withAccounts(trx).insertInto('api_tokens').values(row).execute()
      })
      return { ...token, secret }
    },

    revoke: async (userId: string, id: string) => {
      const gone = await db
        .deleteFrom('api_tokens')
        .where('id', '=', id)
        .where('userId', '=', userId)
        .executeTakeFirst()
      if (gone.numDeletedRows === 0n) throw new NotFound('token', id)
    },

    /** Account and scope of this secret; undefined unless its creator is still the owner. */
    find: async (
      secret: string,
    ): Promise<{ id: string; userId: string; name: string; scope: TokenScope } | undefined> => {
      const found = await db
        .selectFrom('api_tokens')
        .innerJoin('users', 'users.id', 'api_tokens.userId')
        .select(['api_tokens.id', 'api_tokens.userId', 'api_tokens.name', 'api_tokens.scope', 'api_tokens.lastUsedAt'])
        .where('api_tokens.hash', '=', sha256(secret))
        .where('users.role', '=', 'owner')
        .executeTakeFirst()
      if (!found) return undefined
      const { lastUsedAt, ...token } = found
      const now = Date.now()
      // At most once a minute, to spare a write with every call.
      if (lastUsedAt === null || now - Date.parse(lastUsedAt) > oneMinuteMs) {
        const used = { lastUsedAt: new Date(now).toISOString() }
        const noted = db.updateTable('api_tokens').set(used).where('id', '=', token.id).execute()
        // A full disk must not keep scripts from reading.
        await noted.catch((error: unknown) => {
          if (!(error instanceof Unavailable)) throw error
        })
      }
      return token
    },
  }
}

const quarterHourMs = 15 * 60_000
const perCaller = 60
// The first ones of each caller do not count towards the limit of all: filling it keeps out only others who ask as often.
const free = 5
const perMinuteForAll = 600

/** Counts sign-ins that a caller (an IP address or an account) begins with a passkey or a provider, or comes back with. Throws `TooMany`. */
const createBeginLimit = (limited: boolean, clock?: Pick<Clock, 'now'>): ((caller: string) => void) => {
  const ofCaller = createMemoryLimit(perCaller, quarterHourMs, clock)
  const isFree = createMemoryLimit(free, quarterHourMs, clock)
  const ofAll = createMemoryLimit(perMinuteForAll, oneMinuteMs, clock)
  return (caller) => {
    if (!limited) return
    const seconds = ofCaller(caller) || (isFree(caller) && ofAll(''))
    if (seconds > 0) throw new TooMany(`That was too often. Try again in ${seconds} seconds.`, seconds)
  }
}

/** Checks the password again before a grave change; accounts without a password pass. Throws `Invalid`, `TooMany`. */
const createConfirmPassword =
  ({ kysely }: Database, passwordAttempts: PasswordAttempts) =>
  async (account: Account, password: string | undefined, sessionId: string): Promise<void> => {
    const hash = await readPasswordHash(kysely, account.id)
    if (hash === undefined) return
    if (password === undefined) throw new Invalid({ password: 'Enter your password.' })
    await passwordAttempts.inSession(sessionId, async () => {
      if (!(await verifyPassword(hash, password))) throw new Invalid({ password: 'This is not your password.' })
    })
  }

export type Accounts = ReturnType<typeof createAccounts>

/** Accounts, sessions and roles. */
export const createAccounts = (parts: {
  config: Config
  database: Database
  attempts: Attempts
  settings: SettingsStore
  log: Log
  /** The OpenID provider as it is set up now. */
  google: () => GoogleConfig | undefined
}) => {
  const { config, database, attempts, settings } = parts
  const { publicUrl } = config
  const registrationOpen = async () => (await settings.get()).settings.registration
  let kept: string | undefined
  const readSecret = async () => {
    kept ??= config.authSecret ?? (await readOrCreateSecret(database, config.dataDir, 'auth'))
    return kept
  }
  const takeChallenge = (id: string) =>
    attempts.take(`challenge ${id}`, { max: 1, windowSeconds: challengeMaxSeconds }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof TooMany) return false
        throw error
      },
    )
  const cookies = createCookies(readSecret, publicUrl)
  const devices = createDevices(readSecret, publicUrl)
  const invitations = createInvitations(database)
  const passwordAttempts = createPasswordAttempts(attempts, config.limits)
  const users = createUsers(database)
  const handOverLinks = createHandOverLinks(database)
  const claims = createClaims(database, handOverLinks)
  const sessions = createSessions(database, cookies)
  const codeAttempts = createCodeAttempts(database, attempts, devices)

  /** The user of this request's session cookie. Reads nothing without a cookie. */
  const signedIn = async ({ cookie }: Pick<Caller, 'cookie'>) => {
    if (sessionCookieIn(cookie, publicUrl) === undefined) return undefined
    return sessions.find(cookie).catch((cause: unknown) => {
      throw Object.assign(new Unavailable('Accounts cannot be reached just now. Try again in a moment.'), { cause })
    })
  }

  const byPassword =
    (userId: string, hash: string): Proof =>
    async (trx) =>
      (await readPasswordHash(trx, userId)) === hash

  return {
    ...{ users, sessions, claims, handOverLinks, invitations, passwordAttempts, devices, signedIn },
    methods: createSignInMethods(database),
    tokens: createTokens(database),
    passkeys: createPasskeys({ database, cookies, readSecret, publicUrl, takeChallenge }),
    secondFactor: createSecondFactor({ database, attempts: codeAttempts, cookies, readSecret }),
    google: createGoogle({
      ...{ database, cookies, readSecret, publicUrl, config: parts.google, log: parts.log, invitations },
      ...{ registrationOpen, countStranger: passwordAttempts.signUpOfStranger },
    }),
    begin: createBeginLimit(config.limits),
    // Each callback asks the provider, which would refuse all of ours.
    comeBack: createBeginLimit(config.limits),
    confirmPassword: createConfirmPassword(database, passwordAttempts),
    signUp: createSignUp({ database, users, claims, invitations, passwordAttempts, registrationOpen }),

    /** Proof of who knows the password of the account; undefined when it is another one. Takes as long for no account. */
    checkPassword: async (userId: string | undefined, password: string): Promise<Proof | undefined> => {
      const hash = userId === undefined ? undefined : await readPasswordHash(database.kysely, userId)
      if (userId !== undefined && hash !== undefined)
        return (await verifyPassword(hash, password)) ? byPassword(userId, hash) : undefined
      await hashPassword(password)
      return undefined
    },

    /**
     * Replaces the password, and ends every session and sign-in in progress; returns the proof of who knows it. Throws `unauthenticated`
     * when the way in was ended meanwhile.
     */
    setPassword: async (owner: SignedIn, password: string): Promise<Proof> => {
      const { userId } = owner
      const hash = await hashPassword(password)
      await database.transaction(async (trx) => {
        await holdSession(trx, owner, database.kind)
        await storePasswordHash(trx, userId, hash)
        await endAccess(trx, userId, ['sessions', 'inProgress'], { kind: database.kind })
      })
      return byPassword(userId, hash)
    },

    /** Ends the session of this caller's cookie, if there is one. */
    endCurrent: async (caller: Caller): Promise<void> => {
      const current = await signedIn(caller)
      if (current) await sessions.end(current.account.id, current.sessionId)
    },

    signInOptions: async (): Promise<{ google: boolean; registration: boolean; claim: boolean }> => {
      const claim = await readMeta(database.kysely, claimKey)
      return {
        google: parts.google() !== undefined,
        registration: await registrationOpen(),
        claim: claim !== undefined && claim !== taken,
      }
    },

    /** Deletes expired sessions, challenges and counters; returns their number. */
    cleanUp: async (): Promise<number> => (await cleanUpAccounts(database)) + (await attempts.cleanUp()),
  }
}

// Storing a new account takes longer than finding a known email address.
const minimumMs = 300

interface Parts {
  database: Database
  users: Users
  claims: Claims
  invitations: Invitations
  passwordAttempts: PasswordAttempts
  registrationOpen: () => Promise<boolean>
}

/**
 * Creates an account: a member's, or with a valid claim the owner's. An invitation opens a closed registration. The answer is the same whether the email address was known or not.
 * Calls `created` with a new account's id. Throws `Invalid`, `Gone`, `TooMany`, or 'forbidden' when registration is closed.
 */
const createSignUp =
  ({ database, users, claims, invitations, passwordAttempts, registrationOpen }: Parts) =>
  async (
    caller: Pick<Caller, 'ip'>,
    form: SignUp,
    created: (id: string) => void = () => {},
  ): Promise<Pick<SignUp, 'name' | 'surname' | 'username' | 'email'>> => {
    const { claim, invite, password, ...person } = form
    const isStranger = claim === undefined && invite === undefined
    if (claim !== undefined) await passwordAttempts.claim(caller.ip, () => claims.check(claim))
    else if (invite !== undefined) await passwordAttempts.claim(caller.ip, () => invitations.check(invite))
    else if (!(await registrationOpen())) throw new VitrineError('forbidden', 'Registration is closed.')
    await refuseWeakPassword('password', password, person)
    const refuseAbove = async (most: number, id?: string) => {
      if (!isStranger || (await users.countStrangers()) <= most) return
      if (id !== undefined) await users.remove(id)
      throw new VitrineError(
        'forbidden',
        'No more accounts can be registered just now. Ask the owner for an invitation.',
      )
    }
    await refuseAbove(strangers.max - 1)
    // Registrations of others must not delay the owner's, nor those of strangers an invited person's.
    if (claim === undefined) await passwordAttempts.signUp(caller.ip, isStranger)
    const create = async () => {
      // For a known address, too: the same work.
      const hash = await hashPassword(password)
      const id = await database.transaction(async (trx) => {
        if (invite !== undefined) await giveWay(trx, person.email)
        const made = await createUser(trx, person)
        if (made === undefined) return undefined
        await storePasswordHash(trx, made, hash)
        if (invite !== undefined) {
          await letIn(trx, made)
          await invitations.take(trx, invite)
        }
        return made
      })
      if (id === undefined) return
      // Others may have come at the same time.
      await refuseAbove(strangers.max, id)
      created(id)
    }
    await withConstantTime(minimumMs, async () => {
      if (claim !== undefined) created(await claims.register({ ...person, password }, claim))
      else await create()
    })
    return person
  }
