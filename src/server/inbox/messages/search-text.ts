import type { Reader } from '../../db/database.ts'
import { type MessageRow, messageOf, messageSearchText } from './message-row.ts'
import { withoutQuote } from './quoted.ts'

/** Search text of a stored message, with the owner's replies but not their quotes. */
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
