import type { ContactFields } from './fields.ts'

const storageKey = 'vitrine-message'

interface Draft {
  values: string[]
  /** The Idempotency-Key of this text. */
  key: string
  /** Time of the first keystroke, in ms since 1970. */
  begun: number
}

// Not randomUUID: that one is missing on plain http, where a site may well be tried first.
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

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
export const keepDraft = ({ inputs }: ContactFields) => {
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
