import type { Content } from '../publishing/published-content.ts'
import { nameless } from '../settings/with-person.ts'

/** By what a text or a link says whose it is. */
export interface OwnMarks {
  /** As they are typed. */
  names: readonly string[]
  /** Email addresses, domains and profiles, folded. */
  addresses: readonly string[]
  /** Names of profiles, folded, such as the last part of their addresses. */
  handles: readonly string[]
  /** Digits of telephone numbers. */
  phones: readonly string[]
}

/** Letters that are not a letter and an accent, and dots that end a part of a domain. */
const plainly: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', '。': '.' },
}
const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** Lower case, without accents and without what is not seen, such as soft hyphens. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{DI}]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı。]/g, (letter) => plainly[letter] ?? letter)

/** The same, and as German and Scandinavian names are written without their letters: “ae” for “ä”. */
export const spellings = (text: string): string[] => {
  const letters = text.normalize('NFC').toLowerCase()
  return [...new Set([text, letters.replace(/[äöüøå]/g, (letter) => spelledOut[letter] ?? letter)].map(folded))]
}

/** Letters and digits alone, as in the address of a profile. */
export const squeezed = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, '')

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

export const ownMarks = ({ settings, about }: Content, url: string): OwnMarks => {
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
