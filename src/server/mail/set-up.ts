import type { Config } from '../process/config.ts'
import { createEmailjs } from './emailjs.ts'
import { createSmtp, verifySmtp } from './smtp.ts'
import type { Transport } from './transport.ts'

type MailConfig = Pick<Config, 'smtp' | 'emailjs'>

/** Connection for email, from the environment or the screen. A change makes another object. */
export interface MailConnection extends MailConfig {
  /** Recipient of notices, when the environment names none. */
  to?: string | undefined
  source: 'environment' | 'saved' | null
}

const dashboard = 'https://dashboard.emailjs.com/admin'
const required = [
  ['publicKey', `EmailJS: public key required. Set EMAILJS_PUBLIC_KEY (${dashboard}/account).`],
  ['serviceId', `EmailJS: service ID required. Set EMAILJS_SERVICE_ID (${dashboard}).`],
  ['templateId', `EmailJS: template ID required. Set EMAILJS_TEMPLATE_ID (${dashboard}/templates).`],
] as const

/** Missing variables of an incomplete set-up, a sentence each: specification, section 8. */
export const missingSetUp = ({ smtp, emailjs }: MailConfig): string[] =>
  smtp || !emailjs ? [] : required.flatMap(([key, sentence]) => (emailjs[key] === undefined ? [sentence] : []))

/** Configured transport: SMTP before EmailJS, since it can also write to visitors. */
export const createTransport = ({ smtp, emailjs }: MailConfig): Transport | undefined => {
  if (smtp) return createSmtp(smtp)
  const { publicKey, serviceId, templateId } = emailjs ?? {}
  if (!emailjs || !publicKey || !serviceId || !templateId) return undefined
  return createEmailjs({ ...emailjs, publicKey, serviceId, templateId })
}

/** Describes the transport after a login at the mail server; undefined without one. Sends nothing. Throws an error with what to do. */
export const checkMail = async (connection: MailConnection): Promise<string | undefined> => {
  const missing = missingSetUp(connection)
  if (missing.length > 0) throw new Error(missing.join(' '))
  if (connection.smtp) {
    const where = connection.source === 'saved' ? 'Settings, Mail' : 'SMTP_URL'
    await verifySmtp({ ...connection.smtp, timeoutMs: 10_000 }).catch((error: Error & { response?: string }) => {
      throw new Error(`The mail server does not take us: ${error.response ?? error.message} Look at ${where}.`)
    })
    return 'The mail server lets us in.'
  }
  return connection.emailjs
    ? 'Goes through EmailJS; a test in Settings, Mail, shows whether it is let through.'
    : undefined
}
