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

const textIsKept = 'Your text is still here'
const failed = (reason: string, fields: Partial<Record<string, string>> = {}): Result => ({
  sent: false,
  reason,
  fields,
})

const retryTime = (header: string | null): string => {
  const seconds = Number(header)
  if (!header || !Number.isFinite(seconds)) return 'later'
  if (seconds <= 90) return `in ${Math.ceil(seconds)} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
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
export const sendMessage = async (form: HTMLFormElement, sending: Sending): Promise<Result> => {
  const response = await answered(form, sending)
  if (!response) {
    if (navigator.onLine) return failed(`Your message could not be sent: there is no connection. ${textIsKept}.`)
    return { ...failed(`You are offline. ${textIsKept}; send it when you are back.`), offline: true } as Result
  }
  if (response.ok) return { sent: true }
  const { message, fields } = await response.json().catch(() => ({}))
  if (response.status === 422) return failed(message ?? 'Please look at the marked fields.', fields)
  if (response.status === 429) {
    const when = retryTime(response.headers.get('retry-after'))
    return failed(`Too many messages came from here. Please try again ${when}. ${textIsKept}.`)
  }
  if (response.status === 413) return failed('Your message is too long. Please shorten it and try again.')
  return failed(`The site could not take your message just now. ${textIsKept}; please try again.`)
}
