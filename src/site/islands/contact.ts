import { sentMessageShown } from '../../model/inbox/contact-form.ts'
import type { ScriptWords } from '../../model/words/catalogue.ts'
import { englishContact } from '../../model/words/english/contact.ts'
import { filled, type Template } from '../../model/words/template.ts'
import { scriptWords } from './elements.ts'
import { proveWork } from './proof.ts'

type Problems = ScriptWords['contact']['problems']
type Name = keyof Problems
type Input = HTMLInputElement | HTMLTextAreaElement

const names = Object.keys(englishContact.problems) as Name[]

const problem = (messages: { missing: string; tooLong: Template<'n'>; wrong?: string }, input: Input): string => {
  const value = input.value.trim()
  if (!value) return messages.missing
  if (value.length > input.maxLength) return filled(messages.tooLong, { n: input.maxLength })
  return input.validity.typeMismatch ? (messages.wrong ?? input.validationMessage) : ''
}

/** The three fields of the form, each with its message. */
const contactFields = (form: HTMLFormElement, problems: Problems) => {
  const fields = names.flatMap((name) => {
    const input = form.elements.namedItem(name) as Input | null
    const slot = form.querySelector(`[data-error-for="${name}"]`)
    return input && slot ? [{ name, input, slot, hints: input.getAttribute('aria-describedby') ?? '' }] : []
  })

  const showMessage = ({ name, input, slot, hints }: (typeof fields)[number], sentence: string) => {
    slot.id ||= `${name}-problem`
    slot.textContent = sentence
    input.ariaInvalid = sentence ? 'true' : null
    const described = [...new Set([...hints.split(' '), sentence && slot.id])].filter(Boolean).join(' ')
    if (described) input.setAttribute('aria-describedby', described)
    else input.removeAttribute('aria-describedby')
  }
  /** Shows the problems and moves the focus to the first wrong field. */
  const refuse = (sentences: Partial<Record<string, string>>) => {
    for (const field of fields) showMessage(field, sentences[field.name] ?? '')
    fields.find(({ name }) => sentences[name])?.input.focus()
  }

  for (const field of fields) {
    field.input.addEventListener('input', () => {
      if (field.input.ariaInvalid === 'true') showMessage(field, problem(problems[field.name], field.input))
    })
  }
  return {
    inputs: fields.map(({ input }) => input),
    refuse,
    /** True when all may be sent. */
    check() {
      refuse(Object.fromEntries(fields.map(({ name, input }) => [name, problem(problems[name], input)])))
      return !this.wrong()
    },
    wrong: () => fields.some(({ input }) => input.ariaInvalid === 'true'),
    lock(on: boolean) {
      for (const { input } of fields) input.readOnly = on
    },
    empty() {
      for (const { input } of fields) input.value = ''
      refuse({})
    },
  }
}

type ContactFields = ReturnType<typeof contactFields>

const storageKey = 'vitrine-message'

interface Draft {
  values: string[]
  /** The Idempotency-Key of this text. */
  key: string
  /** Time of the first keystroke, in ms since 1970. */
  begun: number
}

// Not randomUUID: that one is missing on plain http, where a site may well be tried first.
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

const read = (): Partial<Draft> => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {} // Storage is not available, or holds something else.
  }
}
const write = (draft: Draft | undefined) => {
  try {
    if (draft) sessionStorage.setItem(storageKey, JSON.stringify(draft))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Full or not available: the text is still in the form.
  }
}

/** Keeps typed text over a reload, with one key for each text: sending it twice stores it once. */
const keepDraft = ({ inputs }: ContactFields) => {
  const { values = [], key = newKey(), begun = 0 } = read()
  inputs.forEach((input, index) => {
    input.value ||= values[index] ?? ''
  })
  let draft: Draft = { values, key, begun }
  const changed = () => {
    const now = inputs.map(({ value }) => value)
    if (now.join('\0') !== draft.values.join('\0'))
      draft = { values: now, key: newKey(), begun: draft.begun || Date.now() }
    write(draft)
  }
  for (const input of inputs) input.addEventListener('input', changed)
  return {
    key() {
      changed()
      return draft.key
    },
    /** Milliseconds since the page loaded or, if earlier, since the draft was begun. */
    elapsed: () => Math.max(performance.now(), draft.begun && Date.now() - draft.begun),
    forget() {
      draft = { values: [], key: newKey(), begun: 0 }
      write(undefined)
    },
  }
}

