import { sql } from 'kysely'
import type { MessageInput } from '../../model/message.ts'
import type { SpamSign } from '../../model/spam-signs.ts'
import type { Reader } from '../db/database.ts'
import { textWords } from './tokens.ts'

/** So many messages back, and so much of each, are looked at. */
const lately = 200
const start = 600
/** Shorter texts are alike without being the same: “Please call me.” */
const fewestWords = 6
const alike = 0.75

const wordSet = (text: string) => new Set(textWords(text.slice(0, start)).filter((word) => !/\d/.test(word)))

const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>) => {
  let both = 0
  for (const word of a) if (b.has(word)) both += 1
  return both / (a.size + b.size - both)
}

/** Whether nearly the same text came from others lately, or was called spam. */
export const likenessSigns = async (
  reader: Reader,
  { user_email: email, message }: MessageInput,
): Promise<SpamSign[]> => {
  const words = wordSet(message)
  if (words.size < fewestWords) return []
  const rows = await reader
    .selectFrom('messages')
    .select(['user_email', 'verdict', sql<string>`substr(message, 1, ${sql.lit(start)})`.as('text')])
    .orderBy('id', 'desc')
    .limit(lately)
    .execute()
  const same = rows.filter(({ text }) => likeness(words, wordSet(text)) >= alike)
  if (same.some(({ verdict }) => verdict === 'wanted')) return []
  const others = new Set(
    same.map((row) => row.user_email.toLowerCase()).filter((address) => address !== email.toLowerCase()),
  ).size
  const signs: SpamSign[] = []
  if (same.some(({ verdict }) => verdict === 'spam')) signs.push({ name: 'known-spam', amount: 1 })
  if (others > 0) {
    const detail = others === 1 ? 'another address' : `${others} other addresses`
    signs.push({ name: 'duplicate', amount: Math.min(1, 0.55 + 0.15 * others), detail })
  }
  return signs
}
