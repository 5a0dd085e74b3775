import type { SpamSign } from '../../model/spam-signs.ts'
import { halfPhrases, wholePhrases } from './phrases.ts'

// Words stand between blanks, so that a phrase begins where a word does; without * it also ends where one does.
const needle = (phrase: string) => ({
  phrase: phrase.replace('*', ''),
  text: phrase.endsWith('*') ? ` ${phrase.slice(0, -1)}` : ` ${phrase} `,
})
const needles = [
  ...wholePhrases.map((phrase) => ({ ...needle(phrase), worth: 1 })),
  ...halfPhrases.map((phrase) => ({ ...needle(phrase), worth: 0.5 })),
]

/** How much of the points one whole phrase is. */
const share = 0.4

/** What a message speaks of. `words` are its words between blanks. */
export const topicSigns = (words: string): SpamSign[] => {
  const found = needles.filter(({ text }) => words.includes(text))
  // A phrase within another that was found is the same words once more.
  const apart = found.filter(
    (one) =>
      !found.some(
        (other) => other !== one && other.text.length > one.text.length && other.text.includes(one.text.trim()),
      ),
  )
  const worth = apart.reduce((sum, one) => sum + one.worth, 0)
  if (worth < 1) return []
  const detail = apart
    .slice(0, 4)
    .map(({ phrase }) => `“${phrase}”`)
    .join(', ')
  return [{ name: 'topic', amount: Math.min(1, share * worth), detail }]
}
