import type { Trx } from '../../db/database.ts'

/** Queues anew what has failed or waits for its next try: of one message, or all that has failed. The Message-IDs stay. */
export const requeue = async (trx: Trx, now: string, message?: string): Promise<number> => {
  const anew = () =>
    trx
      .updateTable('deliveries')
      .set({ state: 'queued', tries: 0, unsure: 0, due_at: now, created_at: now, updated_at: now })
  if (message === undefined)
    return Number((await anew().where('state', '=', 'failed').executeTakeFirst()).numUpdatedRows)
  const open = await anew()
    .where('message', '=', message)
    .where('state', 'in', ['queued', 'failed'])
    .where('leased_by', 'is', null)
    .executeTakeFirst()
  if (open.numUpdatedRows > 0n) return Number(open.numUpdatedRows)
  // Told to be sent, and still not there: the owner is believed.
  const notice = await anew()
    .where('message', '=', message)
    .where('kind', '=', 'notice')
    .where('state', 'in', ['sent', 'waiting', 'gathered'])
    .executeTakeFirst()
  return Number(notice.numUpdatedRows)
}
