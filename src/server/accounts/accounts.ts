import type { Account } from '../../model/accounts/account.ts'
import { TooMany, Unavailable, VitrineError } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import type { Attempts } from '../limits/attempts.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { readOrCreateSecret } from '../process/secret.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { createAuthLoader } from './auth-loader.ts'
import { createBeginLimit } from './begin-limit.ts'
import { claimKey, taken } from './claim-token.ts'
import { type Claims, createClaims } from './claims.ts'
import { cleanUpAccounts } from './cleanup.ts'
import { createCodeTries } from './code-tries.ts'
import { createConfirmPassword } from './confirm-password.ts'
import { carriesSession } from './cookies.ts'
import { createDevices, type Devices } from './devices.ts'
import { createHandOverLinks, type HandOverLinks } from './hand-over-link.ts'
import { type Caller, callerHeaders, callLibrary, type LibraryAnswer, type LibraryCall } from './library-call.ts'
import { challengeSeconds } from './passkey-challenges.ts'
import { createPasswordAttempts, type PasswordAttempts } from './password-tries.ts'
import { createPendingSecondStep } from './pending-second-step.ts'
import { createSessions, maxSessionAgeMs, type Sessions } from './sessions.ts'
import { createSignInMethods, type SignInMethodsStore } from './sign-in-methods.ts'
import { createSignUp } from './sign-up.ts'
import { isoTime } from './tables.ts'
import { createTokens, type Tokens } from './tokens.ts'
import { takeTotpStep } from './totp-step.ts'
import { createUsers, type Users } from './users.ts'

/** Someone who is signed in, whole: with the second factor where there is one. */
export interface SignedIn {
  account: Account
  sessionId: string
  /** When the password, the passkey or Google was last asked for on this device; ISO 8601. */
  signedInAt: string
  /** Cookies to hand on: a session in use lives longer. */
  cookies: string[]
}

/** Accounts, sessions and roles. The sign-in library behind it is loaded by the first who needs it. */
export interface Accounts {
  users: Users
  sessions: Sessions
  methods: SignInMethodsStore
  tokens: Tokens
  claims: Claims
  handOverLinks: HandOverLinks
  passwordAttempts: PasswordAttempts
  devices: Devices
  begin: ReturnType<typeof createBeginLimit>
  /** Whom this request's cookie shows; undefined for everyone else. Wakes nothing without a cookie. */
  signedIn(caller: Caller): Promise<SignedIn | undefined>
  /** Id of the account whose second step this caller has yet to take. */
  pendingSecondStep(caller: Caller): Promise<string | undefined>
  signUp: ReturnType<typeof createSignUp>
  confirmPassword: ReturnType<typeof createConfirmPassword>
  /** Asks the sign-in library. Throws our errors. */
  call(caller: Caller, call: LibraryCall): Promise<LibraryAnswer>
  /** The same for Google's part; throws `NotFound` when it is not set up, `Unavailable` when it cannot be reached. */
  callGoogle(caller: Caller, call: LibraryCall): Promise<LibraryAnswer>
  /** Ends the session that this caller's cookie shows, if it does. */
  endCurrent(caller: Caller): Promise<void>
  /** Ends every session of this caller and gives this device a new one: its cookies. */
  renew(caller: Caller): Promise<string[]>
  /** Options of the login and registration screens. */
  signInOptions(): Promise<{ google: boolean; registration: boolean; claim: boolean }>
  /** Deletes sessions, challenges and counters that are over; returns how many. */
  cleanUp(): Promise<number>
  /** True when the sign-in library is in memory. */
  readonly loaded: boolean
  close(): Promise<void>
}

