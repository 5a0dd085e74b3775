import type { DryRunMessage, SpamDryRun } from '../../../model/inbox/spam-dry-run.ts'
import { readSignals, type SpamRules, scoreSignals, spamReasons } from '../../../model/inbox/spam-rules.ts'
import type { MessageLabel, MessageStatus } from '../../../model/inbox/stored-message.ts'
import type { Reader } from '../../db/database.ts'

/** So much of a message's beginning is told. */
const start = 200

/** Tries rules on the newest `last` messages, by the signals that they had when they came. Changes nothing. */
export const dryRunSpamRules = async (
  reader: Reader,
  { present, tried, last }: { present: SpamRules; tried: SpamRules; last: number },
): Promise<SpamDryRun> => {
  const rows = await reader
    .selectFrom('messages')
    .select(['id', 'user_name', 'user_email', 'message', 'status', 'verdict', 'spam_reasons', 'created_at'])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(last)
    .execute()
  const all = rows.map((row): DryRunMessage => {
    const signals = readSignals(row.spam_reasons)
    const [is, would] = [scoreSignals(signals, present), scoreSignals(signals, tried)]
    return {
      id: row.id,
      user_name: row.user_name,
      user_email: row.user_email,
      start: row.message.slice(0, start),
      createdAt: row.created_at,
      status: row.status as MessageStatus,
      verdict: row.verdict as MessageLabel | null,
      score: is.score,
      held: is.held,
      wouldScore: would.score,
      wouldBeHeld: would.held,
      reasons: spamReasons(would.signals),
    }
  })
  const count = (which: (one: DryRunMessage) => boolean) => all.filter(which).length
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
