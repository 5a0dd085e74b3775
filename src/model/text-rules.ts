import { z } from './zod.ts'

// C0 controls and DEL, tab and line ends included: none belongs in a single line. The source of mail header injection.
const controls = /[\u0000-\u001f\u007f]/
// Of several lines, tab and line end may stay.
const controlsButLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** True when a single line of text can be shown: without control characters. */
export const isPlainLine = (text: string): boolean => !controls.test(text)

// Line and paragraph separators, and what turns the direction of the text that follows.
const turning = /[\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** True for a name of a stranger's that changes nothing of the text around it. */
export const isPlainName = (text: string): boolean => isPlainLine(text) && !turning.test(text)

/** The text without what turns its direction, and with spaces for separators. */
export const withoutTurning = (text: string): string =>
  text.replaceAll(/[\u2028\u2029]/g, ' ').replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** True when text of several lines can be shown: without control characters other than tab and line end. */
export const isPlainText = (text: string): boolean => !controlsButLines.test(text)

/** Text without the control characters that `isPlainText` refuses. */
export const plainText = (text: string): string => text.replaceAll(new RegExp(controlsButLines, 'g'), '')

// Letters that Unicode does not decompose, and the sigma at the end of a word.
const plainLetters = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' }),
)

/** Replaces, in a text that is in lower case, letters without an accent to take off, such as ø and ß, by plain ones. */
export const withPlainLetters = (text: string): string =>
  text.replace(/[ßæøœłđðþıς]/g, (letter) => plainLetters.get(letter) ?? letter)

/** The text with its first letter in upper case. */
export const titled = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Text that a URL holds, decoded where it is encoded rightly. */
export const decodedUrl = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Text as Markdown that says the same. */
export const asMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#&]/g, '\\$&')

const textOf = (label: string) =>
  z.string({ error: ({ input }) => (input === undefined ? `${label} is required.` : `${label} must be text.`) })

const ruleFor = (fits: (text: string) => boolean, start: typeof textOf) => (label: string, max: number) =>
  start(label)
    .max(max, `${label} may have at most ${max} characters.`)
    .refine(fits, `${label} contains characters that cannot be shown.`)

/** One line of text, trimmed, without what turns the text that follows it, at most so many UTF-16 code units long. */
export const line = ruleFor(isPlainLine, (label) => textOf(label).overwrite(withoutTurning).trim())

/** Text of several lines, trimmed, at most so many UTF-16 code units long. */
export const longText = ruleFor(isPlainText, (label) => textOf(label).trim())

/** The same, not trimmed. */
export const verbatim = ruleFor(isPlainText, textOf)

// NUL, which Postgres does not store, and halves of surrogate pairs, which are no text in UTF-8.
const unstorable = /[\0\p{Cs}]/u

/** True when both databases store this text and give it back as it was. */
const isStorable = (text: string): boolean => !unstorable.test(text)

/** Text of another program's that has to be kept as far as it can be: with a replacement character for what cannot. */
export const storable = (text: string): string => text.replaceAll(new RegExp(unstorable, 'gu'), '\ufffd')

/** Path of text in a JSON value that cannot be stored, keys included, such as `['links', '0', 'label']`; undefined when there is none. */
export const findUnstorable = (value: unknown): string[] | undefined => {
  // An own stack: values of strangers may be nested deeper than calls can be.
  const left: { value: unknown; path: Path | undefined }[] = [{ value, path: undefined }]
  for (let next = left.pop(); next; next = left.pop()) {
    if (typeof next.value === 'string' && !isStorable(next.value)) return namesOf(next.path)
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [name, inner] of Object.entries(next.value)) {
      const path = { name, above: next.path }
      if (!isStorable(name)) return namesOf(path)
      left.push({ value: inner, path })
    }
  }
  return undefined
}

interface Path {
  name: string
  above: Path | undefined
}

const namesOf = (path: Path | undefined): string[] => {
  const names: string[] = []
  for (let part = path; part; part = part.above) names.unshift(part.name)
  return names
}

/** True for a time zone that this runtime knows: a browser and a server may know others. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** The year at a time (Unix, ms) where the owner is; without a time zone of theirs, here. */
export const yearAt = (time: number, { timeZone = '' }: { timeZone?: string }): number =>
  isTimeZone(timeZone)
    ? Number(new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(time))
    : new Date(time).getFullYear()
