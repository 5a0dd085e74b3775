import {
  type Connections,
  connectionsSchema,
  type GoogleInput,
  googleInputSchema,
  type MailInput,
  mailInputSchema,
  savedConnectionSchema,
  type TestStep,
} from '../../model/connections/connection.ts'
import { noteSecurity } from '../endpoint/context.ts'
import { type Endpoint, jsonEndpoint, nothing } from '../endpoint/endpoint.ts'
import type { Services } from '../services.ts'
import { completeGoogle, completeMail } from './complete.ts'
import { describeConnections } from './describe.ts'
import { googleOf, mailOf } from './in-use.ts'
import { passed } from './steps.ts'
import { testEmailjs } from './test-emailjs.ts'
import { testGoogle } from './test-google.ts'
import { testSmtp } from './test-smtp.ts'

// A test connects to a server of the caller's choice.
const testLimit = { max: 30, windowSeconds: 10 * 60 }

/** Email and sign-in, set up on the screen. What a test refuses is not saved. */
export const connectionsApi = (services: Services) => {
  const { connections, mail, attempts, config } = services

  const testMail = async (input: ReturnType<typeof completeMail>): Promise<TestStep[]> => {
    const { smtp, emailjs, to } = mailOf(input, config.emailjsOrigin)
    const email = await mail.testEmail(to)
    if (input.kind === 'smtp' && smtp) return testSmtp(input, smtp, email)
    const { publicKey = '', serviceId = '', templateId = '', privateKey, origin = config.emailjsOrigin } = emailjs ?? {}
    return testEmailjs({ publicKey, serviceId, templateId, privateKey, origin }, email)
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
        event: 'Email connection saved',
      },
      async (context, input) => {
        connections.refuseIfSet('mail')
        const values = completeMail(input, connections.stored().mail?.values)
        await attempts.take('connection test', testLimit)
        const steps = await testMail(values)
        const saved = passed(steps)
        if (saved) await connections.save('mail', values)
        else noteSecurity(context, { event: 'Email connection refused by its test', outcome: 'refused' })
        return { saved, steps }
      },
    ),
    removeMail: jsonEndpoint(
      { summary: 'Removes the email connection', answer: nothing, event: 'Email connection removed' },
      () => connections.remove('mail'),
    ),
    saveGoogle: jsonEndpoint<GoogleInput>(
      {
        summary: 'Asks the OpenID provider about the client, and saves it when it is known there',
        body: googleInputSchema,
        answer: savedConnectionSchema,
        event: 'Google connection saved',
      },
      async (context, input) => {
        connections.refuseIfSet('google')
        const values = completeGoogle(input, connections.stored().google?.values)
        await attempts.take('connection test', testLimit)
        const { redirectUri } = describeConnections(config, {}).google
        const steps = await testGoogle(googleOf(values, config.googleIssuer), redirectUri)
        const saved = passed(steps)
        if (saved) await connections.save('google', values)
        else noteSecurity(context, { event: 'Google connection refused by its test', outcome: 'refused' })
        return { saved, steps }
      },
    ),
    removeGoogle: jsonEndpoint(
      { summary: 'Removes the sign-in with Google', answer: nothing, event: 'Google connection removed' },
      () => connections.remove('google'),
    ),
  } satisfies Record<string, Endpoint>
}
