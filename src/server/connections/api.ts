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
  type TestStep,
} from '../../model/connections/connection.ts'
import { Invalid } from '../../model/errors.ts'
import { keysOf, type ServiceSetUp, serviceOf } from '../../model/inbox/mail-services.ts'
import { type AppContext, endpoints, noteSecurity } from '../endpoint/endpoint.ts'
import type { Mail } from '../mail/mail.ts'
import type { SmtpOptions } from '../mail/smtp.ts'
import type { Config } from '../process/config.ts'
import { isLoopback } from '../process/variables.ts'
import { passed, testGoogle, testService, testSmtp } from './connection-tests.ts'
import {
  type ConnectionStore,
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
