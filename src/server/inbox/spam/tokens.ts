import { createHash } from 'node:crypto'
import type { MessageInput } from '../../../model/inbox/message.ts'
import { linksIn } from './links.ts'
import { plainText } from './plain-text.ts'

/** Bounds: a longer text neither teaches more nor takes longer. */
const maxCharacters = 8000
const maxTokens = 400
const maxTokenLength = 30

const wordPattern = /[\p{L}\p{N}]+/gu
// Written without spaces between words: pairs of characters are used as tokens.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

// Short words occur in every text of a language: they would teach the language instead of the subject.
const european = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

const scripts = 'Latin Cyrillic Greek Arabic Hebrew Han Hiragana Hangul Thai Devanagari'
  .split(' ')
  .map((name) => ({ token: `script:${name}`, pattern: new RegExp(`\\p{Script=${name}}`, 'gu') }))

/** The script that most of a text is written in, as a token. */
export const scriptOf = (text: string): string => {
  const start = text.slice(0, 1000)
  let [token, most] = ['script:other', 0]
  for (const script of scripts) {
    const count = start.match(script.pattern)?.length ?? 0
    if (count > most) [token, most] = [script.token, count]
  }
  return token
}

const pairs = (run: string): string[] => {
  const letters = [...run]
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

/** Distinct words of the normalised text, in order, at most 400. */
export const textTokens = (text: string): string[] => {
  const tokens = new Set<string>()
  for (const [word] of plainText(text.slice(0, maxCharacters)).matchAll(wordPattern)) {
    if (tokens.size >= maxTokens) break
    if (unspaced.test(word)) for (const pair of pairs(word)) tokens.add(pair)
    else if (word.length >= (european.test(word) ? 4 : 2)) tokens.add(word.slice(0, maxTokenLength))
  }
  return [...tokens].slice(0, maxTokens)
}

/** Token of a sender: a hash, so that the email address is stored with the message only. */
export const senderToken = (email: string): string =>
  `sender:${createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 24)}`

/** Tokens that a message is classified by and teaches: words, hosts of links, script, sender, and '' for the message itself. */
export const tokensOf = ({ user_email: email, message }: MessageInput): string[] => {
  const { hosts, rest } = linksIn(message.slice(0, maxCharacters))
  const links = new Set(hosts.slice(0, 20).map((host) => `link:${host.slice(0, 60)}`))
  return ['', scriptOf(rest), senderToken(email), ...links, ...textTokens(rest)]
}
