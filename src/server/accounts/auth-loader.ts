import { setTimeout as wait } from 'node:timers/promises'
import { Unavailable, VitrineError } from '../../model/errors.ts'
import type { Log } from '../process/log.ts'
import type { Auth, AuthOptions } from './auth.ts'
import { type AuthConnection, openAuthConnection } from './connection.ts'

export interface AuthLoader {
  /** True once the library was needed. */
  readonly loaded: boolean
  /** The sign-in library. */
  auth(): Promise<Auth>
  /** The same with the OpenID provider, whose description it fetches first; throws `Unavailable` when it cannot. */
  authWithGoogle(): Promise<Auth>
  close(): Promise<void>
}

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '')

/** Milliseconds that the provider may take to describe itself. */
const loadTimeoutMs = 10_000

type Fixed = Omit<AuthOptions, 'connection' | 'google' | 'report' | 'secret'> & {
  secret: () => Promise<string>
  /** Done once, before anybody signs in. */
  cleanUp: () => Promise<unknown>
}

/** Loads the sign-in library when it is first needed. The provider being away must not keep anyone from using a password, hence two instances. */
export const createAuthLoader = (
  fixed: Fixed,
  parts: {
    databaseUrl?: string | undefined
    dataDir: string
    google: AuthOptions['google']
    log: Log
    onFailure: (message: string) => void
  },
): AuthLoader => {
  const { google, log } = parts
  let connection: Promise<AuthConnection> | undefined
  let tidied = false
  let plain: Promise<Auth> | undefined
  let social: Promise<Auth> | undefined

  const report = (level: string, message: string) => (level === 'error' ? log.error : log.debug)(`Accounts: ${message}`)

  const load = async (withGoogle: boolean) => {
    // Tidying can wait for room on the disk; who is signed in can not.
    if (!tidied)
      tidied = await fixed.cleanUp().then(
        () => true,
        (error: unknown) => {
          if (error instanceof Unavailable) return false
          throw error
        },
      )
    connection ??= openAuthConnection(parts)
    const secret = await fixed.secret()
    const { createAuth } = await import('./auth.ts')
    return createAuth({
      ...fixed,
      secret,
      connection: await connection,
      google: withGoogle ? google : undefined,
      report,
    })
  }

  const discover = async () => {
    const auth = await load(true)
    const stop = new AbortController()
    const late = wait(loadTimeoutMs, undefined, { signal: stop.signal }).catch(() => undefined)
    const context = await Promise.race([auth.$context, late]).finally(() => stop.abort())
    const [provider] = context?.socialProviders ?? []
    if (!provider) throw new Unavailable('The sign-in provider cannot be reached. Try again in a moment.')
    // Its keys are believed for the name that it gives itself, so that has to be the one that was configured (OpenID Connect Discovery, 4.3).
    if (!google || withoutSlash(provider.issuer ?? '') !== withoutSlash(google.issuer)) {
      log.error('The sign-in provider calls itself by another name than GOOGLE_ISSUER', { issuer: provider.issuer })
      throw new Unavailable('The sign-in provider is not the one that is set up here. Use your password.')
    }
    return auth
  }

  return {
    get loaded() {
      return connection !== undefined
    },
    auth: () => {
      plain ??= load(false).catch((error) => {
        plain = undefined
        throw error
      })
      return plain
    },
    authWithGoogle: () => {
      if (!google)
        throw new VitrineError(
          'not-found',
          'Sign in with Google is not set up here. Use your e-mail address and password.',
        )
      social ??= discover().catch((error) => {
        social = undefined
        throw error
      })
      return social
    },
    close: async () => {
      await (await connection)?.kysely.destroy()
    },
  }
}
