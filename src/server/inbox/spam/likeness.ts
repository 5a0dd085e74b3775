import { sql } from 'kysely'
import type { MessageInput } from '../../../model/inbox/message.ts'
import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import type { Reader } from '../../db/database.ts'
import { textTokens } from './tokens.ts'

/** So many messages back, and so much of each, are looked at. */
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

/** How alike two texts must be to count at all, and to count in full. */
const counted = (one: number, [least, full]: readonly [number, number]) =>
  one < least ? 0 : Math.min(1, 0.5 + (0.5 * (one - least)) / (full - least))
const likeSpam = [0.5, 0.75] as const
const likeHeld = [0.55, 0.8] as const

/** Whether much the same text came from others lately, is held, or was called spam. */
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
  const held = counted(
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
    ...(held ? [{ name: 'like-held' as const, amount: held }] : []),
    ...(others ? [{ name: 'duplicate' as const, amount: Math.min(1, 0.35 * others), detail }] : []),
  ]
}
