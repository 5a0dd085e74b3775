import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal } from '../../../model/inbox/spam-rules.ts'
import { disguiseSignals, undisguised } from './disguise-signals.ts'
import { cheapTlds, disposables, reservedTlds, shorteners } from './hosts.ts'
import { linksIn } from './links.ts'
import { halfPhrases, wholePhrases } from './phrases.ts'
import { plainText, spacedWords } from './plain-text.ts'

interface Needle {
  phrase: string
  /** As it is searched for: with a space on each side it matches whole words only, without the last one the start of a word. */
  text: string
  weight: number
}

const needle = (phrase: string, weight: number): Needle => {
  const words = spacedWords(plainText(phrase))
  return { phrase: words.trim(), text: phrase.endsWith('*') ? words.trimEnd() : words, weight }
}
const needles = [
  ...wholePhrases.map((phrase) => needle(phrase, 1)),
  ...halfPhrases.map((phrase) => needle(phrase, 0.5)),
]

// A sum of money; little, since people name their budgets.
const money = / \d+ (?:euros?|dollars?|usd|eur|pounds|(?:هزار |میلیون )?تومان|دلار) /

/** True for a phrase within another one that was found: the same words once more. */
const isPartOf = (found: Needle[], { text }: Needle) =>
  found.some((other) => other.text.length > text.length && other.text.includes(text.trim()))

/** Signals for the phrases of unwanted offers. `text` has one space before, between and after its words. */
const topicSignals = (text: string): SpamSignal[] => {
  const found = needles.filter((one) => text.includes(one.text))
  const distinct = found.filter((one) => !isPartOf(found, one))
  const weight = distinct.reduce((sum, one) => sum + one.weight, money.test(text) ? 0.25 : 0)
  if (weight < 1 || distinct.length === 0) return []
  const detail = distinct
    .slice(0, 4)
    .map(({ phrase }) => `“${phrase}”`)
    .join(', ')
  // One phrase alone may be anybody's subject, two are an offer.
  return [{ name: 'topic', amount: Math.min(1, 0.4 + 0.6 * (weight - 1)), detail }]
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

const isShouting = (text: string) => {
  const capitals = count(text, /\p{Lu}/gu)
  return capitals > 20 && capitals > 3 * count(text, /\p{Ll}/gu)
}

// An emoji made of several counts once.
const emoji = /\p{Extended_Pictographic}(?:\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}]|(?<=\u200d)\p{Extended_Pictographic})*/gu

const noiseIn = (text: string): string | undefined => {
  if (count(text, /[!?]{3,}|\${2,}|€{2,}|★{2,}|={6,}/gu) >= 2) return '!!!'
  return count(text, emoji) >= 6 ? 'many emoji' : undefined
}

/** A Latin word that nobody would have spelled: capitals all over it, or hardly a vowel in many letters. */
const isGibberish = (word: string): boolean => {
  if (word.length < 10 || word.length > 60 || !/^[a-z]+$/i.test(word)) return false
  return count(word, /[a-z][A-Z]/g) / word.length > 0.21 || count(word, /[aeiouy]/gi) / word.length < 0.13
}

/** Signals in the way a message is written: capitals, symbols, random letters. */
const characterSignals = ({ user_name: name, message }: MessageInput): SpamSignal[] => {
  const signals: SpamSignal[] = []
  if (isShouting(message)) signals.push({ name: 'shouting', amount: 1 })
  const noise = noiseIn(message)
  if (noise) signals.push({ name: 'noise', amount: 1, detail: noise })
  const words = linksIn(message).rest.split(/[^\p{L}\p{N}@.]+/u, 2000)
  const random = [...name.split(/\s+/, 20), ...words].find(isGibberish)
  const isNothingElse = words.filter((word) => word !== '').every(isGibberish)
  if (random) signals.push({ name: 'gibberish', amount: isNothingElse ? 1.5 : 1, detail: random.slice(0, 30) })
  return signals
}

/** Usual number of links: the sender's own site and an example. */
const usualLinks = 2

// Bounded: many unclosed < would otherwise take quadratic time.
const markup = /\[(?:url|link|img)[=\]]|<a\s[^<>]{0,200}href|\[[^[\]]{1,200}\]\(https?:/i

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

/** Signals in a message's links. */
const linkSignals = ({ user_name: name, message }: MessageInput): SpamSignal[] => {
  const signals: SpamSignal[] = []
  const { hosts, rest } = linksIn(message)
  if (linksIn(name).hosts.length > 0) signals.push({ name: 'name-link', amount: 1 })
  if (markup.test(message)) signals.push({ name: 'markup', amount: 1 })
  if (hosts.length > usualLinks)
    signals.push({ name: 'links', amount: Math.min(1, (hosts.length - usualLinks) / 4), detail: String(hosts.length) })
  const short = hosts.find((host) => shorteners.has(host))
  if (short) signals.push({ name: 'short-link', amount: 1, detail: short })
  const cheap = hosts.find((host) => cheapTlds.has(host.split('.').at(-1) ?? ''))
  if (cheap) signals.push({ name: 'cheap-link', amount: 1, detail: cheap.slice(0, 60) })
  if (hosts.length > 0 && wordsIn(rest) <= 3) signals.push({ name: 'only-links', amount: 1 })
  return signals
}

const oddityOf = (local: string, domain: string): [amount: number, detail: string] | undefined => {
  const tld = domain.split('.').at(-1) ?? ''
  if (reservedTlds.has(tld)) return [1.4, `no mail can be sent to .${tld}`]
  if (/\d{6}/.test(local)) return [0.7, 'a long number']
  if ((local.match(/\./g)?.length ?? 0) >= 4) return [0.8, 'dots between its letters']
  if ((domain.match(/-/g)?.length ?? 0) >= 3) return [0.7, 'hyphens in its domain']
  if (/^[^aeiouy\d.]{8,}$/.test(local)) return [0.6, 'random letters']
  return cheapTlds.has(tld) ? [0.4, `.${tld}`] : undefined
}

/** Signals in the sender's email address: its form only, without asking any other server. */
const emailSignals = ({ user_email: email }: MessageInput): SpamSignal[] => {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).toLowerCase()
  const domain = email.slice(at + 1).toLowerCase()
  if (disposables.has(domain)) return [{ name: 'disposable', amount: 1, detail: domain }]
  const [amount, detail = ''] = oddityOf(local, domain) ?? []
  return amount ? [{ name: 'odd-address', amount, detail }] : []
}

/** The form takes less; a bound here keeps the time short for any caller. */
const maxCharacters = 8000

const currencies: Record<string, string> = { $: ' dollars ', '€': ' euros ', '£': ' pounds ' }
const withCurrencyNames = (text: string) =>
  text.replace(/[$€£](?=\s?\d)|(?<=\d\s?)[$€£]/g, (symbol) => currencies[symbol] as string)

/** Signals in a message's text. Pure: reads no database. */
export const textSignals = (message: MessageInput): SpamSignal[] => {
  const bounded = { ...message, message: message.message.slice(0, maxCharacters) }
  const topic = topicSignals(spacedWords(withCurrencyNames(undisguised(plainText(bounded.message)))))
  // A clear offer with a link to it.
  const isLure = topic.some(({ amount }) => amount >= 0.7) && linksIn(bounded.message).hosts.length > 0
  return [
    ...linkSignals(bounded),
    ...topic,
    ...(isLure ? [{ name: 'lure' as const, amount: 1 }] : []),
    ...disguiseSignals(`${bounded.user_name}\n${bounded.message}`),
    ...characterSignals(bounded),
    ...emailSignals(bounded),
  ]
}
