import { setTimeout as wait } from 'node:timers/promises'
import { Unavailable, VitrineError } from '../../model/errors.ts'
import type { StatementLimit } from '../db/statement-limit.ts'
import type { Log } from '../process/log.ts'
import type { Auth, AuthOptions, GoogleConfig } from './auth.ts'
import { type AuthConnection, openAuthConnection } from './connection.ts'

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '')

/** Milliseconds that the provider may take to describe itself. */
const loadTimeoutMs = 10_000

interface Parts extends Omit<AuthOptions, 'connection' | 'report' | 'secret' | 'google'> {
  databaseUrl?: string | undefined
  dataDir: string
  limit?: StatementLimit | undefined
  log: Log
  onFailure: (message: string) => void
  secret: () => Promise<string>
  /** The provider as it is set up now. */
  google: () => GoogleConfig | undefined
  cleanUp: () => Promise<unknown>
}

/** Loads the sign-in library when it is first needed. There are two instances, so that passwords work while the provider is away. */
export const createAuthLoader = (parts: Parts) => {
  const { log } = parts
  let connection: Promise<AuthConnection> | undefined
  let cleanedUp = false
  let plain: Promise<Auth> | undefined
  let social: { google: GoogleConfig; auth: Promise<Auth> } | undefined

  const report = (level: string, message: string) => (level === 'error' ? log.error : log.debug)(`Accounts: ${message}`)

  const load = async (google?: GoogleConfig) => {
    // Without disk space, cleaning up waits until later, and signing in does not.
    if (!cleanedUp)
      cleanedUp = await parts.cleanUp().then(
        () => true,
        (error: unknown) => {
          if (error instanceof Unavailable) return false
          throw error
        },
      )
    connection ??= openAuthConnection(parts)
    const secret = await parts.secret()
    const { createAuth } = await import('./auth.ts')
    return createAuth({
      ...parts,
      secret,
      connection: await connection,
      google,
      report,
    })
  }

  const discover = async (google: GoogleConfig) => {
    const auth = await load(google)
    const stop = new AbortController()
    const late = wait(loadTimeoutMs, undefined, { signal: stop.signal }).catch(() => undefined)
    const context = await Promise.race([auth.$context, late]).finally(() => stop.abort())
    const [provider] = context?.socialProviders ?? []
    if (!provider) throw new Unavailable('The sign-in provider cannot be reached. Try again in a moment.')
    // The issuer that it names must be the configured one (OpenID Connect Discovery, 4.3): its keys are trusted for that name.
    if (withoutSlash(provider.issuer ?? '') !== withoutSlash(google.issuer)) {
      log.error('The sign-in provider calls itself by another name than GOOGLE_ISSUER', { issuer: provider.issuer })
      throw new Unavailable('The sign-in provider is not the one that is set up here. Use your password.')
    }
    return auth
  }

  return {
    get loaded() {
      return connection !== undefined
    },
    auth: (): Promise<Auth> => {
      plain ??= load().catch((error) => {
        plain = undefined
        throw error
      })
      return plain
    },
    /** The same with the OpenID provider, whose description it fetches first; throws `Unavailable` when it cannot. */
    authWithGoogle: (): Promise<Auth> => {
      const google = parts.google()
      if (!google)
        throw new VitrineError(
          'not-found',
          'Sign in with Google is not set up here. Use your email address and password.',
        )
      if (social?.google === google) return social.auth
      const auth = discover(google).catch((error) => {
        if (social?.auth === auth) social = undefined
        throw error
      })
      social = { google, auth }
      return auth
    },
    close: async () => {
      await (await connection)?.kysely.destroy()
    },
  }
}
