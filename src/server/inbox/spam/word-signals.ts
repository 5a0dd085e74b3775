import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import type { WordCount, WordCounts } from './word-counts.ts'

/** Labels of each kind that are needed before tokens count. */
const fewest = 3
/** Labels of each kind at which tokens count for half. */
const half = 8
/** Weight of the prior for rare tokens (Robinson's s, with x = ½). */
const doubt = 0.8
const mostWords = 60
/** Distance from ½ below which a token, or the whole message, is ignored. */
const [dullWord, dullWhole] = [0.12, 0.2]

const none: WordCount = { spam: 0, wanted: 0 }

/** Probability that a message with this token is spam, 0 to 1, near ½ while the token is rare (Robinson). */
const likelihood = ({ spam, wanted }: WordCount, all: WordCount): number => {
  const [inSpam, inWanted] = [spam / all.spam, wanted / all.wanted]
  const often = spam + wanted
  return (doubt * 0.5 + often * (inSpam / (inSpam + inWanted))) / (doubt + often)
}

/** The chance that a χ² variable of an even number of degrees of freedom is above `value`. */
const aboveChiSquare = (value: number, degrees: number): number => {
  const middle = value / 2
  let term = Math.exp(-middle)
  let sum = term
  for (let i = 1; i < degrees / 2; i += 1) {
    term *= middle / i
    sum += term
  }
  return Math.min(1, sum)
}

/** Fisher's method of combining probabilities, in both directions: 1 is surely spam, 0 surely not, ½ undecided. */
const together = (likelihoods: readonly number[]): number => {
  const sum = (of: (one: number) => number) => -2 * likelihoods.reduce((total, one) => total + Math.log(of(one)), 0)
  const spam = aboveChiSquare(
    sum((one) => one),
    2 * likelihoods.length,
  )
  const wanted = aboveChiSquare(
    sum((one) => 1 - one),
    2 * likelihoods.length,
  )
  return (1 + spam - wanted) / 2
}

/** Signals from the counts of these tokens. `script` is the token of the message's script. */
export const wordSignals = (tokens: readonly string[], counts: WordCounts, script: string): SpamSignal[] => {
  const all = counts.get('') ?? none
  const known = Math.min(all.spam, all.wanted)
  if (known < fewest) return []
  const telling = tokens
    .filter((token) => token !== '' && token !== script)
    .flatMap((token) => {
      const count = counts.get(token)
      // A token of a single message may be that message's subject.
      return count && count.spam + count.wanted > 1 ? [{ token, likelihood: likelihood(count, all) }] : []
    })
    .filter((one) => Math.abs(one.likelihood - 0.5) > dullWord)
    .sort((a, b) => Math.abs(b.likelihood - 0.5) - Math.abs(a.likelihood - 0.5))
    .slice(0, mostWords)
  if (telling.length < 3) return []
  const lean = (together(telling.map((one) => one.likelihood)) - 0.5) * 2
  if (Math.abs(lean) < dullWhole) return []
  // A language without a message marked as not spam is not spam for that reason.
  const unheard = (counts.get(script) ?? none).wanted < fewest ? 0.6 : 1
  const sure = known / (known + half)
  const side = telling.filter((one) => one.likelihood > 0.5 === lean > 0 && !one.token.startsWith('sender:'))
  const detail = side
    .slice(0, 3)
    .map(({ token }) => `“${token.replace(/^link:/, '')}”`)
    .join(', ')
  return lean > 0
    ? [{ name: 'words', amount: lean * sure * unheard, detail }]
    : [{ name: 'wanted-words', amount: -lean * sure, detail }]
}
