import type { Delivery } from '../../../model/inbox/delivery.ts'
import type { InboxMessage, MessageReply, StoredMessage } from '../../../model/inbox/stored-message.ts'
import type { Reader } from '../../db/database.ts'
import { withoutQuote } from './quoted.ts'

/** Reads the emails of messages from the outbox. */
export type DeliveriesOf = (messages: readonly string[]) => Promise<Map<string, Delivery[]>>

const repliesOf = async (reader: Reader, messages: readonly StoredMessage[]) => {
  const replies = new Map<string, MessageReply[]>()
  if (messages.length === 0) return replies
  const byId = new Map(messages.map((message) => [message.id, message]))
  const rows = await reader
    .selectFrom('deliveries')
    .select(['id', 'message', 'text', 'created_at'])
    .where('kind', '=', 'reply')
    .where('message', 'in', [...byId.keys()])
    .orderBy('id')
    .execute()
  for (const { id, message, text, created_at } of rows) {
    const answered = byId.get(message ?? '')
    if (!answered) continue
    const reply = { id, text: withoutQuote(text, answered), createdAt: created_at }
    replies.set(answered.id, [...(replies.get(answered.id) ?? []), reply])
  }
  return replies
}

/** Messages with their emails and replies. */
export const withDeliveries = async (
  reader: Reader,
  deliveriesOf: DeliveriesOf,
  messages: readonly StoredMessage[],
): Promise<InboxMessage[]> => {
  const [replies, deliveries] = await Promise.all([
    repliesOf(reader, messages),
    deliveriesOf(messages.map(({ id }) => id)),
  ])
  return messages.map((message) => ({
    ...message,
    deliveries: deliveries.get(message.id) ?? [],
    replies: replies.get(message.id) ?? [],
  }))
}
