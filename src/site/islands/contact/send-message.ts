export type Result = { sent: true } | { sent: false; reason: string; fields: Partial<Record<string, string>> }

const timeout = 20_000

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

/** Sends what is in the form. Never rejects: a failure comes as a sentence for the visitor, and with one for each wrong field. */
export const sendMessage = async (form: HTMLFormElement, key: string): Promise<Result> => {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) body.set(name, String(value))
  // How long this page has been open, in ms: too short for a person, and it is a machine.
  body.set('elapsed', String(Math.round(performance.now())))
  let response: Response
  try {
    response = await fetch(form.action, {
      method: 'POST',
      body,
      headers: { accept: 'application/json', 'idempotency-key': key },
      signal: AbortSignal.timeout(timeout),
    })
  } catch {
    return failed('Your message could not be sent: there is no connection. Your text is still here.')
  }
  if (response.ok) return { sent: true }
  const { message, fields } = await response.json().catch(() => ({}))
  if (response.status === 422) return failed(message ?? 'Please look at the marked fields.', fields)
  if (response.status === 429) {
    const when = wait(response.headers.get('retry-after'))
    return failed(`Too many messages came from here. Please try again ${when}. Your text is still here.`)
  }
  if (response.status === 413) return failed('Your message is too long. Please shorten it and try again.')
  return failed('The site could not take your message just now. Your text is still here; please try again.')
}
