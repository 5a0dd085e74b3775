import { parse } from '../../../model/fields/parse.ts'
import type { MessageInput } from '../../../model/inbox/message.ts'
import { replySchema } from '../../../model/inbox/message-reply.ts'
import type { Database, Reader, Trx } from '../../db/database.ts'
import { changeRow, type Learn, rowOf } from './change-message.ts'
import { type MessageRow, messageOf } from './message-row.ts'
import { withQuote } from './quoted.ts'

/** Puts an e-mail to the visitor into the outbox. Throws `Invalid` when none can be sent. */
export type Answer = (
  trx: Trx,
  message: MessageInput & { id: string },
  words: { subject: string; text: string },
) => Promise<unknown>

/** The same words to the same message within this time are one reply whose answer was lost, in ms. */
const again = 10 * 60_000

const excerpt = (message: string): string => {
  const line = message.trim().split('\n')[0] ?? ''
  return line.length <= 60
    ? line
    : `${line
        .slice(0, 60)
        .replace(/\s\S*$/, '')
        .trimEnd()} …`
}

const sentJustNow = async (reader: Reader, { id }: MessageRow, text: string): Promise<boolean> => {
  const row = await reader
    .selectFrom('deliveries')
    .select('text')
    .where('message', '=', id)
    .where('kind', '=', 'reply')
    .where('created_at', '>', new Date(Date.now() - again).toISOString())
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.text === text
}

/** Puts an answer into the outbox and marks the message as replied, both or neither. Throws `NotFound`, `Invalid`. */
export const replyTo = (database: Database, learn: Learn, answer: Answer, id: string, input: unknown) => {
  const { text } = parse(replySchema, input)
  return database.change(async (trx) => {
    const row = await rowOf(trx, id)
    const whole = withQuote(text, messageOf(row))
    if (!(await sentJustNow(trx, row, whole)))
      await answer(trx, messageOf(row), { subject: `Re: ${excerpt(row.message)}`, text: whole })
    return messageOf(await changeRow(trx, learn, row, { status: 'replied' }))
  })
}
