import type { AuthorizationServer } from 'oauth4webapi'
import { z } from 'zod'
import { emailAddress, profileSchema } from '../../model/accounts/account.ts'
import { Gone, Invalid, TooMany, Unavailable, VitrineError } from '../../model/errors.ts'
import { withoutTurning } from '../../model/text-rules.ts'
import type { Database, Reader } from '../db/database.ts'
import { UniqueViolation } from '../db/postgres.ts'
import { clockGraceMs } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { createSealer } from '../process/sealed-text.ts'
import { holdAccount, holdSession, type Proof, type SignedIn } from './ended-access.ts'
import type { Invitations } from './invitations.ts'
import { hashPassword, storePasswordHash } from './passwords.ts'
import type { Cookies } from './sessions.ts'
import { isoTime, withAccounts } from './tables.ts'
import { createUser } from './users.ts'

export interface GoogleConfig {
  clientId: string
  clientSecret: string
  issuer: string
}

/** In ms: what the provider may take for each answer. */
const timeoutMs = 10_000
const cookieName = 'google'
const cookieSeconds = 600

/** What this browser asked for; in an encrypted cookie, so that beginning stores nothing. */
const askedSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** In Unix ms: a browser may keep the cookie for longer. */
  until: z.number(),
  /** Paths to lead to afterwards, and when it was refused. */
  next: z.string(),
  onError: z.string(),
  invite: z.string().optional(),
  /** Account that is to be linked. */
  link: z.string().optional(),
})
type Asked = z.infer<typeof askedSchema>

const isOpen = ({ until }: Asked) => {
  const leftMs = until - Date.now()
  return leftMs > 0 && leftMs <= cookieSeconds * 1000 + clockGraceMs
}

/** What the provider says of a person; none of it is trusted but the subject. */
type Claims = Record<string, unknown> & { sub: string }

/** A refusal by the name that the screens know. */
class Refused extends Error {}

const normalized = (value: unknown, max: number) =>
  typeof value === 'string'
    ? withoutTurning(value)
        .replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
        .trim()
        .slice(0, max)
        .trim()
    : ''

/** A profile from an OpenID provider's claims; missing fields are taken from the email address. */
const profileFromClaims = (claims: Claims) => {
  const address = normalized(claims.email, 254).split('@')[0] ?? ''
  const names = normalized(claims.name, 80).split(' ')
  return {
    name: normalized(claims.given_name, 80) || names[0] || address.slice(0, 80),
    surname: normalized(claims.family_name, 80) || names.slice(1).join(' ') || '–',
    username: normalized(claims.preferred_username, 40).split('@')[0] || address.slice(0, 40),
  }
}

const request = ({ allowInsecureRequests }: typeof import('oauth4webapi'), { issuer }: GoogleConfig) => ({
  signal: () => AbortSignal.timeout(timeoutMs),
  // Of a provider on this machine: the configuration allows it for no other.
  [allowInsecureRequests]: issuer.startsWith('http:'),
})

