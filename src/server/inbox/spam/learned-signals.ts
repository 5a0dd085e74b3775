import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal } from '../../../model/inbox/spam-rules.ts'
import type { Reader } from '../../db/database.ts'
import { readCounts, type TokenCount, type TokenCounts } from './token-counts.ts'
import { scriptOf, senderToken, tokensOf } from './tokens.ts'

/** Labels of each kind that are needed before tokens count, and at which they count for half. */
const [minLabels, halfLabels] = [3, 8]
/** Weight of the prior for rare tokens (Robinson's s, with x = ½). */
const priorWeight = 0.8
const maxTokens = 60
/** Distance from ½ below which a token, or the whole message, is ignored. */
const [minTokenDistance, minMessageDistance] = [0.12, 0.2]

const none: TokenCount = { spam: 0, wanted: 0 }

/** Probability that a message with this token is spam, 0 to 1, near ½ while the token is rare (Robinson). */
const probabilityOf = ({ spam, wanted }: TokenCount, all: TokenCount): number => {
  const [inSpam, inWanted] = [spam / all.spam, wanted / all.wanted]
  const count = spam + wanted
  return (priorWeight * 0.5 + count * (inSpam / (inSpam + inWanted))) / (priorWeight + count)
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
const combined = (probabilities: readonly number[]): number => {
  const chance = (list: readonly number[]) =>
    aboveChiSquare(-2 * list.reduce((total, one) => total + Math.log(one), 0), 2 * list.length)
  return (1 + chance(probabilities) - chance(probabilities.map((one) => 1 - one))) / 2
}

const tokenSignals = (tokens: readonly string[], counts: TokenCounts, script: string): SpamSignal[] => {
  const all = counts.get('') ?? none
  const labels = Math.min(all.spam, all.wanted)
  if (labels < minLabels) return []
  const telling = tokens
    .filter((token) => token !== '' && token !== script)
    .flatMap((token) => {
      const count = counts.get(token)
      // A token of a single message may be that message's subject.
      return count && count.spam + count.wanted > 1 ? [{ token, probability: probabilityOf(count, all) }] : []
    })
    .map((one) => ({ ...one, distance: Math.abs(one.probability - 0.5) }))
    .filter(({ distance }) => distance > minTokenDistance)
    .sort((a, b) => b.distance - a.distance)
    .slice(0, maxTokens)
  if (telling.length < 3) return []
  const lean = (combined(telling.map(({ probability }) => probability)) - 0.5) * 2
  if (Math.abs(lean) < minMessageDistance) return []
  const detail = telling
    .filter(({ probability }) => probability > 0.5 === lean > 0)
    .slice(0, 3)
    .map(({ token }) => `“${token.replace(/^link:/, '')}”`)
    .join(', ')
  const confidence = labels / (labels + halfLabels)
  if (lean < 0) return [{ name: 'wanted-words', amount: -lean * confidence, detail }]
  // A language without a message marked as not spam is not spam for that reason.
  const isNewScript = (counts.get(script) ?? none).wanted < minLabels
  return [{ name: 'words', amount: lean * confidence * (isNewScript ? 0.6 : 1), detail }]
}

const senderSignals = ({ spam, wanted }: TokenCount): SpamSignal[] => {
  if (wanted > spam) return [{ name: 'known', amount: 1 }]
  return spam > wanted ? [{ name: 'spam-sender', amount: 1 }] : []
}

/** Signals learned from the owner's labels. */
export const learnedSignals = async (reader: Reader, message: MessageInput): Promise<SpamSignal[]> => {
  const tokens = tokensOf(message)
  const counts = await readCounts(reader, tokens)
  const sender = senderToken(message.user_email)
  // The sender has its own signal.
  const others = tokens.filter((token) => token !== sender)
  return [...tokenSignals(others, counts, scriptOf(message.message)), ...senderSignals(counts.get(sender) ?? none)]
}
