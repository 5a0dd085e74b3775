import { parse } from '../../../model/fields/parse.ts'
import type { MessageInput } from '../../../model/inbox/message.ts'
import { replySchema } from '../../../model/inbox/message-change.ts'
import type { Database, Reader, Trx } from '../../db/database.ts'
import { excerpt } from '../mail/emails.ts'
import { changeRow, type Learn, rowOf } from './change-message.ts'
import { type MessageRow, messageOf } from './message-row.ts'
import { withQuote } from './quoted.ts'

/** Queues an email to the visitor. Throws `Invalid` if none can be sent. */
export type Answer = (
  trx: Trx,
  message: MessageInput & { id: string },
  email: { subject: string; text: string },
) => Promise<unknown>

/** In ms: the same reply to the same message within this time is a repeated request whose answer was lost. */
const repeatWindowMs = 10 * 60_000

const sentJustNow = async (reader: Reader, { id }: MessageRow, text: string): Promise<boolean> => {
  const row = await reader
    .selectFrom('deliveries')
    .select('text')
    .where('message', '=', id)
    .where('kind', '=', 'reply')
    .where('created_at', '>', new Date(Date.now() - repeatWindowMs).toISOString())
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.text === text
}

/** Queues a reply and marks the message as replied, both or neither. Throws `NotFound`, `Invalid`. */
export const replyTo = (database: Database, learn: Learn, answer: Answer, id: string, input: unknown) => {
  const { text } = parse(replySchema, input)
  return database.change(async (trx) => {
    const row = await rowOf(trx, id)
    const body = withQuote(text, messageOf(row))
    if (!(await sentJustNow(trx, row, body)))
      await answer(trx, messageOf(row), {
        subject: `Re: ${excerpt(row.message.trim().split('\n', 1)[0] ?? '', 60)}`,
        text: body,
      })
    return messageOf(await changeRow(trx, learn, row, { status: 'replied' }))
  })
}
