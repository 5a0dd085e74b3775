import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { genericOAuth, twoFactor } from 'better-auth/plugins'
import { passwordLength } from '../../model/accounts/account.ts'
import { derivedKey } from '../process/derived-key.ts'
import type { Admission } from './admission.ts'
import type { CodeAttempts } from './code-attempts.ts'
import type { AuthConnection } from './connection.ts'
import { cookiePrefix } from './cookies.ts'
import { ipHeader } from './ip-header.ts'
import { createPasskeyChallenges, type PasskeyChallenges } from './passkey-challenges.ts'
import { type TakeChallenge, verifiedPasskeys } from './passkeys.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { readableSecret } from './readable-secret.ts'
import { secondFactorCodes } from './second-factor-codes.ts'
import { sessionDays } from './sessions.ts'
import { profileFromClaims, userRules } from './user-rules.ts'

interface Verification {
  id: string
  identifier: string
  value: string
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
}

interface VerificationStore {
  consumeVerificationValue(identifier: string): Promise<Verification | null>
}

/** Lets the library find challenges that are not stored. It has no option for that, so its store is asked only for other ids. */
const addPasskeyChallenges = (store: VerificationStore, challenges: PasskeyChallenges): void => {
  const consume = store.consumeVerificationValue
  store.consumeVerificationValue = async (identifier) => {
    const expectedChallenge = challenges.find(identifier)
    if (expectedChallenge === undefined) return consume(identifier)
    const now = new Date()
    const value = JSON.stringify({ type: 'authentication', expectedChallenge, userData: { id: '' } })
    return { id: identifier, identifier, value, expiresAt: now, createdAt: now, updatedAt: now }
  }
}

const recoveryCodes = 10

/** Asks for the second step after Google, too; by itself the library asks after a password alone. */
const secondStep = () => {
  const plugin = twoFactor({
    issuer: 'Vitrine',
    allowPasswordless: true,
    accountLockout: { enabled: false },
    // Codes of an earlier version, which mix l, I and 1, are stored as they are and stay valid.
    backupCodeOptions: {
      customBackupCodesGenerate: () => Array.from({ length: recoveryCodes }, () => readableSecret(2)),
    },
    schema: { twoFactor: { modelName: 'two_factors' } },
  })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) => hook.matcher(context) || context.path === '/callback/:id',
  }))
  return { ...plugin, hooks: { ...plugin.hooks, after } } satisfies BetterAuthPlugin
}

/** An endpoint for the server alone: ends every session of the signed-in user and starts a new one for this device. */
const sessionRenewal = () =>
  ({
    id: 'session-renewal',
    endpoints: {
      renewSession: createAuthEndpoint.serverOnly({ method: 'POST', use: [sessionMiddleware] }, async (context) => {
        const { internalAdapter } = context.context
        const userId = context.context.session.user.id
        await internalAdapter.deleteUserSessions(userId)
        const session = await internalAdapter.createSession(userId)
        const user = await internalAdapter.findUserById(userId)
        if (!session || !user) throw new APIError('UNAUTHORIZED')
        await setSessionCookie(context, { session, user })
        return context.json({ renewed: true })
      }),
    },
  }) satisfies BetterAuthPlugin

type AccountHooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['account']>
type ValidateUserInfo = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>

/** Stores no ID token: it holds personal data and is needed only while signing in. */
const accountRules: AccountHooks = {
  create: { before: async (account) => ({ data: { ...account, idToken: null } }) },
  update: { before: async (account) => ({ data: { ...account, idToken: null } }) },
}

/** Links a provider only while the session that began it is alive. */
const validateLink: ValidateUserInfo = async ({ user, source }, context) => {
  if (source.action !== 'link-account' || !context) return undefined
  const session = await getSessionFromCtx(context)
  return session?.user.id === user.id ? undefined : { error: 'signed_out_meanwhile' }
}

// Loaded by the first request that signs in or has a session: the library takes 50 MB of memory and a quarter of a second.

const oneDaySeconds = 86_400

export interface GoogleConfig {
  clientId: string
  clientSecret: string
  issuer: string
}

export interface AuthOptions {
  connection: AuthConnection
  publicUrl: string
  secret: string
  codeAttempts: CodeAttempts
  takeChallenge: TakeChallenge
  admission: Admission
  google?: GoogleConfig | undefined
  report: (level: string, message: string) => void
}

const discovery = (issuer: string) => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** The sign-in library, wrapped: docs/decisions/010-accounts.md explains each setting. */
export const createAuth = (options: AuthOptions) => {
  const { connection, publicUrl, secret, google } = options
  const challenges = createPasskeyChallenges(derivedKey(secret, 'passkey challenge'))
  const auth = betterAuth({
    appName: 'Vitrine',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [publicUrl],
    database: { db: connection.kysely, type: connection.kind },
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (level, message) => options.report(level, message) },
    // Our own limits come before, are stored in the database and trust no header.
    rateLimit: { enabled: false },
    // Thrown instead of printed, so that it is logged like our own errors.
    onAPIError: { errorURL: `${publicUrl}/login`, throw: true },
    emailAndPassword: {
      enabled: true,
      // Signing in at once would tell a new email address from a known one.
      autoSignIn: false,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    user: {
      modelName: 'users',
      validateUserInfo: validateLink,
      additionalFields: {
        surname: { type: 'string', required: true },
        username: { type: 'string', required: true },
        role: { type: 'string', required: false, defaultValue: 'member', input: false },
      },
    },
    session: {
      modelName: 'sessions',
      expiresIn: sessionDays * oneDaySeconds,
      updateAge: oneDaySeconds / 24,
      // The route table requires a recent sign-in where it is needed.
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'accounts',
      encryptOAuthTokens: true,
      // In an encrypted cookie for ten minutes, so that beginning stores nothing. The provider accepts each code once (RFC 6749, 4.1.2).
      storeStateStrategy: 'cookie',
      // A provider takes over no account that was made with a password, unless a link by email has verified its address.
      // A signed-in user may link a provider's account with another address.
      accountLinking: { trustedProviders: [], requireLocalEmailVerified: true, allowDifferentEmails: true },
    },
    verification: { modelName: 'verifications' },
    advanced: {
      cookiePrefix: cookiePrefix(publicUrl),
      // The library would add the prefix __Secure- to ours.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: publicUrl.startsWith('https:'), httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ipHeader] },
      database: { validateSchema: false },
    },
    databaseHooks: { user: userRules(options.admission), account: accountRules },
    plugins: [
      secondFactorCodes(options.codeAttempts),
      secondStep(),
      verifiedPasskeys(publicUrl, challenges, options.takeChallenge),
      sessionRenewal(),
      ...(google
        ? [
            genericOAuth({
              config: [
                {
                  providerId: 'google',
                  clientId: google.clientId,
                  clientSecret: google.clientSecret,
                  discoveryUrl: discovery(google.issuer),
                  requireIdTokenVerification: true,
                  scopes: ['openid', 'email', 'profile'],
                  pkce: true,
                  mapProfileToUser: profileFromClaims,
                },
              ],
            }),
          ]
        : []),
    ],
  })
  // A failure reaches everyone who uses the library: they await the same promise.
  auth.$context.then(
    ({ internalAdapter }) => addPasskeyChallenges(internalAdapter, challenges),
    () => {},
  )
  return auth
}

export type Auth = ReturnType<typeof createAuth>
