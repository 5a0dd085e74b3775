import type { Reader } from '../../db/database.ts'
import { type MessageRow, messageOf, messageSearchText } from './message-row.ts'
import { withoutQuote } from './quoted.ts'

/** What a message is found by, the owner's replies to it among that. What a reply quotes is in the message already. */
export const searchTextOf = async (reader: Reader, row: MessageRow): Promise<string> => {
  const replies = await reader
    .selectFrom('deliveries')
    .select('text')
    .where('message', '=', row.id)
    .where('kind', '=', 'reply')
    .orderBy('id')
    .execute()
  return messageSearchText(
    row,
    replies.map(({ text }) => withoutQuote(text, messageOf(row))),
  )
}
