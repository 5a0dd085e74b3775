import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { type Account, type ApiToken, newTokenSchema, type TokenScope } from '../../model/accounts/account.ts'
import { Invalid, NotFound, TooMany, Unavailable, VitrineError } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import type { Database } from '../db/database.ts'
import { readMeta } from '../db/meta.ts'
import { readOrCreateSecret } from '../db/secret.ts'
import type { Caller } from '../endpoint/endpoint.ts'
import { type Attempts, createMemoryLimit } from '../limits/attempts.ts'
import { type Clock, oneMinuteMs } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { sha256 } from '../process/sha256.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { createCodeAttempts, createPasswordAttempts, type PasswordAttempts } from './attempts.ts'
import type { GoogleConfig } from './auth.ts'
import { createAuthLoader } from './auth-loader.ts'
import { claimKey, taken } from './claim-token.ts'
import { createClaims, createHandOverLinks } from './claims.ts'
import { createAdmission, createInvitations } from './invitations.ts'
import { callerHeaders, callLibrary, type LibraryAnswer, type LibraryCall } from './library-call.ts'
import { challengeSeconds } from './passkey-challenges.ts'
import { hashPassword, readPasswordHash, storePasswordHash, verifyPassword } from './passwords.ts'
import {
  cookiePrefix,
  cookieValues,
  createDevices,
  createSessions,
  maxSessionAgeMs,
  sessionCookieIn,
} from './sessions.ts'
import { createSignUp } from './sign-up.ts'
import { isoTime, withAccounts } from './tables.ts'
import { accountOf, createUsers } from './users.ts'

/**
 * Deletes expired sessions, challenges and links, and unfinished accounts of a process that was killed: nobody could sign in to them, and their
 * email addresses would stay taken. Returns their number.
 */
export const cleanUpAccounts = async ({ kysely, kind }: Database): Promise<number> => {
  const db = withAccounts(kysely)
  const time = (at: number) => (kind === 'sqlite' ? new Date(at).toISOString() : new Date(at))
  const now = Date.now()
  const sessions = await db.deleteFrom('sessions').where('expiresAt', '<', time(now)).executeTakeFirstOrThrow()
  const challenges = await db.deleteFrom('verifications').where('expiresAt', '<', time(now)).executeTakeFirstOrThrow()
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
  const deleted = [sessions, challenges, resets, invitations, unfinished]
  return deleted.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}

/** Sign-in methods of an account besides passkeys: a password, Google, or both; never none. */
const createSignInMethods = (database: Database) => {
  const read = async (
    reader: Database['kysely'],
    userId: string,
  ): Promise<{ password: boolean; google: { since: string } | null }> => {
    const rows = await withAccounts(reader)
      .selectFrom('accounts')
      .select(['providerId', 'password', 'createdAt'])
      .where('userId', '=', userId)
      .execute()
    const google = rows.find(({ providerId }) => providerId === 'google')
    return {
      password: rows.some(({ password }) => password !== null),
      google: google ? { since: isoTime(google.createdAt) } : null,
    }
  }

  return {
    of: (userId: string) => read(database.kysely, userId),

    /** Sets the first password of an account that came by Google. Throws `Invalid` when it has one. */
    setPassword: async (userId: string, password: string) => {
      const hash = await hashPassword(password)
      await database.transaction(async (trx) => {
        if ((await read(trx, userId)).password)
          throw new Invalid({ newPassword: 'You have a password already. Change it instead.' })
        await storePasswordHash(trx, userId, hash)
      })
    },

    /** Throws `Invalid` when Google is not linked, or the only way in. */
    unlinkGoogle: (userId: string): Promise<void> =>
      database.transaction(async (trx) => {
        const { password, google } = await read(trx, userId)
        if (!google) throw new Invalid({ google: 'Google is not linked to your account.' })
        if (!password) throw new Invalid({ google: 'Google is how you sign in. Set a password first.' })
        await withAccounts(trx)
          .deleteFrom('accounts')
          .where('userId', '=', userId)
          .where('providerId', '=', 'google')
          .execute()
      }),
  }
}

