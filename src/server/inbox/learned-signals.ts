import { sql } from 'kysely'
import { counted } from '../../model/counted.ts'
import type { MessageInput } from '../../model/inbox/message.ts'
import type { SpamSignal, SpamSignalName } from '../../model/inbox/spam-rules.ts'
import type { MessageLabel } from '../../model/inbox/stored-message.ts'
import type { Reader, Trx } from '../db/database.ts'
import { sha256 } from '../process/sha256.ts'
import { linksIn, plainText } from './spam-signals.ts'

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
const scriptOf = (text: string): string => {
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
const senderToken = (email: string): string => `sender:${sha256(email.trim().toLowerCase()).slice(0, 24)}`

/** Tokens that a message is classified by and teaches: words, hosts of links, script, sender, and '' for the message itself. */
export const tokensOf = ({ user_email: email, message }: MessageInput): string[] => {
  const { hosts, rest } = linksIn(message.slice(0, maxCharacters))
  const links = new Set(hosts.slice(0, 20).map((host) => `link:${host.slice(0, 60)}`))
  return ['', scriptOf(rest), senderToken(email), ...links, ...textTokens(rest)]
}

/** Numbers of labelled messages with a token. */
interface TokenCount {
  spam: number
  wanted: number
}
type TokenCounts = ReadonlyMap<string, TokenCount>

/** Counts of each token in labelled messages. Tokens never seen are left out. */
const readCounts = async (reader: Reader, tokens: readonly string[]): Promise<TokenCounts> => {
  const rows = await reader.selectFrom('spam_tokens').selectAll().where('token', 'in', tokens).execute()
  return new Map(rows.map(({ token, ...count }) => [token, count]))
}

/** A message whose label changed from `before` to `now`; null for none. */
export interface Labelled<M = MessageInput> {
  message: M
  now: MessageLabel | null
  before: MessageLabel | null
}

/** Changes of the counts by token. Each token counts once per message. */
const sumsOf = (labelled: readonly Labelled[]): Map<string, TokenCount> => {
  const sums = new Map<string, TokenCount>()
  for (const { message, now, before } of labelled) {
    if (now === before) continue
    const change = (of: MessageLabel) => Number(now === of) - Number(before === of)
    const [spam, wanted] = [change('spam'), change('wanted')]
    for (const token of tokensOf(message)) {
      const sum = sums.get(token) ?? { spam: 0, wanted: 0 }
      sums.set(token, { spam: sum.spam + spam, wanted: sum.wanted + wanted })
    }
  }
  return sums
}

/** Tokens in a statement, which has a limited number of parameters. */
const tokensAtOnce = 1000

/**
 * Learns labels in the transaction that stores them, so that the counts always match the stored labels. Of many messages each token is
 * written once: one by one, two thousand would keep all others waiting for seconds.
 */
export const learn = async (trx: Trx, labelled: readonly Labelled[]): Promise<void> => {
  // In one order, so that two transactions never wait for each other's rows.
  const sums = [...sumsOf(labelled)].sort(([a], [b]) => (a < b ? -1 : 1))
  const isTakenBack = labelled.some(({ before }) => before !== null)
  const increased = (column: 'spam' | 'wanted') =>
    sql<number>`spam_tokens.${sql.ref(column)} + excluded.${sql.ref(column)}`
  const atLeastNone = (column: 'spam' | 'wanted') =>
    sql<number>`case when ${sql.ref(column)} < 0 then 0 else ${sql.ref(column)} end`
  for (let start = 0; start < sums.length; start += tokensAtOnce) {
    const piece = sums.slice(start, start + tokensAtOnce)
    await trx
      .insertInto('spam_tokens')
      .values(piece.map(([token, sum]) => ({ token, ...sum })))
      .onConflict((conflict) =>
        conflict.column('token').doUpdateSet({ spam: increased('spam'), wanted: increased('wanted') }),
      )
      .execute()
    if (!isTakenBack) continue
    const tokens = piece.map(([token]) => token)
    // Another version may have read other tokens from the same text.
    await trx
      .updateTable('spam_tokens')
      .set({ spam: atLeastNone('spam'), wanted: atLeastNone('wanted') })
      .where('token', 'in', tokens)
      .where(({ or, eb }) => or([eb('spam', '<', 0), eb('wanted', '<', 0)]))
      .execute()
    await trx
      .deleteFrom('spam_tokens')
      .where('token', 'in', tokens)
      .where('spam', '=', 0)
      .where('wanted', '=', 0)
      .execute()
  }
}

/** Labels of each kind that are needed before tokens count, and at which they count for half. */
const [minLabels, halfLabels] = [3, 8]
/** Weight of the prior for rare tokens (Robinson's s, with x = ½). */
const priorWeight = 0.8
const mostTelling = 60
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
    .slice(0, mostTelling)
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

/** Bounds of the comparison: the newest messages, and the characters of each. */
const [maxMessages, comparedCharacters] = [200, 600]
/** Shorter texts are alike without being the same: “Please call me.” */
const minTokens = 6
/** Similarity from which two texts are nearly the same. */
const nearlySame = 0.75

const tokenSet = (text: string) =>
  new Set(textTokens(text.slice(0, comparedCharacters)).filter((token) => !/\d/.test(token)))

const similarity = (a: ReadonlySet<string>, b: ReadonlySet<string>) => {
  const both = [...a].filter((token) => b.has(token)).length
  return both / (a.size + b.size - both)
}

/** Signal for the largest similarity: none below `least`, its full amount from `full` on. */
const graded = (name: SpamSignalName, similarities: number[], least: number, full: number): SpamSignal[] => {
  const most = Math.max(0, ...similarities)
  return most < least ? [] : [{ name, amount: Math.min(1, 0.5 + (0.5 * (most - least)) / (full - least)) }]
}

/** Signals for nearly the same text: sent by others lately, quarantined, or marked as spam. */
export const similaritySignals = async (
  reader: Reader,
  { user_email: email, message }: MessageInput,
): Promise<SpamSignal[]> => {
  const tokens = tokenSet(message)
  if (tokens.size < minTokens) return []
  const rows = await reader
    .selectFrom('messages')
    .select([
      'user_email',
      'label',
      'status',
      sql<string>`substr(message, 1, ${sql.lit(comparedCharacters)})`.as('text'),
    ])
    .orderBy('id', 'desc')
    .limit(maxMessages)
    .execute()
  const compared = rows.map((row) => ({ ...row, like: similarity(tokens, tokenSet(row.text)) }))
  if (compared.some(({ like, label }) => like >= nearlySame && label === 'wanted')) return []
  const likeOf = (which: (row: (typeof compared)[number]) => boolean) => compared.filter(which).map(({ like }) => like)
  const senders = new Set(compared.filter(({ like }) => like >= nearlySame).map((row) => row.user_email.toLowerCase()))
  senders.delete(email.toLowerCase())
  const detail = counted(senders.size, 'address', 'addresses')
  const amount = Math.min(1, 0.35 * senders.size)
  return [
    ...graded(
      'known-spam',
      likeOf(({ label }) => label === 'spam'),
      0.5,
      0.75,
    ),
    ...graded(
      'like-held',
      likeOf(({ label, status }) => label === null && status === 'spam'),
      0.55,
      0.8,
    ),
    ...(senders.size > 0 ? [{ name: 'duplicate' as const, amount, detail }] : []),
  ]
}
