import type { SmtpInput, StepName, TestStep } from '../../model/connections/connection.ts'
import { type ServiceKind, type ServiceSetUp, serviceOf } from '../../model/inbox/mail-services.ts'
import { z } from '../../model/zod.ts'
import { serviceTransport } from '../mail/set-up.ts'
import { type SmtpError, type SmtpOptions, sendOnce } from '../mail/smtp.ts'
import type { Email } from '../mail/transport.ts'
import { isLoopback } from '../process/variables.ts'
import type { GoogleConnection } from './connections.ts'

/** End of a test: its message and the answer of the other side. */
interface Failure {
  step: StepName
  message: string
  answer?: string | undefined
}

/** The steps of a test: all before the failed one are done, all after it were not reached. */
const stepsUntil = (names: readonly StepName[], failure: Failure | undefined, answer?: string): TestStep[] => {
  const failedAt = failure ? names.indexOf(failure.step) : names.length
  return names.map((step, index) => ({
    step,
    state: index < failedAt ? 'done' : index === failedAt ? 'failed' : 'not-reached',
    message: index === failedAt && failure ? failure.message : null,
    answer:
      (index === failedAt && failure ? failure.answer : index === names.length - 1 && !failure ? answer : null) ?? null,
  }))
}

export const passed = (steps: readonly TestStep[]): boolean => steps.every(({ state }) => state === 'done')

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

const testTimeoutMs = 12_000

type Server = Pick<SmtpInput, 'host' | 'port' | 'encryption' | 'user'>

const namesFor = ({ encryption, user }: Server): StepName[] => [
  ...(['find', 'connect'] as const),
  ...(encryption === 'none' ? [] : (['encrypt'] as const)),
  ...(user === '' ? [] : (['sign-in'] as const)),
  ...(['sender', 'recipient', 'send'] as const),
]

const wrongCertificate = /^(?:ERR_TLS_CERT\w*|CERT_\w+|SELF_SIGNED\w*|DEPTH_ZERO\w*|UNABLE_TO_\w+)$/
const wrongEncryption = /^(?:ERR_SSL_\w+|EPROTO)$/

const reach = ({ host, port, encryption }: Server, code: string): Failure => {
  const other = encryption === 'tls' ? 'STARTTLS' : 'TLS'
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'EDNS'].includes(code))
    return { step: 'find', message: `There is no server of the name ${host}. Check its spelling.` }
  if (code === 'ECONNREFUSED')
    return { step: 'connect', message: `${host} refuses connections to port ${port}. Check the port.` }
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return { step: 'connect', message: `${host} cannot be reached from this server: there is no way to its network.` }
  if (wrongCertificate.test(code))
    return {
      step: 'encrypt',
      message: `The certificate of ${host} is not valid for this name, so it could be another server. Use the name that your provider documents.`,
    }
  if (wrongEncryption.test(code))
    return {
      step: 'encrypt',
      message: `Port ${port} of ${host} does not speak this encryption. Choose ${other}, or another port.`,
    }
  if (code === 'ETIMEDOUT')
    return {
      step: 'connect',
      message: `${host} does not answer on port ${port}. Check the port; some hosting providers block outgoing email.`,
    }
  return { step: 'connect', message: `The connection to ${host} broke. Check the port and the encryption.` }
}

/** Step at which sending failed, and what to do. A banner of something that is no mail server is not passed on. */
const smtpFailureOf = (server: Server, error: SmtpError): Failure => {
  const { code = '', originalCode = '', command = '', response: answer, responseCode = 0 } = error
  if (code === 'EAUTH')
    return responseCode === 0
      ? { step: 'sign-in', message: `${server.host} offers no way to sign in with a password. Check the port.` }
      : {
          step: 'sign-in',
          message:
            'The user name or the password is wrong. Many providers want an app password here, not the one of the mailbox.',
          answer,
        }
  if (command === 'MAIL FROM')
    return {
      step: 'sender',
      message: 'The server does not send from this address. Enter an address that belongs to this account.',
      answer,
    }
  if (command === 'RCPT TO')
    return { step: 'recipient', message: 'The server does not take email for this recipient.', answer }
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return { step: 'send', message: 'The server refused the email itself.', answer }
  if (command === 'STARTTLS' || /STARTTLS/.test(error.message))
    return {
      step: 'encrypt',
      message: `${server.host} offers no encryption on port ${server.port}. Use port 465 with TLS, or 587 with STARTTLS.`,
    }
  if (code === 'EPROTOCOL')
    return { step: 'connect', message: `What answers at ${server.host}, port ${server.port}, is no mail server.` }
  return reach(server, originalCode || code)
}

/** Sends this email and reports how far it came. */
export const testSmtp = async (server: Server, options: SmtpOptions, email: Email): Promise<TestStep[]> => {
  const names = namesFor(server)
  try {
    return stepsUntil(names, undefined, await sendOnce({ ...options, timeoutMs: testTimeoutMs }, email))
  } catch (error) {
    const failure = smtpFailureOf(server, error as SmtpError)
    // Without encryption or sign-in, their failures belong to the connection.
    return stepsUntil(names, names.includes(failure.step) ? failure : { ...failure, step: 'connect' })
  }
}

const serviceSteps = ['connect', 'send'] as const

/** Sends this email through a service and reports how far it came. */
export const testService = async (kind: ServiceKind, setUp: ServiceSetUp, email: Email): Promise<TestStep[]> => {
  const { create, explain } = serviceTransport(kind)
  const { label } = serviceOf(kind)
  const { result, answer } = await create({ ...setUp, timeoutMs: testTimeoutMs }).send(email, async () => {})
  const failure: Failure | undefined =
    result === 'sent'
      ? undefined
      : answer.startsWith('0 ')
        ? { step: 'connect', message: `${label} cannot be reached from this server. Try again in a moment.`, answer }
        : { step: 'send', message: explain(answer) ?? `${label} did not send the email.`, answer }
  return stepsUntil(serviceSteps, failure, answer)
}
