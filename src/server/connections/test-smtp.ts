import type { SmtpInput, StepName, TestStep } from '../../model/connections/connection.ts'
import { type SmtpError, type SmtpOptions, sendOnce } from '../mail/smtp.ts'
import type { Email } from '../mail/transport.ts'
import { type Failure, stepsUntil } from './steps.ts'

export const testTimeoutMs = 12_000

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
const failureOf = (server: Server, error: SmtpError): Failure => {
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
    const failure = failureOf(server, error as SmtpError)
    // Without encryption or sign-in, their failures belong to the connection.
    return stepsUntil(names, names.includes(failure.step) ? failure : { ...failure, step: 'connect' })
  }
}
