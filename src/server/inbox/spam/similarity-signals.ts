import { sql } from 'kysely'
import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal, SpamSignalName } from '../../../model/inbox/spam-rules.ts'
import type { Reader } from '../../db/database.ts'
import { textTokens } from './tokens.ts'

/** Bounds of the comparison: the newest messages, and the characters of each. */
const [maxMessages, maxCharacters] = [200, 600]
/** Shorter texts are alike without being the same: “Please call me.” */
const minTokens = 6
/** Similarity from which two texts are nearly the same. */
const nearlySame = 0.75

const tokenSet = (text: string) =>
  new Set(textTokens(text.slice(0, maxCharacters)).filter((token) => !/\d/.test(token)))

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
    .select(['user_email', 'label', 'status', sql<string>`substr(message, 1, ${sql.lit(maxCharacters)})`.as('text')])
    .orderBy('id', 'desc')
    .limit(maxMessages)
    .execute()
  const compared = rows.map((row) => ({ ...row, like: similarity(tokens, tokenSet(row.text)) }))
  if (compared.some(({ like, label }) => like >= nearlySame && label === 'wanted')) return []
  const likeOf = (which: (row: (typeof compared)[number]) => boolean) => compared.filter(which).map(({ like }) => like)
  const senders = new Set(compared.filter(({ like }) => like >= nearlySame).map((row) => row.user_email.toLowerCase()))
  senders.delete(email.toLowerCase())
  const detail = senders.size === 1 ? '1 address' : `${senders.size} addresses`
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
