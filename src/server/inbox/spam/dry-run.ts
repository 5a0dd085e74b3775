import type { DryRunMessage, SpamDryRun } from '../../../model/inbox/spam-dry-run.ts'
import { readSignals, type SpamRules, scoreSignals, spamReasons } from '../../../model/inbox/spam-rules.ts'
import type { MessageLabel, MessageStatus } from '../../../model/inbox/stored-message.ts'
import type { Reader } from '../../db/database.ts'

/** Characters of a message that the dry run shows. */
const startLength = 200

/** Applies rules to the newest `last` messages, from the signals stored with them. Changes nothing. */
export const dryRunSpamRules = async (
  reader: Reader,
  { present, tried, last }: { present: SpamRules; tried: SpamRules; last: number },
): Promise<SpamDryRun> => {
  const rows = await reader
    .selectFrom('messages')
    .select(['id', 'user_name', 'user_email', 'message', 'status', 'label', 'spam_reasons', 'created_at'])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(last)
    .execute()
  const all = rows.map(({ id, user_name, user_email, ...row }): DryRunMessage => {
    const signals = readSignals(row.spam_reasons)
    const [is, would] = [scoreSignals(signals, present), scoreSignals(signals, tried)]
    return {
      ...{ id, user_name, user_email },
      start: row.message.slice(0, startLength),
      createdAt: row.created_at,
      status: row.status as MessageStatus,
      label: row.label as MessageLabel | null,
      score: is.score,
      quarantined: is.isQuarantined,
      wouldScore: would.score,
      wouldBeQuarantined: would.isQuarantined,
      reasons: spamReasons(would.signals),
    }
  })
  const quarantined = all.filter((message) => message.quarantined)
  const wouldBe = all.filter((message) => message.wouldBeQuarantined)
  const count = (messages: DryRunMessage[], label: MessageLabel) =>
    messages.filter((message) => message.label === label).length
  return {
    messages: all.length,
    quarantined: quarantined.length,
    wouldBeQuarantined: wouldBe.length,
    notSpamQuarantined: count(quarantined, 'wanted'),
    notSpamWouldBeQuarantined: count(wouldBe, 'wanted'),
    spamPassed: count(all, 'spam') - count(quarantined, 'spam'),
    spamWouldPass: count(all, 'spam') - count(wouldBe, 'spam'),
    list: all.filter((one) => one.quarantined || one.wouldBeQuarantined || one.status === 'spam'),
  }
}
