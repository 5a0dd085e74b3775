import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins'
import { passwordLength } from '../../model/accounts/account.ts'
import { derivedKey } from '../process/derived-key.ts'
import type { Admission } from './admission.ts'
import type { CodeAttempts } from './code-attempts.ts'
import type { AuthConnection } from './connection.ts'
import { cookiePrefix } from './cookies.ts'
import { ipHeader } from './ip-header.ts'
import { accountRules, validateLink } from './oauth-rules.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'
import { type TakeChallenge, verifiedPasskeys } from './passkeys.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { secondFactorCodes } from './second-factor-codes.ts'
import { secondStep } from './second-step.ts'
import { sessionRenewal } from './session-renewal.ts'
import { sessionDays } from './sessions.ts'
import { addPasskeyChallenges } from './stored-challenges.ts'
import { profileFromClaims, userRules } from './user-rules.ts'

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
      // Email addresses are not verified here, so a provider never takes over an account that was made with a password.
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