/** Keys with which scripts act for the owner; only their hashes are kept. */
const createTokens = ({ kysely }: Database) => {
  const db = withAccounts(kysely)
  return {
    list: (userId: string): Promise<ApiToken[]> =>
      db
        .selectFrom('api_tokens')
        .select(['id', 'name', 'scope', 'createdAt', 'lastUsedAt'])
        .where('userId', '=', userId)
        .orderBy('id', 'desc')
        .execute(),

    /** Returns the secret, which cannot be read again. */
    create: async (userId: string, input: unknown): Promise<ApiToken & { secret: string }> => {
      const { name, scope } = parse(newTokenSchema, input)
      const secret = `vitrine_${randomBytes(32).toString('base64url')}`
      const token: ApiToken = { id: uuid(), name, scope, createdAt: new Date().toISOString(), lastUsedAt: null }
      await db
        .insertInto('api_tokens')
        .values({ ...token, userId, hash: sha256(secret) })
        .execute()
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

/**
 * Account whose second step a caller is about to take, by the cookie that the first step set; for the log alone. The cookie's signature
 * is not checked: the challenge is as hard to guess as a session.
 */
const createPendingSecondStep =
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

const quarterHourMs = 15 * 60_000
const perCaller = 60
// The first ones of each caller do not count towards the limit of all: filling it keeps out only others who ask as often.
const free = 5
const perMinuteForAll = 600

/** Counts sign-ins that a caller (an IP address or an account) begins with a passkey or a provider. Throws `TooMany`. */
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

interface SignedIn {
  account: Account
  sessionId: string
  /** Time of the last sign-in on this device; ISO 8601. */
  signedInAt: string
  cookies: string[]
}

export type Accounts = ReturnType<typeof createAccounts>

/** Accounts, sessions and roles. The sign-in library behind them is loaded when it is first needed. */
export const createAccounts = (parts: {
  config: Config
  database: Database
  attempts: Attempts
  settings: SettingsStore
  log: Log
  /** The OpenID provider as it is set up now. */
  google: () => GoogleConfig | undefined
}) => {
  const { config, database, attempts, settings, google } = parts
  const { publicUrl } = config
  const registrationOpen = async () => (await settings.get()).settings.registration
  const secret = async () => config.authSecret ?? (await readOrCreateSecret(database, config.dataDir, 'auth'))
  const takeChallenge = (id: string) =>
    attempts.take(`challenge ${id}`, { max: 1, windowSeconds: challengeSeconds }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof TooMany) return false
        throw error
      },
    )
  const devices = createDevices(secret, publicUrl)
  const invitations = createInvitations(database)
  const passwordAttempts = createPasswordAttempts(attempts, config.limits)
  const admission = createAdmission({ registrationOpen, invitations, countStranger: passwordAttempts.signUpOfStranger })
  const loader = createAuthLoader({
    ...{ publicUrl, secret, takeChallenge, google, log: parts.log },
    codeAttempts: createCodeAttempts(database, attempts, devices),
    admission,
    cleanUp: () => cleanUpAccounts(database),
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    limit: database.postgres?.limit,
    onFailure: database.storage.report,
  })
  const users = createUsers(database)
  const handOverLinks = createHandOverLinks(database)
  const claims = createClaims(database, handOverLinks)
  const sessions = createSessions(database)

  const call = async (caller: Caller, request: LibraryCall): Promise<LibraryAnswer> =>
    callLibrary(await loader.auth(), publicUrl, caller, request)

  /** The user of this request's session cookie. Loads nothing without a cookie. */
  const signedIn = async (caller: Caller): Promise<SignedIn | undefined> => {
    if (sessionCookieIn(caller.cookie, publicUrl) === undefined) return undefined
    const { api } = await loader.auth()
    const request = { headers: callerHeaders(caller), returnHeaders: true } as const
    const { response, headers } = await api
      .getSession(request)
      // Without disk space, a session is valid though its use cannot be recorded.
      .catch((error: unknown) => {
        if (database.storage.failure() === undefined) throw error
        return api.getSession({ ...request, query: { disableRefresh: true } })
      })
      .catch((cause: unknown) => {
        throw Object.assign(new Unavailable('Accounts cannot be reached just now. Try again in a moment.'), { cause })
      })
    if (!response) return undefined
    const { user, session } = response
    // Also one that began while the clock was far ahead.
    if (Math.abs(Date.now() - new Date(session.createdAt).getTime()) > maxSessionAgeMs) {
      await sessions.end(user.id, session.id)
      return undefined
    }
    return {
      account: accountOf({ ...user, role: user.role === 'owner' ? 'owner' : 'member' }),
      sessionId: session.id,
      signedInAt: isoTime(session.createdAt),
      cookies: headers.getSetCookie(),
    }
  }

  return {
    ...{ users, sessions, claims, handOverLinks, invitations, passwordAttempts, devices, call, signedIn },
    methods: createSignInMethods(database),
    tokens: createTokens(database),
    begin: createBeginLimit(config.limits),
    confirmPassword: createConfirmPassword(database, passwordAttempts),
    signUp: createSignUp({ users, claims, invitations, passwordAttempts, registrationOpen, call }),
    pendingSecondStep: createPendingSecondStep(database, publicUrl),

    /** Calls the library for Google; throws `NotFound` when it is not set up, `Unavailable` when it cannot be reached. */
    callGoogle: async (caller: Caller, request: LibraryCall): Promise<LibraryAnswer> =>
      admission.within(async () => callLibrary(await loader.authWithGoogle(), publicUrl, caller, request)),

    /** Ends the session of this caller's cookie, if there is one. */
    endCurrent: async (caller: Caller): Promise<void> => {
      const current = await signedIn(caller)
      if (current) await sessions.end(current.account.id, current.sessionId)
    },

    /** Ends every session of this caller and starts a new one for this device; returns its cookies. */
    renew: async (caller: Caller): Promise<string[]> => {
      const { api } = await loader.auth()
      const { headers } = await api.renewSession({ headers: callerHeaders(caller), returnHeaders: true })
      if (headers.getSetCookie().length === 0) throw new VitrineError('unauthenticated', 'Sign in first.')
      return headers.getSetCookie()
    },

    signInOptions: async (): Promise<{ google: boolean; registration: boolean; claim: boolean }> => {
      const claim = await readMeta(database.kysely, claimKey)
      return {
        google: google() !== undefined,
        registration: await registrationOpen(),
        claim: claim !== undefined && claim !== taken,
      }
    },

    /** Deletes expired sessions, challenges and counters; returns their number. */
    cleanUp: async (): Promise<number> => (await cleanUpAccounts(database)) + (await attempts.cleanUp()),

    get loaded() {
      return loader.loaded
    },
    close: loader.close,
  }
}
