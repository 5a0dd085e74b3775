import type { Content } from '../content/published-content.ts'
import { folded, type OwnMarks, ownMarks, squeezed } from './own-marks.ts'

const left = '…'
/** Languages that write without spaces end a word anywhere; so does the mark of an address. */
const run = /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai},;()<>"“”„«»]+/gu
const digits = /\+?\d[\d\s()./-]{5,30}\d/g
/** Nothing that a form of the CV says. */
const unsaid: ReadonlySet<string> = new Set(['id', 'slug', 'level', 'size', 'image', 'cover'])

const partsOf = (name: string): string[] => name.split(/[\s,]+/).filter((part) => part !== '')

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const writtenWithoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Pattern of the name in a text, from first to last and from last to first. One of a single word is looked for where a word begins. */
const patternOf = (name: string): string => {
  const parts = partsOf(name).map(escaped)
  if (parts.length > 1) return [parts, parts.toReversed()].map((one) => one.join('[\\s,.-]{1,3}')).join('|')
  return `${writtenWithoutSpaces.test(name) ? '' : '(?<![\\p{L}\\p{N}])'}${parts[0]}`
}

/** True when a word of the text begins with this one, which is folded. */
const hasWord = (text: string, word: string): boolean =>
  writtenWithoutSpaces.test(word)
    ? folded(text).includes(word)
    : folded(text)
        .split(/[^\p{L}\p{N}]+/u)
        .some((one) => one.startsWith(word))

const initialsOf = (name: string): string => {
  const parts = partsOf(name)
  return parts.length > 1 ? parts.map((part) => `${[...part][0]}.`).join(' ') : left
}

const isOwnPhone = (text: string, { phones }: OwnMarks): boolean => {
  const found = text.replace(/\D/g, '')
  return phones.some((phone) => found.endsWith(phone.slice(-9)) || phone.endsWith(found.slice(-9)))
}

/**
 * Takes out of the texts of a CV by what one knows whose it is: the whole name becomes initials, addresses and telephone numbers of the
 * owner’s become an ellipsis, links to the owner’s domains and profiles and within the site are left out. Parts of the name stay, since they
 * may be other words, too: `isNamedIn` finds them.
 */
export const createAnonymizer = (content: Content, url: string) => {
  const marks = ownMarks(content, url)
  const whole = marks.names.filter((name) => partsOf(name).length > 1).map(squeezed)
  const names = marks.names.map((name) => ({ pattern: new RegExp(patternOf(name), 'giu'), initials: initialsOf(name) }))
  const parts = marks.names
    .flatMap(partsOf)
    .map(folded)
    .filter((part) => part.length >= (writtenWithoutSpaces.test(part) ? 2 : 3))

  const isOwn = (address: string): boolean => {
    const [plain, tight] = [folded(address), squeezed(address)]
    return marks.addresses.some((own) => plain.includes(own)) || whole.some((name) => tight.includes(name))
  }
  const leadsToOwner = (address: string): boolean =>
    isOwn(address) || marks.handles.some((handle) => hasWord(address, handle))
  const isOwnWord = (word: string): boolean => (/^@|\//.test(word) ? leadsToOwner(word) : isOwn(word))
  const text = (value: string): string => {
    let result = value
      .normalize('NFC')
      .replace(run, (word) => (isOwnWord(word) ? left : word))
      .replace(digits, (number) => (isOwnPhone(number, marks) ? left : number))
    for (const { pattern, initials } of names) result = result.replace(pattern, initials)
    return result
  }
  const link = (address: string): string => (/^https?:/i.test(address) && !leadsToOwner(address) ? address : '')
  const value = (name: string, inner: unknown): unknown => {
    if (unsaid.has(name)) return inner
    if (typeof inner === 'string') return name === 'url' ? link(inner) : text(inner)
    return Array.isArray(inner) ? inner.map((one) => value(name, one)) : inner
  }
  return {
    text,
    entry: <T extends object>(entry: T): T =>
      Object.fromEntries(Object.entries(entry).map(([name, inner]) => [name, value(name, inner)])) as T,
    /** True when the name or a part of it stands in the text. */
    isNamedIn: (said: string): boolean => parts.some((part) => hasWord(said, part)),
  }
}
