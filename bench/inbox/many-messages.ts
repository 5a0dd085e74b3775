import { v7 as uuid } from 'uuid'
import type { Database } from '../../src/server/db/database.ts'
import { messageSearchText } from '../../src/server/inbox/message-row.ts'
import { emails } from '../../tests/fixtures/emails/email.ts'
import { wanted } from '../../tests/fixtures/emails/not-spam.ts'
import { spam } from '../../tests/fixtures/emails/spam.ts'

const piece = 500
const anHour = 3_600_000

/** Two in ten are new, one is spam, one in a hundred is in the trash; the others are read, replied to or archived. */
const statuses = ['new', 'new', 'read', 'read', 'replied', 'replied', 'archived', 'archived', 'archived', 'spam']

/**
 * Fills an inbox with so many messages, an hour apart, with the emails about them. Straight into the store: the form would take
 * hours. The texts are those of the spam filter's tests, in four languages, each with a number of its own.
 */
export const fillInbox = async ({ kysely }: Database, total: number): Promise<void> => {
  const texts = emails(1, 500, { wanted, spam })
  const start = Date.now() - total * anHour
  const rowOf = (n: number) => {
    const { message } = texts[n % texts.length] as (typeof texts)[number]
    const at = new Date(start + n * anHour)
    const input = {
      user_name: message.user_name,
      user_email: message.user_email.replace('@', `${n}@`),
      message: `${message.message} (${n})`,
    }
    return {
      ...input,
      id: uuid({ msecs: at.getTime() }),
      status: statuses[n % statuses.length] as string,
      spam_reasons: JSON.stringify([{ name: 'unproven', amount: 1, weight: 30 }]),
      spam_score: 30,
      search_text: messageSearchText(input),
      idempotency_key: uuid(),
      address: '192.0.2.1',
      follow_up: n % 50 === 0 ? at.toISOString().slice(0, 10) : null,
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
      deleted_at: n % 100 === 99 ? at.toISOString() : null,
    }
  }
  const emailOf = ({ id, created_at, user_email }: ReturnType<typeof rowOf>, kind: 'notice' | 'reply') => ({
    id: uuid(),
    message: id,
    kind,
    recipient: kind === 'notice' ? 'mira@mira.example' : user_email,
    reply_to: kind === 'notice' ? user_email : null,
    subject: 'About a message',
    text: 'Thank you. May suits me well.',
    mail_id: `<${uuid()}@mira.example>`,
    in_reply_to: null,
    state: 'sent',
    tries: 1,
    due_at: created_at,
    sent_at: created_at,
    created_at,
    updated_at: created_at,
  })
  for (let from = 0; from < total; from += piece) {
    const rows = Array.from({ length: Math.min(piece, total - from) }, (_, at) => rowOf(from + at))
    await kysely.insertInto('messages').values(rows).execute()
    const told = rows.filter(({ status }) => status !== 'spam')
    await kysely
      .insertInto('deliveries')
      .values(told.map((row) => emailOf(row, 'notice')))
      .execute()
    const answered = rows.filter(({ status }) => status === 'replied')
    if (answered.length > 0)
      await kysely
        .insertInto('deliveries')
        .values(answered.map((row) => emailOf(row, 'reply')))
        .execute()
  }
}
