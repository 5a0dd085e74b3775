import type { Config } from '../../process/config.ts'
import { missingSetUp } from './set-up.ts'

const timeoutMs = 10_000

/** Describes the transport after a login at the mail server. Sends nothing. Throws an error with what to do. */
export const checkMail = async (config: Pick<Config, 'smtp' | 'emailjs'>): Promise<string> => {
  const missing = missingSetUp(config)
  if (missing.length > 0) throw new Error(missing.join(' '))
  if (config.smtp) {
    const { verifySmtp } = await import('./smtp.ts')
    await verifySmtp({ ...config.smtp, timeoutMs }).catch((error: Error & { response?: string }) => {
      throw new Error(`The mail server does not take us: ${error.response ?? error.message} Look at SMTP_URL.`)
    })
    return 'The mail server lets us in.'
  }
  return config.emailjs
    ? 'Goes through EmailJS; a test in Settings, Mail, shows whether it is let through.'
    : 'Not set up; messages stay in the inbox.'
}
