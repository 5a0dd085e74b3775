import { sql } from 'kysely'
import { Invalid, NotFound } from '../../../model/errors.ts'
import type { PersonalData } from '../../../model/inbox/personal-data.ts'
import type { MessageLabel } from '../../../model/inbox/stored-message.ts'
import { folded, likePattern } from '../../content/search-text.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { Learn } from './change-message.ts'

const lowered = (column: string) => sql<string>`lower(${sql.ref(column)})`

const addressOf = (email: string): string => {
  const address = email.trim().toLowerCase()
  if (address.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(address))
    throw new Invalid({ email: 'Enter an e-mail address like name@example.com.' })
  return address
}

const messagesFrom = (reader: Reader, address: string) =>
  reader.selectFrom('messages').where(lowered('user_email'), '=', address)

const names = (column: string, address: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like ${likePattern(address)} escape '\\'`

/** E-mails to the person, and those that tell the owner of messages from them; digests tell of others, too. */
const emailsAbout = (reader: Reader, address: string) =>
  reader
    .selectFrom('deliveries')
    .where('kind', '!=', 'digest')
    .where(({ or, eb }) =>
      or([
        eb(lowered('recipient'), '=', address),
        eb(lowered('reply_to'), '=', address),
        eb('message', 'in', messagesFrom(reader, address).select('messages.id')),
      ]),
    )

/** Content that holds the address: it is the page’s, and the owner’s to change. */
const entriesNaming = (reader: Reader, address: string) =>
  reader
    .selectFrom('entries')
    .select(['id', 'collection'])
    .where(({ or }) => or([names('draft', address), names('published', address)]))
    .execute()

const countMentions = async (reader: Reader, address: string): Promise<number> => {
  const { count } = await reader
    .selectFrom('messages')
    .where(lowered('user_email'), '!=', address)
    .where(({ or, eb }) => or([eb('words', '=', ''), names('words', folded(address))]))
    .where(names('message', address))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const personalDataOf = async (reader: Reader, address: string): Promise<PersonalData> => {
  const messages = await messagesFrom(reader, address).select(['deleted_at']).execute()
  const deliveries = await emailsAbout(reader, address).select('kind').execute()
  return {
    email: address,
    messages: messages.length,
    inTrash: messages.filter((row) => row.deleted_at !== null).length,
    replies: deliveries.filter(({ kind }) => kind === 'reply').length,
    emails: deliveries.filter(({ kind }) => kind !== 'reply').length,
    mentions: await countMentions(reader, address),
    entries: await entriesNaming(reader, address),
  }
}

/** What is kept of the person with this address. Throws `Invalid` for what is no address. */
export const findPerson = (reader: Reader, email: string): Promise<PersonalData> =>
  personalDataOf(reader, addressOf(email))

/**
 * Deletes for good what is kept of a person: messages, also in the trash, every e-mail to or about them, and what the spam filter
 * has learned from theirs. Answers what went. Throws `Invalid`, and `NotFound` when there is nothing.
 */
export const erasePerson = (database: Database, learn: Learn, email: string): Promise<PersonalData> => {
  const address = addressOf(email)
  return database.change(async (trx) => {
    const traces = await personalDataOf(trx, address)
    if (traces.messages + traces.replies + traces.emails === 0) throw new NotFound('person', address)
    const judged = await messagesFrom(trx, address).selectAll().where('verdict', 'is not', null).execute()
    for (const row of judged) await learn(trx, row, null, row.verdict as MessageLabel)
    const emails = await emailsAbout(trx, address).select('id').execute()
    for (let start = 0; start < emails.length; start += 500)
      await trx
        .deleteFrom('deliveries')
        .where(
          'id',
          'in',
          emails.slice(start, start + 500).map(({ id }) => id),
        )
        .execute()
    await trx
      .updateTable('deliveries')
      .set({ text: 'A message in this digest was erased, and its text with it. The others are in the inbox.' })
      .where('kind', '=', 'digest')
      .where(names('text', address))
      .execute()
    await trx.deleteFrom('messages').where(lowered('user_email'), '=', address).execute()
    return traces
  })
}
