import {
  type ConnectionKind,
  type Connections,
  connectionsSchema,
  type GoogleInput,
  googleInputSchema,
  type MailInput,
  mailInputSchema,
  type SavedConnection,
  savedConnectionSchema,
  type TestStep,
} from '../../model/connections/connection.ts'
import { type AppContext, noteSecurity } from '../endpoint/context.ts'
import { type Endpoint, jsonEndpoint, nothing } from '../endpoint/endpoint.ts'
import type { Services } from '../services.ts'
import { completeGoogle, completeMail } from './complete.ts'
import { describeConnections } from './describe.ts'
import { googleOf, mailOf } from './in-use.ts'
import { passed } from './steps.ts'
import type { StoredAs } from './stored-connections.ts'
import { testEmailjs } from './test-emailjs.ts'
import { testGoogle } from './test-google.ts'
import { testSmtp } from './test-smtp.ts'

// A test connects to a server of the caller's choice.
const testLimit = { max: 30, windowSeconds: 10 * 60 }

const eventNames = { mail: 'Email connection', google: 'Google connection' } as const

/** Email and sign-in, set up on the screen. What a test refuses is not saved. */
export const connectionsApi = (services: Services) => {
  const { connections, mail, attempts, config } = services

  const testMail = async (input: StoredAs<'mail'>): Promise<TestStep[]> => {
    const { smtp, emailjs, to } = mailOf(input, config.emailjsOrigin)
    const email = await mail.testEmail(to)
    if (input.kind === 'smtp' && smtp) return testSmtp(input, smtp, email)
    const { publicKey = '', serviceId = '', templateId = '', privateKey, origin = config.emailjsOrigin } = emailjs ?? {}
    return testEmailjs({ publicKey, serviceId, templateId, privateKey, origin }, email)
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
    await attempts.take('connection test', testLimit)
    const steps = await test(values)
    const saved = passed(steps)
    if (saved) await connections.save(kind, values)
    else noteSecurity(context, { event: `${eventNames[kind]} refused by its test`, outcome: 'refused' })
    return { saved, steps }
  }

  return {
    get: jsonEndpoint(
      { summary: 'Reads the connections, without their secrets', answer: connectionsSchema },
      async () => describeConnections(config, connections.stored()) satisfies Connections,
    ),
    saveMail: jsonEndpoint<MailInput>(
      {
        summary: 'Sends a test email to the owner, and saves the connection when it is accepted',
        body: mailInputSchema,
        answer: savedConnectionSchema,
        event: `${eventNames.mail} saved`,
      },
      (context, input) =>
        saveTested(context, 'mail', () => completeMail(input, connections.stored().mail?.values), testMail),
    ),
    removeMail: jsonEndpoint(
      { summary: 'Removes the email connection', answer: nothing, event: `${eventNames.mail} removed` },
      () => connections.remove('mail'),
    ),
    saveGoogle: jsonEndpoint<GoogleInput>(
      {
        summary: 'Asks the OpenID provider about the client, and saves it when it is known there',
        body: googleInputSchema,
        answer: savedConnectionSchema,
        event: `${eventNames.google} saved`,
      },
      (context, input) =>
        saveTested(
          context,
          'google',
          () => completeGoogle(input, connections.stored().google?.values),
          (values) =>
            testGoogle(googleOf(values, config.googleIssuer), describeConnections(config, {}).google.redirectUri),
        ),
    ),
    removeGoogle: jsonEndpoint(
      { summary: 'Removes the sign-in with Google', answer: nothing, event: `${eventNames.google} removed` },
      () => connections.remove('google'),
    ),
  } satisfies Record<string, Endpoint>
}
