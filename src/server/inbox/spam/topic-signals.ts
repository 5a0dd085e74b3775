import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import { halfPhrases, wholePhrases } from './phrases.ts'
import { plainText, spacedWords } from './plain-text.ts'

// Words stand between blanks, so that a phrase begins where a word does; without * it also ends where one does.
const needle = (phrase: string) => {
  const words = spacedWords(plainText(phrase))
  return { phrase: words.trim(), text: phrase.endsWith('*') ? words.trimEnd() : words }
}
const needles = [
  ...wholePhrases.map((phrase) => ({ ...needle(phrase), worth: 1 })),
  ...halfPhrases.map((phrase) => ({ ...needle(phrase), worth: 0.5 })),
]

/** How much of the points so many whole phrases are: one alone is anybody's subject, two are an offer. */
const amountOf = (worth: number) => Math.min(1, 0.4 + 0.6 * (worth - 1))

// A sum of money; little, since people name their budgets.
const money = / \d+ (?:euros?|dollars?|usd|eur|pounds|(?:هزار |میلیون )?تومان|دلار) /

/** What a message speaks of. `words` are its words between blanks. */
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
