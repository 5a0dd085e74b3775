export type Result =
  | { sent: true }
  | { sent: false; reason: string; fields: Partial<Record<string, string>>; offline?: boolean }

interface Sending {
  /** The Idempotency-Key: the same for each try, so that a message whose answer was lost is not stored twice. */
  key: string
  /** In ms: how long this message has been in the making. */
  elapsed: number
  proof: string
  /** Called before it is tried once more. */
  again(): void
}

/** In ms: how long one try may take, and the pauses before the next ones. */
const timeout = 12_000
const retryDelaysMs = [800, 2400]

const kept = 'Your text is still here'
const failed = (reason: string, fields: Partial<Record<string, string>> = {}): Result => ({
  sent: false,
  reason,
  fields,
})

const wait = (header: string | null): string => {
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
    signal: AbortSignal.timeout(timeout),
  })
}

/** The answer, or undefined when none came, after as many tries as make sense. */
const answered = async (form: HTMLFormElement, sending: Sending): Promise<Response | undefined> => {
  for (let tries = 0; ; tries += 1) {
    const response = await post(form, sending).catch(() => undefined)
    const pause = retryDelaysMs[tries]
    // Refusals will not change; what a server or a proxy could not do just now, it may in a second.
    const worthAnother = !response || [502, 503, 504].includes(response.status)
    if (!worthAnother || pause === undefined || !navigator.onLine) return response
    sending.again()
    await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
  }
}

/** Sends what is in the form. Never rejects: a failure comes as a sentence for the visitor, and with one for each wrong field. */
export const sendMessage = async (form: HTMLFormElement, sending: Sending): Promise<Result> => {
  const response = await answered(form, sending)
  if (!response) {
    if (navigator.onLine) return failed(`Your message could not be sent: there is no connection. ${kept}.`)
    return { ...failed(`You are offline. ${kept}; send it when you are back.`), offline: true } as Result
  }
  if (response.ok) return { sent: true }
  const { message, fields } = await response.json().catch(() => ({}))
  if (response.status === 422) return failed(message ?? 'Please look at the marked fields.', fields)
  if (response.status === 429) {
    const when = wait(response.headers.get('retry-after'))
    return failed(`Too many messages came from here. Please try again ${when}. ${kept}.`)
  }
  if (response.status === 413) return failed('Your message is too long. Please shorten it and try again.')
  return failed(`The site could not take your message just now. ${kept}; please try again.`)
}