export type Result =
  | { sent: true; questions?: string }
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

/** Limit of one try, and the delays before the next ones: together six seconds at least, for a site that is being updated. */
const timeoutMs = 12_000
const retryDelaysMs = [800, 2400, 4800]

const failed = (reason: string, fields: Partial<Record<string, string>> = {}): Result => ({
  sent: false,
  reason,
  fields,
})

/** Such as “in 5 minutes”; undefined when the server names no time. */
const retryTime = (header: string | null): string | undefined => {
  const seconds = Number(header)
  // None, or one that is no number.
  if (!seconds) return undefined
  const [size, unit] =
    seconds <= 90
      ? ([1, 'second'] as const)
      : seconds <= 90 * 60
        ? ([60, 'minute'] as const)
        : ([3600, 'hour'] as const)
  return new Intl.RelativeTimeFormat(document.documentElement.lang).format(Math.ceil(seconds / size), unit)
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

/** Posts until there is an answer, at most four times. Undefined without one. */
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
const sendMessage = async (form: HTMLFormElement, words: ScriptWords['contact'], sending: Sending): Promise<Result> => {
  const response = await answered(form, sending)
  if (!response) {
    if (navigator.onLine) return failed(words.unreachable)
    return { ...failed(words.offline), offline: true } as Result
  }
  if (response.ok) return { sent: true, ...(await response.json().catch(() => ({}))) }
  const { message, fields } = await response.json().catch(() => ({}))
  if (response.status === 422) return failed(message ?? words.attention, fields)
  if (response.status === 429) {
    const when = retryTime(response.headers.get('retry-after'))
    return failed(when === undefined ? words.tooManyLater : filled(words.tooMany, { when }))
  }
  return failed(response.status === 413 ? words.tooLong : words.failed)
}

type State = 'idle' | 'sending' | 'sent' | 'failed'

/** Lets the contact form send without leaving the page: idle, sending, sent or failed (specification, section 4). */
export const mount = (form: HTMLFormElement): void => {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit], button:not([type])')
  const status = form.querySelector('[role=status]')
  const note = form.querySelector<HTMLElement>('[data-sent-note]')
  if (!button || !status) return
  const label = button.querySelector('[data-label]') ?? button
  const words = scriptWords('contact', englishContact)
  const labels: Record<State, string> = { idle: '', sending: words.sending, sent: words.sent, failed: words.again }
  const fields = contactFields(form, words.problems)
  const draft = keepDraft(fields)
  const proof = proveWork(form)
  const idleLabel = label.textContent
  let offline = false
  form.noValidate = true

  const show = (state: State, message: string, action = labels[state] || idleLabel) => {
    form.dataset.state = state
    form.ariaBusy = String(state === 'sending')
    label.textContent = action
    status.textContent = message
    const busy = state === 'sending' || state === 'sent'
    // Not disabled: a disabled button loses the focus.
    button.ariaDisabled = String(busy)
    fields.lock(busy)
  }

  const submit = async () => {
    if (form.dataset.state === 'sending' || form.dataset.state === 'sent') return
    if (!fields.check()) return show('failed', words.attention, idleLabel)
    show('sending', labels.sending)
    const result = await sendMessage(form, words, {
      key: draft.key(),
      elapsed: draft.elapsed(),
      proof: proof.get(),
      onRetry: () => show('sending', words.retrying),
    })
    if (!result.sent) {
      offline = result.offline ?? false
      fields.refuse(result.fields)
      show('failed', result.reason, fields.wrong() ? idleLabel : labels.failed)
      return
    }
    draft.forget()
    proof.renew()
    show('sent', words.thanks)
    const time = new Date().toLocaleTimeString(document.documentElement.lang, { timeStyle: 'short' })
    setTimeout(() => {
      fields.empty()
      show('idle', '')
      if (note) note.textContent = `${filled(words.sentAt, { time })} ${note.dataset.sentNote}`.trim()
      const { questions } = result
      // Without them nothing is missing.
      if (questions) import('./questions.ts').then((code) => code.ask(form, questions)).catch(() => {})
    }, sentMessageShown)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  form.addEventListener('input', () => {
    if (form.dataset.state === 'failed' && !fields.wrong()) show('idle', '')
  })
  addEventListener('online', () => {
    if (offline && form.dataset.state === 'failed') show('failed', words.online)
    offline = false
  })
}
