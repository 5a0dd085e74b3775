import { passkey } from '@better-auth/passkey'
import { createOTP } from '@better-auth/utils/otp'
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth'
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getOAuthState,
  getSessionFromCtx,
  sessionMiddleware,
} from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { symmetricDecrypt } from 'better-auth/crypto'
import { genericOAuth, twoFactor } from 'better-auth/plugins'
import { z } from 'zod'
import { passwordLength, profileSchema } from '../../model/accounts/account.ts'
import { Gone, TooMany } from '../../model/errors.ts'
import { withoutTurning } from '../../model/text-rules.ts'
import { derivedKey } from '../process/sealed-text.ts'
import type { CodeAttempts, CodeOwner } from './attempts.ts'
import type { AuthConnection } from './connection.ts'
import type { Admission } from './invitations.ts'
import { challengeSeconds, createPasskeyChallenges, type PasskeyChallenges } from './passkey-challenges.ts'
import { equalInConstantTime, hashPassword, readableSecret, verifyPassword } from './passwords.ts'
import { cookiePrefix, ipHeader, sessionDays } from './sessions.ts'

// A passkey replaces the password and the second step, so the device must have verified its user (the flag UV of WebAuthn Level 3, 6.1).
// The option below only asks the browser for it.
const requireVerification = (userVerified: boolean | undefined) => {
  if (!userVerified)
    throw new APIError('BAD_REQUEST', {
      code: 'USER_NOT_VERIFIED',
      message: 'The device did not check that it is you. Set up its screen lock, fingerprint or PIN, and try again.',
    })
}

/** Marks the challenge with this id as used; false when it was used before. */
type TakeChallenge = (id: string) => Promise<boolean>

// The library's own name; it signs and reads the cookie.
const challengeCookie = 'better-auth-passkey'

interface PasskeyRow {
  credentialID: string
  transports: string | null
}

const credentialOf = ({ credentialID, transports }: PasskeyRow) => ({
  id: credentialID,
  type: 'public-key',
  ...(transports ? { transports: transports.split(',') } : {}),
})

/** Passkeys that sign in by themselves: discoverable, and verified by the device. */
export const verifiedPasskeys = (publicUrl: string, challenges: PasskeyChallenges, takeChallenge: TakeChallenge) => {
  const rpID = new URL(publicUrl).hostname
  const plugin = passkey({
    rpID,
    rpName: 'Vitrine',
    origin: publicUrl,
    schema: { passkey: { modelName: 'passkeys' } },
    // Discoverable, since nobody types an email address before.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => requireVerification(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ ctx, verification }) => {
        requireVerification(verification.authenticationInfo.userVerified)
        const cookie = ctx.context.createAuthCookie(challengeCookie)
        const id = await ctx.getSignedCookie(cookie.name, ctx.context.secret)
        if (!id || !(await takeChallenge(id)))
          throw new APIError('BAD_REQUEST', { code: 'CHALLENGE_NOT_FOUND', message: 'This challenge was used before.' })
      },
    },
  })

  // The library's own endpoint stores a row for each caller.
  const generatePasskeyAuthenticationOptions = createAuthEndpoint(
    '/passkey/generate-authenticate-options',
    { method: 'GET' },
    async (context) => {
      const session = await getSessionFromCtx(context)
      const own = session
        ? await context.context.adapter.findMany<PasskeyRow>({
            model: 'passkey',
            where: [{ field: 'userId', value: session.user.id }],
          })
        : []
      const { id, challenge } = challenges.create()
      const { name, attributes } = context.context.createAuthCookie(challengeCookie)
      await context.setSignedCookie(name, id, context.context.secret, {
        ...attributes,
        maxAge: challengeSeconds,
      })
      return context.json({
        challenge,
        timeout: 60_000,
        rpId: rpID,
        userVerification: 'required',
        ...(own.length > 0 ? { allowCredentials: own.map(credentialOf) } : {}),
      })
    },
  )
  return {
    ...plugin,
    endpoints: { ...plugin.endpoints, generatePasskeyAuthenticationOptions },
  } satisfies BetterAuthPlugin
}

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const totpPath = '/two-factor/verify-totp'
const recoveryPath = '/two-factor/verify-backup-code'

/** Account whose code this call carries: by a session while an app is being set up, by the first step's cookie at sign-in. */
const codeOwner = async (context: HookContext): Promise<CodeOwner | undefined> => {
  const session = await getSessionFromCtx(context)
  if (session) return { userId: session.user.id, sessionId: session.session.id }
  const cookie = context.context.createAuthCookie('two_factor')
  const challenge = await context.getSignedCookie(cookie.name, context.context.secret)
  const found = challenge ? await context.context.internalAdapter.findVerificationValue(challenge) : undefined
  return found ? { userId: found.value } : undefined
}