/** Links the provider's account with this subject. Throws `UniqueViolation` for one that is linked already. */
const storeLink = async (trx: Reader, userId: string, sub: string) => {
  const now = new Date().toISOString()
  await withAccounts(trx)
    .insertInto('accounts')
    .values({
      id: crypto.randomUUID(),
      userId,
      accountId: sub,
      providerId: 'google',
      password: null,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
}

const nameOfRefusal = (error: unknown): string => {
  if (error instanceof Refused) return error.message
  if (error instanceof Gone) return 'INVITATION_GONE'
  if (error instanceof TooMany) return 'REGISTERED_TOO_OFTEN'
  if (error instanceof UniqueViolation) return 'account_already_linked_to_different_user'
  throw error
}

/** The provider's own word for its refusal, such as `access_denied`. */
const wordOf = (error: unknown): string => {
  const word = (error as { error?: unknown }).error
  return typeof word === 'string' && /^\w{1,60}$/.test(word) ? word : 'not_accepted'
}

interface Parts {
  database: Database
  cookies: Cookies
  readSecret: () => Promise<string>
  publicUrl: string
  /** The provider as it is set up now. */
  config: () => GoogleConfig | undefined
  log: Log
  invitations: Invitations
  registrationOpen: () => Promise<boolean>
  /** Counts an account that no invitation lets in. Throws `TooMany`. */
  countStranger: () => Promise<void>
}

/** Sign in with Google, or any OpenID provider: the code flow with PKCE, state and nonce (OpenID Connect Core 1.0, 3.1). */
export const createGoogle = ({ database, cookies, readSecret, publicUrl, config, log, ...rules }: Parts) => {
  const db = withAccounts(database.kysely)
  const sealer = createSealer(readSecret, 'sign in with Google')
  const redirectUri = `${publicUrl}/api/auth/callback/google`
  let known: { config: GoogleConfig; server: Promise<AuthorizationServer> } | undefined

  const discover = async (google: GoogleConfig): Promise<AuthorizationServer> => {
    const oauth = await import('oauth4webapi')
    const issuer = new URL(google.issuer)
    try {
      const answer = await oauth.discoveryRequest(issuer, request(oauth, google))
      // The issuer that it names must be the configured one (OpenID Connect Discovery, 4.3): its keys are trusted for that name.
      return await oauth.processDiscoveryResponse(issuer, answer)
    } catch (error) {
      if ((error as { code?: string }).code !== oauth.JSON_ATTRIBUTE_COMPARISON)
        throw new Unavailable('The sign-in provider cannot be reached. Try again in a moment.')
      log.error('The sign-in provider calls itself by another name than GOOGLE_ISSUER', { reason: String(error) })
      throw new Unavailable('The sign-in provider is not the one that is set up here. Use your password.')
    }
  }

  /** The provider, and its description, which is fetched once. Throws `NotFound`, `Unavailable`. */
  const provider = async () => {
    const google = config()
    if (!google)
      throw new VitrineError(
        'not-found',
        'Sign in with Google is not set up here. Use your email address and password.',
      )
    if (known?.config !== google) {
      const server = discover(google)
      const found = { config: google, server }
      known = found
      server.catch(() => {
        if (known === found) known = undefined
      })
    }
    const oauth = await import('oauth4webapi')
    return { oauth, google, server: await known.server, options: request(oauth, google) }
  }

  /** What the provider says of whoever came back with these parameters. Throws when any of it was not asked for by this browser. */
  const claimsOf = async (query: URLSearchParams, { state, nonce, verifier }: Asked): Promise<Claims> => {
    const { oauth, google, server, options } = await provider()
    const client = { client_id: google.clientId }
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const shown = ways.includes('client_secret_basic') ? oauth.ClientSecretBasic : oauth.ClientSecretPost
    const parameters = oauth.validateAuthResponse(server, client, query, state)
    const answer = await oauth.authorizationCodeGrantRequest(
      ...([server, client, shown(google.clientSecret), parameters, redirectUri, verifier, options] as const),
    )
    const expected = { expectedNonce: nonce, requireIdToken: true }
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, expected)
    await oauth.validateApplicationLevelSignature(server, answer, options)
    const { sub } = oauth.getValidatedIdTokenClaims(tokens) as { sub: string }
    const info = await oauth.userInfoRequest(server, client, tokens.access_token, options)
    return { ...(await oauth.processUserInfoResponse(server, client, sub, info)), sub }
  }

  const createAccount = async (claims: Claims, email: string, invite?: string) => {
    const profile = profileSchema.safeParse(profileFromClaims(claims))
    if (!profile.success) throw new Refused('INVALID_PROFILE')
    if (invite === undefined) await rules.countStranger()
    return database.transaction(async (trx) => {
      const id = await createUser(trx, { ...profile.data, email }, true)
      if (id === undefined) throw new Refused('account_not_linked')
      await storeLink(trx, id, claims.sub)
      if (invite !== undefined) await rules.invitations.take(trx, invite)
      return id
    })
  }

  /** Links it to an account that is there, which has one such link at most. */
  const addLink = (userId: string, sub: string, refusal: string, proof?: Proof) =>
    database.transaction(async (trx) => {
      await holdAccount(trx, userId, database.kind)
      if (proof && !(await proof(trx))) throw new Refused('signed_out_meanwhile')
      const links = withAccounts(trx).selectFrom('accounts').select('id').where('userId', '=', userId)
      if (await links.where('providerId', '=', 'google').executeTakeFirst()) throw new Refused(refusal)
      await storeLink(trx, userId, sub)
    })

  const ownerOf = async (sub: string, reader: Reader = database.kysely): Promise<string | undefined> =>
    (
      await withAccounts(reader)
        .selectFrom('accounts')
        .select('userId')
        .where('providerId', '=', 'google')
        .where('accountId', '=', sub)
        .executeTakeFirst()
    )?.userId

  const signIn = async (claims: Claims, { invite }: Asked): Promise<string> => {
    const linked = await ownerOf(claims.sub)
    if (linked !== undefined) return linked
    const email = emailAddress.safeParse(claims.email)
    const isVerified = claims.email_verified === true && email.success
    const same =
      email.success &&
      (await db.selectFrom('users').select(['id', 'emailVerified']).where('email', '=', email.data).executeTakeFirst())
    if (same) {
      // A provider takes over no account that was made with a password, unless a link by email has verified its address.
      if (!isVerified || !same.emailVerified) throw new Refused('account_not_linked')
      // Nor with its address alone, which may be another person's by now.
      await addLink(same.id, claims.sub, 'account_not_linked')
      return same.id
    }
    if (invite === undefined && !(await rules.registrationOpen())) throw new Refused('REGISTRATION_CLOSED')
    if (!isVerified) throw new Refused('EMAIL_NOT_VERIFIED')
    return createAccount(claims, email.data, invite)
  }

  /** Links the provider's account, whatever its address, while the session that began it is alive. */
  const link = async (claims: Claims, userId: string, signedIn: () => Promise<SignedIn | undefined>) => {
    if (claims.email_verified !== true) throw new Refused('unable_to_link_account')
    const owner = await ownerOf(claims.sub)
    // Asked last: the provider has taken its time.
    const found = await signedIn()
    if (found?.userId !== userId) throw new Refused('signed_out_meanwhile')
    if (owner === undefined) await addLink(userId, claims.sub, 'linked_already', found.proof)
    else if (owner !== userId) throw new Refused('account_already_linked_to_different_user')
  }

  return {
    /** The provider's address to go to, and the Set-Cookie line by which the way back is known. Throws `NotFound`, `Unavailable`. */
    begin: async (
      asked: Pick<Asked, 'next' | 'onError' | 'invite' | 'link'>,
    ): Promise<{ url: string; cookie: string }> => {
      const { oauth, google, server } = await provider()
      const [state, nonce, verifier] = [
        oauth.generateRandomState(),
        oauth.generateRandomNonce(),
        oauth.generateRandomCodeVerifier(),
      ]
      const url = new URL(server.authorization_endpoint as string)
      const parameters = {
        ...{ client_id: google.clientId, redirect_uri: redirectUri, response_type: 'code', state, nonce },
        ...{ scope: 'openid email profile', code_challenge_method: 'S256' },
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      const until = Date.now() + cookieSeconds * 1000
      const sealed = await sealer.seal(cookieName, JSON.stringify({ ...asked, state, nonce, verifier, until }))
      return { url: url.href, cookie: await cookies.set(cookieName, sealed, cookieSeconds) }
    },

    /**
     * Takes the browser that the provider sends back: where to lead it, and who signs in or was linked. `refused` names why neither is.
     * `signedIn` says whose session this browser has.
     * Throws `NotFound`, `Unavailable`.
     */
    finish: async (cookie: string, query: URLSearchParams, signedIn: () => Promise<SignedIn | undefined>) => {
      const sealed = await cookies.read(cookie, cookieName)
      const opened = sealed === undefined ? undefined : await sealer.open(cookieName, sealed)
      const asked = opened === undefined ? undefined : askedSchema.parse(JSON.parse(opened))
      const back = { cookie: cookies.clear(cookieName) }
      const refused = (reason: string) => ({
        ...back,
        refused: reason,
        next: `${asked?.onError ?? '/login'}?error=${reason}`,
      })
      if (asked === undefined || !isOpen(asked)) return refused('state_mismatch')
      try {
        const claims = await claimsOf(query, asked).catch((error: unknown) => {
          if (error instanceof VitrineError) throw error
          throw new Refused(wordOf(error))
        })
        if (asked.link === undefined) {
          const userId = await signIn(claims, asked)
          const proof: Proof = async (trx) => (await ownerOf(claims.sub, trx)) === userId
          return { ...back, next: asked.next, userId, proof }
        }
        await link(claims, asked.link, signedIn)
        return { ...back, next: asked.next, linked: asked.link }
      } catch (error) {
        return refused(nameOfRefusal(error))
      }
    },
  }
}

/** Sign-in methods of an account besides passkeys: a password, Google, or both; never none. */
export const createSignInMethods = (database: Database) => {
  const read = async (
    reader: Reader,
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

    /** Sets the first password of an account that came by Google. Throws `Invalid` when it has one; `unauthenticated`. */
    setPassword: async (owner: SignedIn, password: string) => {
      const hash = await hashPassword(password)
      await database.transaction(async (trx) => {
        await holdSession(trx, owner, database.kind)
        if ((await read(trx, owner.userId)).password)
          throw new Invalid({ newPassword: 'You have a password already. Change it instead.' })
        await storePasswordHash(trx, owner.userId, hash)
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
