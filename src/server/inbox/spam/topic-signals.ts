import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import { halfPhrases, wholePhrases } from './phrases.ts'
import { plainText, spacedWords } from './plain-text.ts'

// Spaces around the words make a phrase match whole words only; with * at its end, the last may be the start of a word.
const needle = (phrase: string) => {
  const words = spacedWords(plainText(phrase))
  return { phrase: words.trim(), text: phrase.endsWith('*') ? words.trimEnd() : words }
}
const needles = [
  ...wholePhrases.map((phrase) => ({ ...needle(phrase), worth: 1 })),
  ...halfPhrases.map((phrase) => ({ ...needle(phrase), worth: 0.5 })),
]

/** Share of the points for a number of phrases: one alone may be anybody's subject, two are an offer. */
const amountOf = (worth: number) => Math.min(1, 0.4 + 0.6 * (worth - 1))

// A sum of money; little, since people name their budgets.
const money = / \d+ (?:euros?|dollars?|usd|eur|pounds|(?:هزار |میلیون )?تومان|دلار) /

/** Signals for the phrases of unwanted offers. `text` has one space before, between and after its words. */
export const topicSignals = (words: string): SpamSignal[] => {
  const found = needles.filter(({ text }) => words.includes(text))
  // A phrase within another that was found is the same words once more.
  const apart = found.filter(
    (one) =>
      !found.some(
        (other) => other !== one && other.text.length > one.text.length && other.text.includes(one.text.trim()),
      ),
  )
  const worth = apart.reduce((sum, one) => sum + one.worth, money.test(words) ? 0.25 : 0)
  if (worth < 1 || apart.length === 0) return []
  const detail = apart
    .slice(0, 4)
    .map(({ phrase }) => `“${phrase}”`)
    .join(', ')
  return [{ name: 'topic', amount: amountOf(worth), detail }]
}
