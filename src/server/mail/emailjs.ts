import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceSetUp } from '../../model/inbox/mail-services.ts'
import type { Outcome, Transport } from './transport.ts'

interface EmailjsOptions extends ServiceSetUp<'emailjs'> {
  /** Longest wait for an answer, in ms. */
  timeoutMs?: number
  /** Between two calls: the service allows one a second. */
  minIntervalMs?: number
}

/** Version of the service's own library whose requests these copy. */
export const libraryVersion = '4.4.1'

const maxAnswerLength = 500

// Failed before any byte was sent: unknown host, refused connection, untrusted certificate.
const notConnected =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|ERR_SSL_\w+|CERT_\w+|SELF_SIGNED\w*|DEPTH_ZERO\w*|UNABLE_TO_\w+)$/

const codeOf = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : ''
}

const retryAfter = (header: string | null): Pick<Outcome, 'retryAfterMs'> => {
  const seconds = header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : undefined
  return seconds === undefined ? {} : { retryAfterMs: seconds * 1000 }
}

const outcomeOf = (response: Response, text: string): Outcome => {
  const { status, headers } = response
  const answer = `${status} ${text}`.trim().slice(0, maxAnswerLength)
  if (status === 200 || text.trim() === 'OK') return { result: 'sent', answer }
  if (status >= 500 || status === 408 || status === 425 || status === 429)
    return { result: 'later', answer, ...retryAfter(headers.get('retry-after')) }
  return { result: 'refused', answer }
}

/** Sends through EmailJS, which fills in a template of the owner's: https://www.emailjs.com/docs/rest-api/send-form/ */
export const createEmailjs = (options: EmailjsOptions): Transport => {
  const { publicKey, serviceId, templateId, privateKey, origin, timeoutMs = 30_000, minIntervalMs = 1100 } = options
  let lastCall = 0

  return {
    kind: 'emailjs',

    send: async ({ form }, beforeSend) => {
      const keys = { service_id: serviceId, template_id: templateId, user_id: publicKey, accessToken: privateKey }
      const body = new FormData()
      for (const [name, value] of Object.entries({ ...form, lib_version: libraryVersion, ...keys }))
        if (value !== undefined) body.append(name, value)
      await sleep(Math.max(0, lastCall + minIntervalMs - performance.now()))
      try {
        await beforeSend()
      } catch (error) {
        return { result: 'later', answer: String(error) }
      }
      try {
        const response = await fetch(`${origin}/api/v1.0/email/send-form`, {
          method: 'POST',
          body,
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        return outcomeOf(response, await response.text())
      } catch (error) {
        // The message of the service's own library (specification, section 8), with the cause.
        const code = codeOf(error)
        const answer = `0 Network Error${code ? ` (${code})` : (error as Error).name === 'TimeoutError' ? ' (no answer)' : ''}`
        return { result: notConnected.test(code) ? 'later' : 'unknown', answer }
      } finally {
        lastCall = performance.now()
      }
    },

    close: () => {},
  }
}

/** What to do about an answer of EmailJS; undefined when it does not say. */
export const explainEmailjs = (answer: string): string | undefined => {
  if (/non-browser|API calls/i.test(answer))
    return 'EmailJS takes calls from browsers only. Allow other applications at EmailJS under Account, Security.'
  if (/public key/i.test(answer)) return 'EmailJS does not know this public key. It is at EmailJS under Account.'
  if (/private key|access ?token/i.test(answer)) return 'EmailJS wants the right private key. It is under Account.'
  if (/service/i.test(answer)) return 'EmailJS does not know this service ID, or cannot use the service.'
  if (/template/i.test(answer)) return 'EmailJS does not know this template ID.'
  return undefined
}
