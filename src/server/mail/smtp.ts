import { Readable } from 'node:stream'
import type { Transporter } from 'nodemailer'
import { isLoopback } from '../process/variables.ts'
import { maxConcurrent } from './lease.ts'
import { type Email, mailboxOf, type Outcome, type Transport } from './transport.ts'

export interface SmtpOptions {
  /** `smtp[s]://user:password@host:port`. */
  url: string
  /** Sender: an email address, or a name and an address. */
  from: string
  /** Longest wait for a silent server. */
  timeoutMs?: number
}

/** Shape of nodemailer's errors. */
export interface SmtpError extends Error {
  code?: string
  /** Code of the system, such as ECONNREFUSED. */
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

/** RFC 5321 asks for five minutes and more. */
const socketTimeoutMs = 5 * 60_000

// A password never travels in the clear over a network.
const mustEncrypt = (url: string) => {
  const { protocol, username, hostname } = new URL(url)
  return protocol === 'smtp:' && username !== '' && !isLoopback(hostname)
}

const open = async ({ url, timeoutMs = socketTimeoutMs }: SmtpOptions) => {
  // Loaded by the first email: most processes send none for hours.
  const { createTransport } = await import('nodemailer')
  const transporter = createTransport({
    url,
    pool: true,
    // One, as long as nothing hangs: see the outbox.
    maxConnections: maxConcurrent,
    // Only emails of which nothing was read: see `stream` below.
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: Math.min(timeoutMs, 30_000),
    greetingTimeout: Math.min(timeoutMs, 30_000),
    dnsTimeout: Math.min(timeoutMs, 30_000),
    socketTimeout: timeoutMs,
    ...(mustEncrypt(url) ? { requireTLS: true } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Nodemailer reads the email after the server has accepted its envelope: the moment to store that it leaves.
  transporter.use('stream', (mail, done) => {
    const { message, data } = mail as unknown as { message: StreamSource; data: { beforeSend: () => Promise<void> } }
    const bytes = message.createReadStream.bind(message)
    message.createReadStream = () =>
      Readable.from(
        (async function* () {
          await data.beforeSend()
          yield* bytes()
        })(),
      )
    done()
  })
  return transporter
}

interface StreamSource {
  createReadStream(): Readable
}

const headers = ({ automatic }: Email): Record<string, string> =>
  automatic === undefined
    ? {}
    : {
        'Auto-Submitted': automatic,
        ...(automatic === 'auto-replied' ? { 'X-Auto-Response-Suppress': 'All' } : {}),
      }

const outcomeOf = (error: SmtpError, hasLeft: boolean): Outcome => {
  const { code, response, responseCode = 0, message } = error
  const answer = response ?? message
  // A refusal of this email. A refused login or greeting is not about the email.
  const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isAboutEmail && (responseCode === 0 || responseCode >= 500)) return { result: 'refused', answer }
  return { result: hasLeft && !isAboutEmail ? 'unknown' : 'later', answer }
}

/** Logs in and out again. Rejects with the server's answer. */
export const verifySmtp = async (options: SmtpOptions): Promise<void> => {
  const transporter = await open(options)
  await transporter.verify().finally(() => transporter.close())
}

const mailFor = (email: Email, options: SmtpOptions, beforeSend: () => Promise<void>) => {
  const from = mailboxOf(options.from)
  return {
    from: { name: from.name || email.from, address: from.address },
    to: email.to,
    ...(email.replyTo ? { replyTo: email.replyTo } : {}),
    ...(email.inReplyTo ? { inReplyTo: email.inReplyTo, references: email.inReplyTo } : {}),
    messageId: email.mailId,
    subject: email.subject,
    text: email.text,
    html: email.html,
    headers: headers(email),
    beforeSend,
  }
}

/** Sends one email over a new connection; returns the server's answer. Rejects with `SmtpError`. */
export const sendOnce = async (options: SmtpOptions, email: Email): Promise<string> => {
  const transporter = await open(options)
  try {
    const { response } = (await transporter.sendMail(mailFor(email, options, async () => {}))) as { response: string }
    return response
  } finally {
    transporter.close()
  }
}

/** Sends by SMTP over one connection that stays open while there is something to send. */
export const createSmtp = (options: SmtpOptions): Transport => {
  let opening: Promise<Transporter> | undefined

  return {
    kind: 'smtp',
    sender: mailboxOf(options.from).address,

    send: async (email, beforeSend) => {
      let hasLeft = false
      const mail = mailFor(email, options, async () => {
        await beforeSend()
        hasLeft = true
      })
      try {
        opening ??= open(options)
        const { response } = (await (await opening).sendMail(mail)) as { response: string }
        return { result: 'sent', answer: response }
      } catch (error) {
        return outcomeOf(error as SmtpError, hasLeft)
      }
    },

    close: () => void opening?.then((transporter) => transporter.close()).catch(() => {}),
  }
}
