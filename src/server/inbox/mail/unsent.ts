import type { MailState } from '../../../model/inbox/delivery.ts'
import type { Reader } from '../../db/database.ts'

/** Numbers of emails that wait or have failed, and the latest failure. */
export const describeUnsent = async (reader: Reader): Promise<Pick<MailState, 'queued' | 'failed' | 'lastFailure'>> => {
  const unsent = reader.selectFrom('deliveries').where('state', 'in', ['queued', 'failed'])
  const counts = await unsent
    .select((is) => ['state', is.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const lastFailure = await unsent
    .select(['answer', 'updated_at'])
    .where('answer', 'is not', null)
    .orderBy('updated_at', 'desc')
    .executeTakeFirst()
  const count = (state: string) => Number(counts.find((one) => one.state === state)?.count ?? 0)
  return {
    queued: count('queued'),
    failed: count('failed'),
    lastFailure: lastFailure ? { answer: lastFailure.answer ?? '', at: lastFailure.updated_at } : null,
  }
}