const stepOfCode = async (secret: string, code: string): Promise<number | undefined> => {
  const now = Math.floor(Date.now() / 30_000)
  for (const step of [now, now - 1, now + 1])
    if (equalInConstantTime(await createOTP(secret).hotp(step), code)) return step
  return undefined
}

const refused = (code: string) => new APIError('UNAUTHORIZED', { code, message: 'This code was not accepted.' })

/**
 * Checks codes of both kinds before the library does. The library counts after its check, so that many codes at once are all checked,
 * has a counter for each kind, and accepts a TOTP code as often as it is sent.
 */
export const secondFactorCodes = (attempts: CodeAttempts) =>
  ({
    id: 'second-factor-codes',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === totpPath || path === recoveryPath,
          handler: createAuthMiddleware(async (context) => {
            const code: unknown = context.body?.code
            const owner = await codeOwner(context)
            if (!owner || typeof code !== 'string') return
            const stored = await context.context.adapter.findOne<{ id: string; secret: string; backupCodes: string }>({
              model: 'twoFactor',
              where: [{ field: 'userId', value: owner.userId }],
            })
            if (!stored) return
            const decrypt = (data: string) => symmetricDecrypt({ key: context.context.secretConfig, data })
            const key = await attempts.take(owner, context.headers?.get('cookie') ?? '')
            if (context.path === recoveryPath) {
              const codes = JSON.parse(await decrypt(stored.backupCodes)) as string[]
              if (!codes.some((one) => equalInConstantTime(one, code))) throw refused('INVALID_BACKUP_CODE')
              return attempts.release(key)
            }
            const step = await stepOfCode(await decrypt(stored.secret), code)
            if (step === undefined) throw refused('INVALID_CODE')
            await attempts.release(key)
            if (!(await attempts.takeStep(stored.id, step))) throw refused('CODE_USED')
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin

type Hooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['user']>

const normalized = (value: unknown, max: number) =>
  typeof value === 'string'
    ? withoutTurning(value)
        .replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
        .trim()
        .slice(0, max)
        .trim()
    : ''

/** A profile from an OpenID provider's claims; missing fields are taken from the email address. */
const profileFromClaims = (claims: Record<string, unknown>) => {
  const address = normalized(claims.email, 254).split('@')[0] ?? ''
  const names = normalized(claims.name, 80).split(' ')
  return {
    name: normalized(claims.given_name, 80) || names[0] || address.slice(0, 80),
    surname: normalized(claims.family_name, 80) || names.slice(1).join(' ') || '–',
    username: normalized(claims.preferred_username, 40).split('@')[0] || address.slice(0, 40),
  }
}

const checked = <T>(schema: z.ZodType<T>, user: unknown): T => {
  const profile = schema.safeParse(user)
  if (profile.success) return profile.data
  throw new APIError('UNPROCESSABLE_ENTITY', { code: 'INVALID_PROFILE', message: 'Invalid name.' })
}

// Not strict: the library's fields come along.
const profileFields = z.object(profileSchema.shape)

/** The invitation that this sign-in with Google was begun with. */
const invitation = async (): Promise<string | undefined> => {
  const invite = (await getOAuthState())?.invite
  return typeof invite === 'string' ? invite : undefined
}

const refusedByName = (error: unknown): never => {
  const code = error instanceof Gone ? 'INVITATION_GONE' : error instanceof TooMany && 'REGISTERED_TOO_OFTEN'
  throw code ? new APIError('FORBIDDEN', { code, message: (error as Error).message }) : error
}

/** Validates every new and changed account, from a form or a provider. Roles change by claim and hand-over alone. */
export const userRules = (admission: Pick<Admission, 'isOpen' | 'take' | 'made' | 'countStranger'>): Hooks => ({
  create: {
    before: async (user, context) => {
      const data = { ...user, ...checked(profileFields, user), role: 'member', image: null }
      if (context?.path?.startsWith('/callback')) {
        const invite = await invitation()
        if (!(await admission.isOpen(invite)))
          throw new APIError('FORBIDDEN', { code: 'REGISTRATION_CLOSED', message: 'Registration is closed.' })
        if (!user.emailVerified)
          throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'The address is not verified.' })
        await (invite === undefined ? admission.countStranger() : admission.take(invite)).catch(refusedByName)
      }
      return { data }
    },
    after: admission.made,
  },
  update: {
    before: async (user) => {
      const { role, image, ...rest } = user as Record<string, unknown>
      if (role !== undefined || image !== undefined)
        throw new APIError('FORBIDDEN', { code: 'NOT_YOURS', message: 'This cannot be set.' })
      return { data: { ...rest, ...checked(profileFields.partial(), rest) } }
    },
  },
})

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

/**
 * The sign-in library, wrapped: docs/decisions/010-accounts.md explains each setting. Loaded by the first request that signs in or has a
 * session: it takes 50 MB of memory and a quarter of a second.
 */
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
