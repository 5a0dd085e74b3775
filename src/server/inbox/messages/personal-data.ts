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
    throw new Invalid({ email: 'Enter an email address like name@example.com.' })
  return address
}

const messagesFrom = (reader: Reader, address: string) =>
  reader.selectFrom('messages').where(lowered('user_email'), '=', address)

const names = (column: string, address: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like ${likePattern(address)} escape '\\'`

/** Emails to the person, and notices about their messages. Not digests: they hold others' messages, too. */
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

/** Content that holds the address. It is part of the page; only the owner changes it. */
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
    .where(({ or, eb }) => or([eb('search_text', '=', ''), names('search_text', folded(address))]))
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

/** Summary of the personal data for this email address. Throws `Invalid` for a malformed one. */
export const findPerson = (reader: Reader, email: string): Promise<PersonalData> =>
  personalDataOf(reader, addressOf(email))

/**
 * Deletes a person's data for good: messages, also in the trash, every email to or about them, and what the spam filter
 * has learned from them. Returns a summary. Throws `Invalid`, and `NotFound` if there is no data.
 */
export const erasePerson = (database: Database, learn: Learn, email: string): Promise<PersonalData> => {
  const address = addressOf(email)
  return database.change(async (trx) => {
    const traces = await personalDataOf(trx, address)
    if (traces.messages + traces.replies + traces.emails === 0) throw new NotFound('person', address)
    const labelled = await messagesFrom(trx, address).selectAll().where('label', 'is not', null).execute()
    for (const row of labelled) await learn(trx, row, null, row.label as MessageLabel)
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
