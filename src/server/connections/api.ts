import {
  type ConnectionKind,
  type Connections,
  connectionCalls,
  type GoogleInput,
  hasNameOf,
  type MailInput,
  type SavedConnection,
  type ServiceInput,
  type SmtpInput,
  type StepName,
  type TestStep,
} from '../../model/connections/connection.ts'
import { Invalid } from '../../model/errors.ts'
import { keysOf, type ServiceKind, type ServiceSetUp, serviceOf } from '../../model/inbox/mail-services.ts'
import { z } from '../../model/zod.ts'
import { type AppContext, endpoints, noteSecurity } from '../endpoint/endpoint.ts'
import type { Mail } from '../mail/mail.ts'
import { serviceTransport } from '../mail/set-up.ts'
import { type SmtpError, type SmtpOptions, sendOnce } from '../mail/smtp.ts'
import type { Email } from '../mail/transport.ts'
import type { Config } from '../process/config.ts'
import { isLoopback } from '../process/variables.ts'
import {
  type ConnectionStore,
  type GoogleConnection,
  googleOf,
  mailOf,
  type Stored,
  type StoredAs,
  type StoredConnections,
  type StoredGoogle,
  type StoredMail,
  type StoredService,
  variablesOf,
} from './connections.ts'

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

const passed = (steps: readonly TestStep[]): boolean => steps.every(({ state }) => state === 'done')

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
const testGoogle = async (google: GoogleConnection, redirectUri: string): Promise<TestStep[]> =>
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
const testSmtp = async (server: Server, options: SmtpOptions, email: Email): Promise<TestStep[]> => {
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
const testService = async (kind: ServiceKind, setUp: ServiceSetUp, email: Email): Promise<TestStep[]> => {
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

const sameServer = (one: SmtpInput, other: StoredMail) =>
  other.kind === 'smtp' && (['host', 'port', 'encryption', 'user'] as const).every((name) => one[name] === other[name])

// Sent to another server, a stored secret would be told to whoever runs that one.
const reenter = 'Enter it again, since the connection has changed.'

/**
 * The form's values with the stored secret where it was left empty. Throws `Invalid` for a secret that is missing, or that would travel in
 * clear text to another machine.
 */
const completeMail = (input: MailInput, stored: StoredMail | undefined): StoredMail => {
  if (input.kind === 'smtp') {
    if (input.encryption === 'none' && !isLoopback(input.host))
      throw new Invalid({ encryption: 'Without encryption only for a mail server on this machine, such as 127.0.0.1.' })
    if (input.user === '') return { ...input, password: '' }
    if (input.password) return { ...input, password: input.password }
    if (stored?.kind !== 'smtp' || stored.password === '') throw new Invalid({ password: 'Password is required.' })
    if (!sameServer(input, stored)) throw new Invalid({ password: reenter })
    return { ...input, password: stored.password }
  }
  return completeService(input, stored?.kind === input.kind ? stored : undefined)
}

/** The same for a service. */
const completeService = (input: ServiceInput, stored: StoredService | undefined): StoredService => {
  const { kind, ...given } = input
  const { account } = serviceOf(kind)
  const secrets = keysOf(kind).filter(([, key]) => key.secret)
  const complete = secrets.map(([name, { label, optional }]) => {
    const [typed, kept] = [given[name], given[name] === null ? '' : stored?.[name]]
    if (!typed && kept && stored?.[account] !== given[account]) throw new Invalid({ [name]: reenter })
    const secret = typed || kept || ''
    if (secret === '' && !optional) throw new Invalid({ [name]: `${label} is required.` })
    return [name, secret]
  })
  return { ...given, ...Object.fromEntries(complete), kind } as StoredService
}

/** The same for a client of an OpenID provider. */
const completeGoogle = ({ clientId, clientSecret }: GoogleInput, stored: StoredGoogle | undefined): StoredGoogle => {
  if (clientSecret) return { clientId, clientSecret: clientSecret.trim() }
  if (!stored) throw new Invalid({ clientSecret: 'Client secret is required.' })
  if (stored.clientId !== clientId) throw new Invalid({ clientSecret: reenter })
  return { clientId, clientSecret: stored.clientSecret }
}

const stateOf = (variables: string[], stored: Stored<unknown> | undefined) => ({
  source: variables.length > 0 ? ('environment' as const) : stored?.values ? ('saved' as const) : null,
  variables,
  savedAt: stored?.savedAt ?? null,
  readable: !stored || stored.values !== undefined,
})

const withoutSecret = (stored: StoredMail): NonNullable<Connections['mail']['values']> => {
  if (stored.kind === 'smtp') {
    const { password, ...values } = stored
    return { ...values, hasPassword: password !== '' }
  }
  const secrets = new Set(keysOf(stored.kind).flatMap(([name, key]) => (key.secret ? [name] : [])))
  const shown = Object.entries(stored).map(([name, value]) =>
    secrets.has(name) ? [hasNameOf(name), value !== ''] : [name, value],
  )
  return { ...Object.fromEntries(shown), kind: stored.kind }
}

/** The connections as the owner sees them: never a secret. */
const describeConnections = (config: Config, { mail, google }: StoredConnections): Connections => {
  const variables = variablesOf(config)
  return {
    mail: { ...stateOf(variables.mail, mail), values: mail?.values ? withoutSecret(mail.values) : null },
    google: {
      ...stateOf(variables.google, google),
      values: google?.values ? { clientId: google.values.clientId } : null,
      issuer: config.google?.issuer ?? config.googleIssuer,
      redirectUri: `${config.publicUrl}/api/auth/callback/google`,
    },
  }
}

const eventNames = { mail: 'Email connection', google: 'Google connection' } as const

/** Email and sign-in, set up on the screen. What a test refuses is not saved. */
export const connectionsApi = (connections: ConnectionStore, mail: Mail, config: Config) => {
  const testMail = async (input: StoredAs<'mail'>): Promise<TestStep[]> => {
    const connection = mailOf(input, config.serviceOrigins)
    const email = await mail.testEmail(connection.to)
    if (input.kind === 'smtp') return testSmtp(input, connection.smtp as SmtpOptions, email)
    return testService(input.kind, connection[input.kind] as ServiceSetUp, email)
  }

  /** Saves what its test lets pass, and says how far the test came. */
  const saveTested = async <K extends ConnectionKind>(
    context: AppContext,
    kind: K,
    complete: () => StoredAs<K>,
    test: (values: StoredAs<K>) => Promise<TestStep[]>,
  ): Promise<SavedConnection> => {
    connections.refuseIfSet(kind)
    const values = complete()
    const steps = await test(values)
    const saved = passed(steps)
    if (saved) await connections.save(kind, values)
    else noteSecurity(context, { event: `${eventNames[kind]} refused by its test`, outcome: 'refused' })
    return { saved, steps }
  }

  return endpoints(connectionCalls(), {
    'GET /api/connections': [
      'Reads the connections, without their secrets',
      () => describeConnections(config, connections.stored()),
    ],
    'PUT /api/connections/mail': [
      'Sends a test email to the owner, and saves the connection when it is accepted',
      { event: `${eventNames.mail} saved` },
      ({ context, body: input }) =>
        saveTested(context, 'mail', () => completeMail(input, connections.stored().mail?.values), testMail),
    ],
    'DELETE /api/connections/mail': [
      'Removes the email connection',
      { event: `${eventNames.mail} removed` },
      () => connections.remove('mail'),
    ],
    'PUT /api/connections/google': [
      'Asks the OpenID provider about the client, and saves it when it is known there',
      { event: `${eventNames.google} saved` },
      ({ context, body: input }) =>
        saveTested(
          context,
          'google',
          () => completeGoogle(input, connections.stored().google?.values),
          (values) =>
            testGoogle(googleOf(values, config.googleIssuer), describeConnections(config, {}).google.redirectUri),
        ),
    ],
    'DELETE /api/connections/google': [
      'Removes the sign-in with Google',
      { event: `${eventNames.google} removed` },
      () => connections.remove('google'),
    ],
  })
}
