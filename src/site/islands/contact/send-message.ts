import type { ScriptWords } from '../../../model/words/catalogue.ts'
import { filled } from '../../../model/words/template.ts'

export type Result =
  | { sent: true }
  | { sent: false; reason: string; fields: Partial<Record<string, string>>; offline?: boolean }

interface Sending {
  /** The Idempotency-Key: the same for each try, so that a message whose answer was lost is not stored twice. */
  key: string
  /** Time since the message was begun, in ms. */
  elapsed: number
  proof: string
  /** Called before another try. */
  onRetry(): void
}

/** Limit of one try, and the delays before the next ones. */
const timeoutMs = 12_000
const retryDelaysMs = [800, 2400]

const failed = (reason: string, fields: Partial<Record<string, string>> = {}): Result => ({
  sent: false,
  reason,
  fields,
})

/** Such as “in 5 minutes”; undefined when the server names no time. */
const retryTime = (header: string | null): string | undefined => {
  const seconds = Number(header)
  if (!header || !Number.isFinite(seconds)) return undefined
  const [count, unit] =
    seconds <= 90
      ? ([seconds, 'second'] as const)
      : seconds <= 90 * 60
        ? ([seconds / 60, 'minute'] as const)
        : ([seconds / 3600, 'hour'] as const)
  return new Intl.RelativeTimeFormat(document.documentElement.lang).format(Math.ceil(count), unit)
}

const post = (form: HTMLFormElement, { key, elapsed, proof }: Sending) => {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) body.set(name, String(value))
  body.set('elapsed', String(Math.round(elapsed)))
  body.set('proof', proof)
  return fetch(form.action, {
    method: 'POST',
    body,
    headers: { accept: 'application/json', 'idempotency-key': key },
    signal: AbortSignal.timeout(timeoutMs),
  })
}

/** Posts until there is an answer, at most three times. Undefined without one. */
const answered = async (form: HTMLFormElement, sending: Sending): Promise<Response | undefined> => {
  for (let tries = 0; ; tries += 1) {
    const response = await post(form, sending).catch(() => undefined)
    const delayMs = retryDelaysMs[tries]
    // Refusals will not change; a busy server or proxy may answer in a second.
    const isWorthRetrying = !response || [502, 503, 504].includes(response.status)
    if (!isWorthRetrying || delayMs === undefined || !navigator.onLine) return response
    sending.onRetry()
    await new Promise((resolve) => setTimeout(resolve, delayMs * (0.75 + Math.random() / 2)))
  }
}

/** Sends the form. Never rejects: a failure is a sentence for the visitor, with one for each invalid field. */
export const sendMessage = async (
  form: HTMLFormElement,
  words: ScriptWords['contact'],
  sending: Sending,
): Promise<Result> => {
  const response = await answered(form, sending)
  if (!response) {
    if (navigator.onLine) return failed(words.unreachable)
    return { ...failed(words.offline), offline: true } as Result
  }
  if (response.ok) return { sent: true }
  const { message, fields } = await response.json().catch(() => ({}))
  if (response.status === 422) return failed(message ?? words.attention, fields)
  if (response.status === 429) {
    const when = retryTime(response.headers.get('retry-after'))
    return failed(when === undefined ? words.tooManyLater : filled(words.tooMany, { when }))
  }
  return failed(response.status === 413 ? words.tooLong : words.failed)
}
