import type { SiteFacts } from '../site-facts.ts'

export const blank = (what: string): string => `[[${what}]]`

/** Text as Markdown that says the same. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>#&]/g, '\\$&')

export const nameOr = ({ name }: SiteFacts, missing: string): string => (name === '' ? blank(missing) : plain(name))

export const emailOr = ({ email }: SiteFacts, missing: string): string => (email === '' ? blank(missing) : `<${email}>`)

export const code = (text: string): string => `\`${text}\``

/** Paragraphs and headings; what is false is left out. */
export const text = (...parts: (string | false)[]): string => parts.filter((part) => part !== false).join('\n\n')

/** Lines that stay lines. */
export const lines = (...all: string[]): string => all.join('\\\n')
