import type { Trx } from '../../db/database.ts'

/** Queues failed and waiting emails of one message again, or all that failed. Their Message-IDs stay. */
export const requeue = async (trx: Trx, now: string, message?: string): Promise<number> => {
  const reset = () =>
    trx
      .updateTable('deliveries')
      .set({ state: 'queued', tries: 0, unsure: 0, due_at: now, created_at: now, updated_at: now })
  if (message === undefined)
    return Number((await reset().where('state', '=', 'failed').executeTakeFirst()).numUpdatedRows)
  const open = await reset()
    .where('message', '=', message)
    .where('state', 'in', ['queued', 'failed'])
    .where('leased_by', 'is', null)
    .executeTakeFirst()
  if (open.numUpdatedRows > 0n) return Number(open.numUpdatedRows)
  // Sent according to the server, but the owner did not get it: the owner is right.
  const notice = await reset()
    .where('message', '=', message)
    .where('kind', '=', 'notice')
    .where('state', 'in', ['sent', 'waiting', 'gathered'])
    .executeTakeFirst()
  return Number(notice.numUpdatedRows)
}
