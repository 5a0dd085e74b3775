import { judgement, readSigns, type SpamReason, type SpamRules, spamReasons } from '../../model/spam-rules.ts'
import type { Reader } from '../db/database.ts'
import type { SpamVerdict } from '../spam.ts'

/** So much of a message's beginning is told. */
const start = 200

/** A message under the rules as they are and under others. */
export interface TriedMessage {
  id: string
  user_name: string
  user_email: string
  start: string
  createdAt: string
  status: string
  verdict: SpamVerdict | null
  score: number
  held: boolean
  wouldScore: number
  wouldBeHeld: boolean
  reasons: SpamReason[]
}

/** What other rules would have done with the messages that came last. */
export interface SpamTrial {
  /** So many messages were tried. */
  messages: number
  held: number
  wouldBeHeld: number
  /** Wanted by the owner's word, and held. */
  wantedHeld: number
  wouldBeWantedHeld: number
  /** Spam by the owner's word, and let through. */
  spamThrough: number
  wouldBeSpamThrough: number
  /** Those that either would hold, newest first; of what nothing holds, only the numbers. */
  list: TriedMessage[]
}

/** Tries rules on the newest `last` messages, by the signs that they had when they came. Changes nothing. */
export const trySpamRules = async (
  reader: Reader,
  { present, tried, last }: { present: SpamRules; tried: SpamRules; last: number },
): Promise<SpamTrial> => {
  const rows = await reader
    .selectFrom('messages')
    .select(['id', 'user_name', 'user_email', 'message', 'status', 'verdict', 'spam_reasons', 'created_at'])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(last)
    .execute()
  const all = rows.map((row): TriedMessage => {
    const signs = readSigns(row.spam_reasons)
    const [is, would] = [judgement(signs, present), judgement(signs, tried)]
    return {
      id: row.id,
      user_name: row.user_name,
      user_email: row.user_email,
      start: row.message.slice(0, start),
      createdAt: row.created_at,
      status: row.status,
      verdict: row.verdict as SpamVerdict | null,
      score: is.score,
      held: is.held,
      wouldScore: would.score,
      wouldBeHeld: would.held,
      reasons: spamReasons(would.signs),
    }
  })
  const count = (which: (one: TriedMessage) => boolean) => all.filter(which).length
  return {
    messages: all.length,
    held: count(({ held }) => held),
    wouldBeHeld: count(({ wouldBeHeld }) => wouldBeHeld),
    wantedHeld: count(({ held, verdict }) => held && verdict === 'wanted'),
    wouldBeWantedHeld: count(({ wouldBeHeld, verdict }) => wouldBeHeld && verdict === 'wanted'),
    spamThrough: count(({ held, verdict }) => !held && verdict === 'spam'),
    wouldBeSpamThrough: count(({ wouldBeHeld, verdict }) => !wouldBeHeld && verdict === 'spam'),
    list: all.filter(({ held, wouldBeHeld, status }) => held || wouldBeHeld || status === 'spam'),
  }
}
