import type { Delivery } from '../../../model/inbox/delivery.ts'
import type { Reader } from '../../db/database.ts'
import { deliveryColumns, deliveryOf } from './delivery-row.ts'

/** The emails of these messages by message id, oldest first. An email that went into a digest shows the digest's state. */
export const deliveriesOf = async (reader: Reader, messages: readonly string[]): Promise<Map<string, Delivery[]>> => {
  const found = new Map<string, Delivery[]>(messages.map((id) => [id, []]))
  if (messages.length === 0) return found
  const query = reader.selectFrom('deliveries').select([...deliveryColumns, 'mail_id', 'in_reply_to'])
  const rows = await query.where('message', 'in', messages).orderBy('id').execute()
  const digestIds = new Set(
    rows.flatMap(({ state, in_reply_to }) => (state === 'gathered' && in_reply_to ? [in_reply_to] : [])),
  )
  const digestRows = digestIds.size === 0 ? [] : await query.where('mail_id', 'in', [...digestIds]).execute()
  const digests = new Map(digestRows.map((row) => [row.mail_id, row]))
  for (const row of rows) {
    const digest = row.state === 'gathered' ? digests.get(row.in_reply_to ?? '') : undefined
    found.get(row.message ?? '')?.push({ ...deliveryOf(digest ?? row), message: row.message })
  }
  return found
}
