import type { TestStep } from '../../model/connections/connection.ts'
import { z } from '../../model/zod.ts'
import { isLoopback } from '../process/variables.ts'
import type { GoogleConnection } from './in-use.ts'
import { type Failure, stepsUntil } from './steps.ts'

const timeoutMs = 10_000
const names = ['find', 'issuer', 'client'] as const
const googleIssuer = 'https://accounts.google.com'

const description = z.object({ issuer: z.string(), token_endpoint: z.url() })
const refusal = z.object({ error: z.string() })

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '')

const isSafe = (url: string) => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const fetchJson = async (url: string, init: RequestInit = {}): Promise<unknown> => {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  const text = await response.text()
  return text.length > 100_000 ? undefined : JSON.parse(text)
}

const shapeProblem = ({ clientId, clientSecret, issuer }: GoogleConnection): string | undefined => {
  if (withoutSlash(issuer) !== googleIssuer) return undefined
  if (!/^[\w-]+\.apps\.googleusercontent\.com$/.test(clientId))
    return 'A client ID of Google ends with .apps.googleusercontent.com. Copy it again.'
  return /^\S{16,}$/.test(clientSecret) ? undefined : 'This is no client secret of Google. Copy it again.'
}

/** The provider's word on client and secret: asked to redeem a code that does not exist, it looks at them first (RFC 6749, 5.2). */
const clientProblem = async (tokenUrl: string, google: GoogleConnection, redirectUri: string) => {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'vitrine-tests-its-client',
    code_verifier: 'vitrine-tests-its-client-with-a-verifier-of-43',
    redirect_uri: redirectUri,
  })
  const login = [google.clientId, google.clientSecret].map(encodeURIComponent).join(':')
  const headers = { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
  const { data } = refusal.safeParse(await fetchJson(tokenUrl, { method: 'POST', headers, body }))
  if (data?.error === 'redirect_uri_mismatch')
    return 'The provider does not know the redirect address. Add it there, exactly as it stands here.'
  if (data?.error === 'invalid_client' || data?.error === 'unauthorized_client')
    return 'The provider does not know this client ID with this secret. Copy both again.'
  return data ? undefined : 'The provider gave no answer about this client. Try again in a moment.'
}

const failureOf = async (google: GoogleConnection, redirectUri: string): Promise<Failure | undefined> => {
  const away = `${google.issuer} cannot be reached, or is no OpenID provider. Try again in a moment.`
  const found = await fetchJson(`${withoutSlash(google.issuer)}/.well-known/openid-configuration`).catch(
    () => undefined,
  )
  const { data } = description.safeParse(found)
  if (!data) return { step: 'find', message: away }
  // OpenID Connect Discovery, 4.3: its keys are trusted for that name.
  if (withoutSlash(data.issuer) !== withoutSlash(google.issuer) || !isSafe(data.token_endpoint))
    return { step: 'issuer', message: 'The provider calls itself by another name than GOOGLE_ISSUER.' }
  const problem =
    shapeProblem(google) ?? (await clientProblem(data.token_endpoint, google, redirectUri).catch(() => away))
  return problem === undefined ? undefined : { step: 'client', message: problem }
}

/** Asks the provider who it is and whether it knows this client. Nobody signs in. */
export const testGoogle = async (google: GoogleConnection, redirectUri: string): Promise<TestStep[]> =>
  stepsUntil(names, await failureOf(google, redirectUri))
