import { type ExpressionBuilder, sql } from 'kysely'
import { Invalid, NotFound } from '../../model/errors.ts'
import {
  countErasable,
  type ErasedPerson,
  type MessageLabel,
  type PersonalData,
} from '../../model/inbox/stored-message.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import { folded, likePattern } from '../db/paging.ts'
import type { Tables } from '../db/tables.ts'
import { journaled, textsIn } from '../journal/record-change.ts'
import { erasedName, eraseTestimonial } from '../testimonials/erase-testimonial.ts'
import type { Learn } from './message-row.ts'

const lowered = (column: string) => sql<string>`lower(${sql.ref(column)})`

const addressOf = (email: string): string => {
  const address = email.trim().toLowerCase()
  if (address.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(address))
    throw new Invalid({ email: 'Enter an email address like name@example.com.' })
  return address
}

/** Later than any time that is stored. */
const everything = '9999'

const messagesFrom = (reader: Reader, address: string, until = everything) =>
  reader.selectFrom('messages').where(lowered('user_email'), '=', address).where('created_at', '<=', until)

const contains = (column: string, text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like ${likePattern(text)} escape '\\'`

const endsInAddress = /[\p{L}\p{N}][._%+-]?$/u
const goesOn = /^[._-]?[\p{L}\p{N}]/u

/** True if a text has this address, and not only a longer one: `joann@…` is no `ann@…`. */
const names = (text: string, address: string): boolean =>
  text
    .toLowerCase()
    .split(address)
    .some((part, n, parts) => n > 0 && !endsInAddress.test(parts[n - 1] ?? '') && !goesOn.test(part))

const namesInJson = (json: string | null, address: string): boolean =>
  json !== null && textsIn(JSON.parse(json)).some((text) => names(text, address))

/** Emails to the person, and notices about their messages. Not digests: they hold others' messages, too. */
const emailsAbout = (reader: Reader, address: string, until = everything) =>
  reader
    .selectFrom('deliveries')
    .where('created_at', '<=', until)
    .where('kind', '!=', 'digest')
    .where(({ or, eb }) =>
      or([
        eb(lowered('recipient'), '=', address),
        eb(lowered('reply_to'), '=', address),
        eb('message', 'in', messagesFrom(reader, address, until).select('messages.id')),
      ]),
    )

/** They outlive the messages that they are about. */
const digestsNaming = async (reader: Reader, address: string, until = everything) => {
  const rows = await reader
    .selectFrom('deliveries')
    .select(['id', 'subject', 'text'])
    .where('kind', '=', 'digest')
    .where('created_at', '<=', until)
    .where(contains('text', address))
    .execute()
  return rows.filter(({ text }) => names(text, address))
}

const requestsTo = (reader: Reader, address: string, until = everything) =>
  reader.selectFrom('testimonial_requests').where(lowered('email'), '=', address).where('created_at', '<=', until)

/** Content that holds the address. It is part of the page; only the owner changes it. */
const entriesNaming = async (reader: Reader, address: string) => {
  const rows = await reader
    .selectFrom('entries')
    .select(['id', 'collection', 'draft', 'published'])
    .where(({ or }) => or([contains('draft', address), contains('published', address)]))
    .execute()
  return rows
    .filter(({ draft, published }) => namesInJson(draft, address) || namesInJson(published, address))
    .map(({ id, collection }) => ({ id, collection }))
}

const countMentions = async (reader: Reader, address: string): Promise<number> => {
  const rows = await reader
    .selectFrom('messages')
    .select(['message', 'answers'])
    .where(lowered('user_email'), '!=', address)
    .where(({ or, eb }) => or([eb('search_text', '=', ''), contains('search_text', folded(address))]))
    .where(({ or }) => or([contains('message', address), contains('answers', address)]))
    .execute()
  return rows.filter(({ message, answers }) => names(message, address) || namesInJson(answers, address)).length
}

/** Changes in History of requests to the address, also of those that were revoked or that nobody used. */
const inHistory = (address: string, until = everything) => {
  // A quote within a text is escaped, so this is found as the member alone.
  const member = `"email":${JSON.stringify(address)}`
  return ({ and, or, eb }: ExpressionBuilder<Tables, 'changes'>) =>
    and([
      eb('collection', '=', 'testimonial-requests'),
      eb('at', '<=', until),
      or([contains('before', member), contains('after', member)]),
    ])
}

const personalDataOf = async (reader: Reader, address: string, until?: string): Promise<PersonalData> => {
  const messages = await messagesFrom(reader, address, until).select(['deleted_at']).execute()
  const deliveries = await emailsAbout(reader, address, until).select('kind').execute()
  return {
    email: address,
    messages: messages.length,
    inTrash: messages.filter((row) => row.deleted_at !== null).length,
    replies: deliveries.filter(({ kind }) => kind === 'reply').length,
    emails: deliveries.filter(({ kind }) => kind !== 'reply').length,
    digests: (await digestsNaming(reader, address, until)).length,
    testimonials: (await requestsTo(reader, address, until).select('id').execute()).length,
    changes: (await reader.selectFrom('changes').select('id').where(inHistory(address, until)).execute()).length,
    mentions: await countMentions(reader, address),
    entries: await entriesNaming(reader, address),
  }
}

/** Summary of the personal data for this email address. Throws `Invalid` for a malformed one. */
export const findPerson = (reader: Reader, email: string): Promise<PersonalData> =>
  personalDataOf(reader, addressOf(email))

/**
 * Deletes what is stored of this person, in lower case, up to that time (ISO 8601). Returns a summary, also of nothing, and the ids of the
 * testimonials.
 */
export const eraseWithin = async (
  trx: Trx,
  learn: Learn,
  address: string,
  until?: string,
): Promise<PersonalData & { erasedEntries: string[] }> => {
  const traces = await personalDataOf(trx, address, until)
  const erasedEntries: string[] = []
  for (const { id } of await requestsTo(trx, address, until).select('id').execute()) {
    const { entry } = await eraseTestimonial(trx, { request: id })
    if (entry !== null) erasedEntries.push(entry)
  }
  await trx
    .updateTable('changes')
    .set({ before: null, after: null, search_text: '' })
    .where(inHistory(address, until))
    .execute()
  const labelled = await messagesFrom(trx, address, until).selectAll().where('label', 'is not', null).execute()
  await learn(
    trx,
    labelled.map((message) => ({ message, now: null, before: message.label as MessageLabel })),
  )
  const emails = await emailsAbout(trx, address, until).select('id').execute()
  for (let start = 0; start < emails.length; start += 500)
    await trx
      .deleteFrom('deliveries')
      .where(
        'id',
        'in',
        emails.slice(start, start + 500).map(({ id }) => id),
      )
      .execute()
  for (const { id, subject } of await digestsNaming(trx, address, until))
    await trx
      .updateTable('deliveries')
      .set({
        // The names of all who wrote stand behind the day.
        subject: subject.split(':')[0] ?? '',
        text: 'A message in this digest was erased, and its text with it. The others are in the inbox.',
      })
      .where('id', '=', id)
      .execute()
  await trx
    .deleteFrom('messages')
    .where('id', 'in', messagesFrom(trx, address, until).select('id'))
    .execute()
  return { ...traces, erasedEntries }
}

/**
 * Deletes a person's data for good: messages, also in the trash, every email to or about them, and what the spam filter
 * has learned from them. Then `note` remembers it for a restore; `remembered` is false when it fails. Returns a summary. Throws `Invalid`, and `NotFound` if there is no data.
 */
export const erasePerson = async (
  database: Database,
  learn: Learn,
  { email, by }: { email: string; by: string },
  { note, forgotten }: { note: (name: string, at: Date) => Promise<void>; forgotten: () => Promise<void> },
): Promise<ErasedPerson> => {
  const address = addressOf(email)
  const { at, erasedEntries, ...erased } = await journaled(database, async (trx, record) => {
    const traces = await eraseWithin(trx, learn, address)
    if (countErasable(traces) === 0) throw new NotFound('person', address)
    for (const entry of traces.erasedEntries)
      await record({ by, action: 'erase', collection: 'testimonials', entry, before: null, after: null })
    return { ...traces, at: new Date() }
  })
  // After the commit: noted before, a restore would delete who was not erased. It must not stop an erasure.
  const noted = await Promise.allSettled([address, ...erasedEntries.map(erasedName)].map((name) => note(name, at)))
  const remembered = noted.every(({ status }) => status === 'fulfilled')
  if (erasedEntries.length > 0) await forgotten()
  // The log still has the pages as they were; where a reader is in the way, the hourly checkpoint follows.
  if (database.kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(database.kysely)
  return { ...erased, remembered }
}
