import { createHash } from 'node:crypto'
import type { MessageInput } from '../../../model/inbox/message.ts'
import { linksIn } from './links.ts'
import { plainText } from './plain-text.ts'

/** Bounds: a longer text neither teaches more nor takes longer. */
const longestText = 8000
const maxTokens = 400
const longestWord = 30

const wordOrRun = /[\p{L}\p{N}]+/gu
// Written without spaces between words: pairs of characters are used as tokens.
const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

// Short words occur in every text of a language: they would teach the language instead of the subject.
const european = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Han',
  'Hiragana',
  'Hangul',
  'Thai',
  'Devanagari',
].map((name) => ({ name: `script:${name}`, signal: new RegExp(`\\p{Script=${name}}`, 'gu') }))

/** The script that most of a text is written in, as a token. */
export const scriptOf = (text: string): string => {
  const start = text.slice(0, 1000)
  const counted = scripts.map(({ name, signal }) => ({ name, count: start.match(signal)?.length ?? 0 }))
  const first = counted.reduce((best, one) => (one.count > best.count ? one : best))
  return first.count > 0 ? first.name : 'script:other'
}

const pairs = (run: string): string[] => {
  const letters = [...run]
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

/** Distinct words of the normalised text, in order, at most 400. */
export const textTokens = (text: string): string[] => {
  const words = new Set<string>()
  for (const [one] of plainText(text.slice(0, longestText)).matchAll(wordOrRun)) {
    if (words.size >= maxTokens) break
    if (runs.test(one)) for (const pair of pairs(one)) words.add(pair)
    else if (one.length >= (european.test(one) ? 4 : 2)) words.add(one.slice(0, longestWord))
  }
  return [...words].slice(0, maxTokens)
}

/** Token of a sender: a hash, so that the address is stored with the message only. */
export const senderToken = (email: string): string =>
  `sender:${createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 24)}`

/** Tokens that a message is classified by and teaches: words, hosts of links, script, sender, and '' for the message itself. */
export const tokensOf = ({ user_email: email, message }: MessageInput): string[] => {
  const { links, rest } = linksIn(message.slice(0, longestText))
  const hosts = new Set(links.slice(0, 20).map(({ host }) => `link:${host.slice(0, 60)}`))
  return ['', scriptOf(rest), senderToken(email), ...hosts, ...textTokens(rest)]
}
