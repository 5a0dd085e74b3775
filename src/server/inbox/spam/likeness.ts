import { sql } from 'kysely'
import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import type { Reader } from '../../db/database.ts'
import { textTokens } from './tokens.ts'

/** Bounds of the comparison: the newest messages, and the characters of each. */
const lately = 200
const start = 600
/** Shorter texts are alike without being the same: “Please call me.” */
const fewestWords = 6
const alike = 0.75

const wordSet = (text: string) => new Set(textTokens(text.slice(0, start)).filter((word) => !/\d/.test(word)))

const similarity = (a: ReadonlySet<string>, b: ReadonlySet<string>) => {
  let both = 0
  for (const word of a) if (b.has(word)) both += 1
  return both / (a.size + b.size - both)
}

/** Amount of the signal for a similarity: 0 below `least`, 1 from `full` on. */
const counted = (one: number, [least, full]: readonly [number, number]) =>
  one < least ? 0 : Math.min(1, 0.5 + (0.5 * (one - least)) / (full - least))
const likeSpam = [0.5, 0.75] as const
const likeHeld = [0.55, 0.8] as const

/** Signals for nearly the same text: sent by others lately, quarantined, or marked as spam. */
export const similaritySignals = async (
  reader: Reader,
  { user_email: email, message }: MessageInput,
): Promise<SpamSignal[]> => {
  const words = wordSet(message)
  if (words.size < fewestWords) return []
  const rows = await reader
    .selectFrom('messages')
    .select(['user_email', 'verdict', 'status', sql<string>`substr(message, 1, ${sql.lit(start)})`.as('text')])
    .orderBy('id', 'desc')
    .limit(lately)
    .execute()
  const compared = rows.map((row) => ({ ...row, like: similarity(words, wordSet(row.text)) }))
  if (compared.some(({ like, verdict }) => like >= alike && verdict === 'wanted')) return []
  const best = (which: (row: (typeof compared)[number]) => boolean) =>
    compared.reduce((most, row) => (which(row) ? Math.max(most, row.like) : most), 0)
  const called = counted(
    best(({ verdict }) => verdict === 'spam'),
    likeSpam,
  )
  const quarantined = counted(
    best(({ verdict, status }) => verdict === null && status === 'spam'),
    likeHeld,
  )
  const others = new Set(
    compared
      .filter((row) => row.like >= alike && row.user_email.toLowerCase() !== email.toLowerCase())
      .map((row) => row.user_email.toLowerCase()),
  ).size
  const detail = others === 1 ? 'another address' : `${others} other addresses`
  return [
    ...(called ? [{ name: 'known-spam' as const, amount: called }] : []),
    ...(quarantined ? [{ name: 'like-held' as const, amount: quarantined }] : []),
    ...(others ? [{ name: 'duplicate' as const, amount: Math.min(1, 0.35 * others), detail }] : []),
  ]
}
