import type { Delivery } from '../../../model/inbox/delivery.ts'
import type { Reader, Trx } from '../../db/database.ts'
import { deliveryOf } from './delivery-row.ts'

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

/** The e-mails of these messages by message, oldest first. One that went into a digest is as that is. */
export const deliveriesOf = async (
  reader: Reader,
  messages: readonly string[],
): Promise<Record<string, Delivery[]>> => {
  const found: Record<string, Delivery[]> = Object.fromEntries(messages.map((id) => [id, []]))
  if (messages.length === 0) return found
  const rows = await reader
    .selectFrom('deliveries')
    .selectAll()
    .where('message', 'in', messages)
    .orderBy('id')
    .execute()
  const digests = new Set(
    rows.flatMap(({ state, in_reply_to }) => (state === 'gathered' && in_reply_to ? [in_reply_to] : [])),
  )
  const gathered =
    digests.size === 0
      ? []
      : await reader
          .selectFrom('deliveries')
          .selectAll()
          .where('mail_id', 'in', [...digests])
          .execute()
  for (const row of rows) {
    const digest = row.state === 'gathered' ? gathered.find(({ mail_id }) => mail_id === row.in_reply_to) : undefined
    found[row.message as string]?.push({ ...deliveryOf(digest ?? row), message: row.message })
  }
  return found
}
