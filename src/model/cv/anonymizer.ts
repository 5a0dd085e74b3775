import type { Content } from '../publishing/published-content.ts'
import { nameless } from '../settings/with-person.ts'
import { withPlainLetters } from '../text-rules.ts'

/** By what a text or a link says whose it is. */
interface OwnMarks {
  /** As they are typed. */
  names: readonly string[]
  /** Email addresses, domains and profiles, folded. */
  addresses: readonly string[]
  /** Names of profiles, folded, such as the last part of their addresses. */
  handles: readonly string[]
  /** Digits of telephone numbers. */
  phones: readonly string[]
}

/** Spellings of letters in German and Scandinavian names for keyboards without them. */
const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** Lower case, without accents and without what is not seen, such as soft hyphens. */
const folded = (text: string): string =>
  withPlainLetters(
    text
      .normalize('NFKD')
      .replace(/[\p{M}\p{DI}]/gu, '')
      .toLowerCase(),
  )
    // The dot of Chinese and Japanese texts ends a part of a domain, too.
    .replaceAll('。', '.')

/** The same, and as German and Scandinavian names are written without their letters: “ae” for “ä”. */
const spellings = (text: string): string[] => {
  const letters = text.normalize('NFC').toLowerCase()
  return [...new Set([text, letters.replace(/[äöüøå]/g, (letter) => digraphs[letter] ?? letter)].map(folded))]
}

/** Letters and digits alone, as in the address of a profile. */
const squeezed = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, '')

const shortest = 4

/** Domain of an email address, and the address. */
const ofEmail = (email: string): string[] => {
  const [address = ''] = email.replace(/^mailto:/i, '').split('?')
  const at = address.indexOf('@')
  return at < 0 ? [] : [address, address.slice(at + 1)]
}

/** An address as it is typed: without the scheme, and what only programs read. */
const bare = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')

const handleIn = (address: string): string =>
  address.includes('/') ? address.slice(address.lastIndexOf('/') + 1).replace(/^@/, '') : ''

const foldedOnce = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(folded))].filter(({ length }) => length >= shortest)

const ownMarks = ({ settings, about }: Content, url: string): OwnMarks => {
  const links = settings.socials.map((social) => social.url)
  const having = (scheme: RegExp) => links.filter((link) => scheme.test(link))
  const emails = [settings.email, ...about.map(({ email }) => email), ...having(/^mailto:/i)].flatMap(ofEmail)
  const profiles = having(/^https?:/i).map(bare)
  const names = [settings.name, ...about.map(({ name }) => name)].map((name) => name.trim().normalize('NFC'))
  return {
    names: [...new Set(names)].filter((name) => name !== '' && name !== nameless),
    addresses: foldedOnce([bare(url), ...emails, ...profiles]),
    handles: foldedOnce(profiles.map(handleIn)),
    phones: having(/^tel:/i)
      .map((link) => link.replace(/\D/g, ''))
      .filter(({ length }) => length >= shortest),
  }
}

const left = '…'
/** Languages that write without spaces end a word anywhere; so does the mark of an address. */
const run = /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai},;()<>"“”„«»]+/gu
/** Of any script, with dashes of every width. */
const digits = /[+＋]?\p{Nd}[\p{Nd}\s\p{DI}\p{Pd}().／/．（）·−]{5,30}\p{Nd}/gu
/** Nothing that a form of the CV says. */
const unsaid: ReadonlySet<string> = new Set('id slug level size image cover imageFit kind link'.split(' '))

const partsOf = (name: string): string[] => name.split(/[\s,]+/).filter((part) => part !== '')

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const writtenWithoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

const wordStart = (word: string) => (writtenWithoutSpaces.test(word) ? '' : '(?<![\\p{L}\\p{N}])')

/** Letters with what is not seen between them, such as soft hyphens. */
const spaced = (part: string) => [...part].map(escaped).join('\\p{DI}*')

/** Pattern of the name in a text, from first to last and from last to first. One of a single word is looked for where a word begins. */
const patternOf = (name: string): string => {
  const parts = partsOf(name).map(spaced)
  if (parts.length > 1)
    return [parts, parts.toReversed()].map((one) => one.join('\\p{DI}*[\\s,.-]{1,3}\\p{DI}*')).join('|')
  return `${wordStart(name)}${parts[0]}`
}

/** True when a word of the text begins with this one, which is folded. */
const hasWord = (text: string, word: string): boolean => {
  const pattern = new RegExp(`${wordStart(word)}${escaped(word)}`, 'u')
  return spellings(text).some((one) => pattern.test(one))
}

const initialsOf = (name: string): string => {
  const parts = partsOf(name)
  return parts.length > 1 ? parts.map((part) => `${[...part][0]}.`).join(' ') : left
}

/** Digits of every script as 0 to 9: ten follow each other in each. */
const plainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))
    let zero = digit.codePointAt(0) ?? 0
    while (isDigit(zero - 1)) zero -= 1
    return String(((digit.codePointAt(0) ?? 0) - zero) % 10)
  })

const isOwnPhone = (text: string, { phones }: OwnMarks): boolean => {
  const found = plainDigits(text).replace(/\D/g, '')
  return phones.some((phone) => found.endsWith(phone.slice(-9)) || phone.endsWith(found.slice(-9)))
}

/**
 * Takes out of the texts of a CV by what one knows whose it is: the whole name becomes initials, addresses and telephone numbers of the
 * owner’s become an ellipsis, links to the owner’s domains and profiles and within the site are left out. Parts of the name stay, since they
 * may be other words, too, and so may the names of profiles: `isNamedIn` finds them.
 */
export const createAnonymizer = (content: Content, url: string) => {
  const marks = ownMarks(content, url)
  const whole = marks.names.filter((name) => partsOf(name).length > 1).map(squeezed)
  // A single word in another spelling may be another word.
  const spelled = (name: string) => (partsOf(name).length > 1 && /\p{Script=Latin}/u.test(name) ? spellings(name) : [])
  const names = marks.names.flatMap((name) =>
    [...new Set([name, ...spelled(name)])].map((one) => ({
      pattern: new RegExp(patternOf(one), 'giu'),
      initials: initialsOf(name),
    })),
  )
  const parts = marks.names
    .flatMap(partsOf)
    .flatMap(spellings)
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
    if (Array.isArray(inner)) return inner.map((one) => value(name, one))
    return typeof inner === 'object' && inner !== null ? within(inner) : inner
  }
  const within = <T extends object>(entry: T): T =>
    Object.fromEntries(Object.entries(entry).map(([name, inner]) => [name, value(name, inner)])) as T
  return {
    text,
    entry: within,
    /** True when the name, a part of it or the name of a profile stands in the text. */
    isNamedIn: (said: string): boolean => [...parts, ...marks.handles].some((part) => hasWord(said, part)),
  }
}
