import type { SpamTrial, TriedMessage } from '../../../model/inbox/spam-dry-run.ts'
import { judgement, readSigns, type SpamRules, spamReasons } from '../../../model/inbox/spam-rules.ts'
import type { MessageStatus, MessageVerdict } from '../../../model/inbox/stored-message.ts'
import type { Reader } from '../../db/database.ts'

/** So much of a message's beginning is told. */
const start = 200

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
      status: row.status as MessageStatus,
      verdict: row.verdict as MessageVerdict | null,
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
