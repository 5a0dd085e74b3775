import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
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
export const topicSignals = (text: string): SpamSignal[] => {
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