/** Builds accounts on the store; see `SignedIn` for who counts as signed in. */
export const createAccounts = (parts: {
  config: Config
  database: Database
  attempts: Attempts
  settings: SettingsStore
  log: Log
}): Accounts => {
  const { config, database, attempts, settings, log } = parts
  const { publicUrl, google } = config
  const registrationOpen = async () => (await settings.get()).settings.registration
  const secret = async () => config.authSecret ?? (await readOrCreateSecret(database, config.dataDir, 'auth'))
  const takeOnce = (key: string, window: number) =>
    attempts.take(key, { max: 1, windowSeconds: window }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof TooMany) return false
        throw error
      },
    )
  const devices = createDevices(secret, publicUrl)
  const loader = createAuthLoader(
    {
      publicUrl,
      secret,
      takeStep: (twoFactorId, step) => takeTotpStep(database.kysely, twoFactorId, step),
      codeTries: createCodeTries(attempts, devices),
      takeChallenge: (id) => takeOnce(`challenge ${id}`, challengeSeconds),
      mayRegister: registrationOpen,
      cleanUp: () => cleanUpAccounts(database),
    },
    { databaseUrl: config.databaseUrl, dataDir: config.dataDir, google, log, onFailure: database.storage.report },
  )
  const users = createUsers(database)
  const handOverLinks = createHandOverLinks(database)
  const claims = createClaims(database, handOverLinks)
  const tries = createPasswordAttempts(attempts, config.limits)
  const sessions = createSessions(database)
  const call = async (caller: Caller, request: LibraryCall) =>
    callLibrary(await loader.auth(), publicUrl, caller, request)

  const signedIn = async (caller: Caller): Promise<SignedIn | undefined> => {
    if (!carriesSession(caller.cookie, publicUrl)) return undefined
    const { api } = await loader.auth()
    const asked = { headers: callerHeaders(caller), returnHeaders: true } as const
    const { response, headers } = await api
      .getSession(asked)
      // A session is as good when its being used cannot be noted.
      .catch((error: unknown) => {
        if (database.storage.failure() === undefined) throw error
        return api.getSession({ ...asked, query: { disableRefresh: true } })
      })
      .catch((error: unknown) => {
        throw Object.assign(new Unavailable('Accounts cannot be reached just now. Try again in a moment.'), {
          cause: error,
        })
      })
    if (!response) return undefined
    const { user, session } = response
    if (Date.now() - new Date(session.createdAt).getTime() > maxSessionAgeMs) {
      await sessions.end(user.id, session.id)
      return undefined
    }
    const { id, name, surname, username, email, role, twoFactorEnabled, createdAt } = user
    return {
      account: {
        ...{ id, name, surname, username, email },
        role: role === 'owner' ? 'owner' : 'member',
        twoFactor: Boolean(twoFactorEnabled),
        timeStamp: isoTime(createdAt),
      },
      sessionId: session.id,
      signedInAt: isoTime(session.createdAt),
      cookies: headers.getSetCookie(),
    }
  }

  return {
    users,
    sessions,
    methods: createSignInMethods(database),
    tokens: createTokens(database),
    claims,
    handOverLinks,
    passwordAttempts: tries,
    devices,
    begin: createBeginLimit(config.limits),
    call,
    callGoogle: async (caller, request) => callLibrary(await loader.authWithGoogle(), publicUrl, caller, request),
    confirmPassword: createConfirmPassword(database, tries),
    signUp: createSignUp({ users, claims, tries, registrationOpen, call }),

    signedIn,
    pendingSecondStep: createPendingSecondStep(database, publicUrl),
    endCurrent: async (caller) => {
      const shown = await signedIn(caller)
      if (shown) await sessions.end(shown.account.id, shown.sessionId)
    },

    renew: async (caller) => {
      const { api } = await loader.auth()
      const { headers } = await api.renewSession({ headers: callerHeaders(caller), returnHeaders: true })
      if (headers.getSetCookie().length === 0) throw new VitrineError('unauthenticated', 'Sign in first.')
      return headers.getSetCookie()
    },

    signInOptions: async () => {
      const row = await database.kysely
        .selectFrom('meta')
        .select('value')
        .where('key', '=', claimKey)
        .executeTakeFirst()
      const claim = row !== undefined && row.value !== taken
      return { google: google !== undefined, registration: await registrationOpen(), claim }
    },

    cleanUp: async () => (await cleanUpAccounts(database)) + (await attempts.cleanUp()),

    get loaded() {
      return loader.loaded
    },
    close: loader.close,
  }
}
