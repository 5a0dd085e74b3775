import type { TestStep } from '../../model/connections/connection.ts'
import { createEmailjs, type EmailjsOptions } from '../inbox/mail/emailjs.ts'
import type { Email } from '../inbox/mail/transport.ts'
import { type Failure, stepsUntil } from './steps.ts'
import { testTimeoutMs } from './test-smtp.ts'

const names = ['connect', 'send'] as const

const messageFor = (answer: string): string => {
  if (/non-browser|API calls/i.test(answer))
    return 'EmailJS takes calls from browsers only. Allow other applications at EmailJS under Account, Security.'
  if (/public key/i.test(answer)) return 'EmailJS does not know this public key. It is at EmailJS under Account.'
  if (/private key|access ?token/i.test(answer)) return 'EmailJS wants the right private key. It is under Account.'
  if (/service/i.test(answer)) return 'EmailJS does not know this service ID, or cannot use the service.'
  if (/template/i.test(answer)) return 'EmailJS does not know this template ID.'
  return 'EmailJS did not send the email.'
}

/** Sends this email through EmailJS and reports how far it came. */
export const testEmailjs = async (options: EmailjsOptions, email: Email): Promise<TestStep[]> => {
  const transport = createEmailjs({ ...options, timeoutMs: testTimeoutMs })
  const { result, answer } = await transport.send(email, async () => {})
  const connected = !answer.startsWith('0 ')
  const failure: Failure | undefined =
    result === 'sent'
      ? undefined
      : connected
        ? { step: 'send', message: messageFor(answer), answer }
        : { step: 'connect', message: 'EmailJS cannot be reached from this server. Try again in a moment.', answer }
  return stepsUntil(names, failure, answer)
}
