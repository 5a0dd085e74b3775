import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins'
import { passwordLength } from '../../model/accounts/account.ts'
import { codeLimit } from './code-limit.ts'
import type { CodeTries } from './code-tries.ts'
import type { AuthConnection } from './connection.ts'
import { cookiePrefix } from './cookies.ts'
import { ipHeader } from './ip-header.ts'
import { accountRules, validateLink } from './oauth-rules.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'
import { type TakeChallenge, verifiedPasskeys } from './passkeys.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { secondStep } from './second-step.ts'
import { sessionRenewal } from './session-renewal.ts'
import { signingKey } from './signing-key.ts'
import { addPasskeyChallenges } from './stored-challenges.ts'
import { type TakeStep, totpOnce } from './totp-once.ts'
import { profileFromClaims, userRules } from './user-rules.ts'

// Loaded by the first request that signs in or shows a session: the library is 50 MB of memory and a quarter of a second.

const day = 86_400

export interface AuthOptions {
  connection: AuthConnection
  publicUrl: string
  secret: string
  takeStep: TakeStep
  codeTries: CodeTries
  takeChallenge: TakeChallenge
  /** True when someone whom an OpenID provider vouches for may get an account. */
  mayRegister: () => Promise<boolean>
  google?: { clientId: string; clientSecret: string; issuer: string } | undefined
  report: (level: string, message: string) => void
}

const discovery = (issuer: string) => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** The sign-in library, wrapped: docs/decisions/010-accounts.md says what each setting holds off. */
export const createAuth = ({
  connection,
  publicUrl,
  secret,
  takeStep,
  codeTries,
  takeChallenge,
  mayRegister,
  google,
  report,
}: AuthOptions) => {
  const challenges = createPasskeyChallenges(signingKey(secret, 'passkey challenge'))
  const auth = betterAuth({
    appName: 'Vitrine',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [publicUrl],
    database: { db: connection.kysely, type: connection.kind },
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (level, message) => report(level, message) },
    // Ours stand in front of it, in the database, and believe no header.
    rateLimit: { enabled: false },
    // By itself the library prints what it answers; thrown, it becomes one of our errors and is logged as those are.
    onAPIError: { errorURL: `${publicUrl}/login`, throw: true },
    emailAndPassword: {
      enabled: true,
      // Signing in at once would tell a new address from a known one.
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
      expiresIn: 14 * day,
      updateAge: day / 24,
      // How long ago one signed in is asked by the route table, for every call that needs it.
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'accounts',
      encryptOAuthTokens: true,
      // In an encrypted cookie, ten minutes long: nothing is stored for whoever begins. That it is used once is the code's doing,
      // which the provider spends (RFC 6749, 4.1.2).
      storeStateStrategy: 'cookie',
      // Nobody here has proved an address, so a provider never takes over an account that was made with a password.
      // Who is signed in may link one of another address: they hold both.
      accountLinking: { trustedProviders: [], requireLocalEmailVerified: true, allowDifferentEmails: true },
    },
    verification: { modelName: 'verifications' },
    advanced: {
      cookiePrefix: cookiePrefix(publicUrl),
      // The prefix above already says it; the library's own would be __Secure-.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: publicUrl.startsWith('https:'), httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ipHeader] },
      database: { validateSchema: false },
    },
    databaseHooks: { user: userRules(mayRegister), account: accountRules },
    plugins: [
      // In this order: counted, then looked at.
      codeLimit(codeTries),
      totpOnce(takeStep),
      secondStep(),
      verifiedPasskeys(publicUrl, challenges, takeChallenge),
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
  // Whoever uses the library awaits the same promise, later.
  auth.$context.then(
    ({ internalAdapter }) => addPasskeyChallenges(internalAdapter, challenges),
    () => {},
  )
  return auth
}

export type Auth = ReturnType<typeof createAuth>
