import type { DryRunMessage, SpamDryRun } from '../../../model/inbox/spam-dry-run.ts'
import { readSignals, type SpamRules, scoreSignals, spamReasons } from '../../../model/inbox/spam-rules.ts'
import type { MessageLabel, MessageStatus } from '../../../model/inbox/stored-message.ts'
import type { Reader } from '../../db/database.ts'

/** Characters of a message that the dry run shows. */
const start = 200

/** Applies rules to the newest `last` messages, from the signals stored with them. Changes nothing. */
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
      quarantined: is.isQuarantined,
      wouldScore: would.score,
      wouldBeQuarantined: would.isQuarantined,
      reasons: spamReasons(would.signals),
    }
  })
  const count = (which: (one: DryRunMessage) => boolean) => all.filter(which).length
  return {
    messages: all.length,
    quarantined: count(({ quarantined }) => quarantined),
    wouldBeQuarantined: count(({ wouldBeQuarantined }) => wouldBeQuarantined),
    notSpamQuarantined: count(({ quarantined, verdict }) => quarantined && verdict === 'wanted'),
    notSpamWouldBeQuarantined: count(({ wouldBeQuarantined, verdict }) => wouldBeQuarantined && verdict === 'wanted'),
    spamPassed: count(({ quarantined, verdict }) => !quarantined && verdict === 'spam'),
    spamWouldPass: count(({ wouldBeQuarantined, verdict }) => !wouldBeQuarantined && verdict === 'spam'),
    list: all.filter(
      ({ quarantined, wouldBeQuarantined, status }) => quarantined || wouldBeQuarantined || status === 'spam',
    ),
  }
}
