import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { EntryData } from '../../model/content/collections.ts'
import { Gone, Invalid, NotFound } from '../../model/errors.ts'
import {
  type NewTestimonialRequest,
  newTestimonialRequestSchema,
  type RequestState,
  requestDays,
  type SentTestimonial,
  type TestimonialAnswer,
  type TestimonialRequest,
  testimonialPath,
} from '../../model/testimonials/request.ts'
import { createEntries, type Entries } from '../content/entries.ts'
import { type Data, type EntryRow, findRow } from '../content/entry-row.ts'
import { saysNoMore } from '../content/sent-words.ts'
import { type Database, joined, type Reader, type Trx } from '../db/database.ts'
import { readPage } from '../db/paging.ts'
import type { TestimonialRequestsTable } from '../db/tables.ts'
import { conflict, journaled, type RecordChange, type Reverter, reverted } from '../journal/record-change.ts'
import type { Links } from '../links/links.ts'
import { testimonialEmail, testimonialNotice } from '../mail/emails.ts'
import type { Mail } from '../mail/mail.ts'
import { clockGraceMs, iso, oneDayMs } from '../process/clock.ts'
import { createSigner } from '../process/sealed-text.ts'
import { sha256 } from '../process/sha256.ts'
import type { SiteWords } from '../publishing/content.ts'
import { deleteRequest, erasedName, eraseTestimonial } from './erase-testimonial.ts'

/** A row as it is read: JSON and times as text. */
export type RequestRow = Omit<TestimonialRequestsTable, 'sent' | 'pictures'> & { sent: string; pictures: string }

/** What came, with what was typed where the data says less. */
type SentVersion = Data & { typed: { fullname: string; naming: SentTestimonial['naming'] } }

/** As it is journaled: without what came, which is the entry's. */
type JournaledRequest = Omit<RequestRow, 'id' | 'entry' | 'picture' | 'sent' | 'pictures' | 'used_at'>

export const requestCollection = 'testimonial-requests'

/** Author of what comes through a link. */
export const byLink = 'testimonial link'

const mostOpen = 200
/** Days for which a link that nobody used is listed after it has expired. */
const listedDays = 30
/** Days in which an email with a link that was used may still be sent. */
const changeDays = 30

const journaledOf = ({
  id: _,
  entry: __,
  picture: ___,
  sent: ____,
  pictures: _____,
  used_at,
  ...state
}: RequestRow): JournaledRequest => state

const find = (reader: Reader, id: string): Promise<RequestRow | undefined> =>
  reader.selectFrom('testimonial_requests').selectAll().where('id', '=', id).executeTakeFirst()

/** True while the link leads to its page: for good once it was used. One of the future was made while a clock was ahead. */
const works = ({ used_at, created_at, expires_at }: RequestRow, now: number): boolean =>
  used_at !== null || (Date.parse(expires_at) > now && Date.parse(created_at) <= now + clockGraceMs)

export const sentIn = ({ sent }: Pick<RequestRow, 'sent'>): SentVersion[] => JSON.parse(sent)

type Shown = Pick<EntryRow, 'draft' | 'published' | 'deleted_at'>

export const stateOf = (row: RequestRow, entry: Shown | undefined, now: number): RequestState => {
  if (row.used_at === null) return works(row, now) ? 'waiting' : 'expired'
  if (row.declined_at !== null) return 'declined'
  if (row.sent === '[]') return 'withdrawn'
  if (!entry || entry.deleted_at !== null) return 'gone'
  if (row.asked !== '') return 'asked'
  return entry.published === entry.draft ? 'published' : 'pending'
}

/** The entry that somebody sent, in the words of the collection. */
const dataOf = (sent: SentTestimonial, image: string | null, source: 'mail' | 'link', consent: string) => {
  const { feedback, fullname, naming, role, company, country, email, relation, star } = sent
  const named = { full: fullname, first: fullname.split(/\s+/)[0] ?? fullname, company }[naming]
  return {
    ...{ image, fullname: named, role, company, country, show_country: country !== '' },
    ...{ feedback, email, star: star === '' ? null : Number(star), relation, source, consent },
  } satisfies EntryData<'testimonials'>
}

const isSame = (one: Data, other: Data) =>
  Object.keys(one).every((name) => name === 'consent' || one[name] === other[name])

/**
 * Links under which a person says something of the owner. The store has the hash of a link's token; the token itself follows from its id
 * and the server's secret, so that the owner can copy it again. A link that was used works without that secret: it is its person's, for good.
 */
export const createTestimonialRequests = (parts: {
  database: Database
  readSecret: () => Promise<string>
  publicUrl: string
  links: Links
  mail: Mail
  words: () => SiteWords
  /** Remembers an erasure, so that a restore does not undo it. */
  noteErased: (name: string, at: Date) => Promise<void>
  /** Resolves when nothing that is kept of the last publish has what was erased. */
  forgotten: () => Promise<void>
  now?: () => number
}) => {
  const { database, readSecret, publicUrl, links, mail, words, now = () => Date.now() } = parts
  const { kysely } = database
  const stamp = () => iso(now())

  const tokenOf = createSigner(readSecret, 'testimonial links')

  const urlOf = async ({ id, hash }: Pick<RequestRow, 'id' | 'hash'>): Promise<string | null> => {
    const token = await tokenOf(id)
    return sha256(token) === hash ? `${publicUrl}${testimonialPath}${token}` : null
  }

  const described = async (rows: readonly RequestRow[], reader: Reader = kysely): Promise<TestimonialRequest[]> => {
    const ids = rows.flatMap(({ entry }) => entry ?? [])
    const entries =
      ids.length === 0 ? [] : await reader.selectFrom('entries').selectAll().where('id', 'in', ids).execute()
    const entryOf = new Map(entries.map((entry) => [entry.id, entry]))
    return Promise.all(
      rows.map(async (row) => {
        const { id, name, email, project, note, asked } = row
        const entry = entryOf.get(row.entry ?? '')
        return {
          ...{ id, name, email, project, note, asked, entry: entry?.id ?? null, version: entry?.version ?? null },
          state: stateOf(row, entry, now()),
          url: await urlOf(row),
          ...{ mailedAt: row.mailed_at, remindedAt: row.reminded_at, usedAt: row.used_at },
          ...{ createdAt: row.created_at, expiresAt: row.expires_at },
        }
      }),
    )
  }

  const one = async (id: string): Promise<TestimonialRequest> => {
    const row = await find(kysely, id)
    const [found] = row ? await described([row]) : []
    if (!found) throw new NotFound('request', id)
    return found
  }

  /** One change of entries and requests, which one undo takes back. */
  const changing = <T>(work: (step: { trx: Trx; entries: Entries; record: RecordChange }) => Promise<T>): Promise<T> =>
    database.change((trx, announce) => {
      const store = joined(database, trx, announce)
      return journaled(store, (_, record) => work({ trx, entries: createEntries(store, links), record }))
    })

  const set = (trx: Trx, id: string, values: Partial<RequestRow>) =>
    trx.updateTable('testimonial_requests').set(values).where('id', '=', id).execute()

  const standing = async (trx: Trx, id: string): Promise<RequestRow> => {
    const row = await find(trx, id)
    if (!row) throw new NotFound('request', id)
    return row
  }

  /** An email with the link, sealed before the transaction that queues it. Throws `Invalid` where none can be sent. */
  const letter = async (
    { id, hash, note, email }: Pick<RequestRow, 'id' | 'hash' | 'note' | 'email'>,
    until: string,
    asked = '',
  ) => {
    if (!mail.canWriteToOthers())
      throw new Invalid({ mail: 'Email to others is not set up here. Copy the link instead.' })
    const link = await urlOf({ id, hash })
    if (link === null) throw new Invalid({}, 'The server’s secret has changed since. Make another request.')
    const name = await mail.siteName()
    return mail.sealedLink(
      'testimonial',
      email,
      testimonialEmail(words(), { name, note, asked, link }, publicUrl),
      until,
    )
  }

  const entryIn = async (trx: Trx, { entry }: RequestRow) =>
    entry === null ? undefined : await findRow(trx, 'testimonials', entry)

  return {
    get: one,

    /** The newest first. */
    list: async ({ limit, cursor }: { limit?: number | undefined; cursor?: string | undefined } = {}) => {
      let query = kysely.selectFrom('testimonial_requests').selectAll().orderBy('id', 'desc')
      if (cursor !== undefined) query = query.where('id', '<', cursor)
      const { items, next } = await readPage<RequestRow>(query, limit, ({ id }) => id)
      const used = await kysely
        .selectFrom('testimonial_requests as request')
        .innerJoin('entries as entry', 'entry.id', 'request.entry')
        .selectAll('request')
        .select(['entry.draft', 'entry.published', 'entry.deleted_at'])
        .execute()
      const pending = used.filter((row) => stateOf(row, row, now()) === 'pending').length
      return { requests: await described(items), next, pending }
    },

    /** Throws `Invalid`, also for one too many. */
    create: async (input: NewTestimonialRequest, { by }: { by: string }): Promise<TestimonialRequest> => {
      const { mail: mailed, ...given } = newTestimonialRequestSchema.parse(input)
      const id = uuid()
      const row: RequestRow = {
        ...{ id, hash: sha256(await tokenOf(id)), ...given, asked: '' },
        ...{ entry: null, picture: null, sent: '[]', pictures: '[]' },
        ...{ mailed_at: mailed ? stamp() : null, reminded_at: null, used_at: null, declined_at: null },
        ...{ created_at: stamp(), expires_at: iso(now() + requestDays * oneDayMs) },
      }
      const email = mailed ? await letter(row, row.expires_at) : undefined
      await changing(async ({ trx, record }) => {
        if (row.project !== null && !(await findRow(trx, 'projects', row.project)))
          throw new Invalid({ project: 'There is no such project. Choose another.' })
        const open = await trx
          .selectFrom('testimonial_requests')
          .select('id')
          .where('used_at', 'is', null)
          .where('expires_at', '>', stamp())
          .execute()
        if (open.length >= mostOpen)
          throw new Invalid({}, `At most ${mostOpen} requests can be open. Revoke some first.`)
        await trx.insertInto('testimonial_requests').values(row).execute()
        if (email) await mail.outbox.enqueue(trx, email)
        await record({
          by,
          action: 'create',
          collection: requestCollection,
          entry: id,
          before: null,
          after: journaledOf(row),
          hidden: true,
        })
      })
      mail.outbox.poll()
      return one(id)
    },

    /** Mails the link once more. Throws `Invalid` after the first reminder, and for a link that was used. */
    remind: async (id: string): Promise<TestimonialRequest> => {
      const row = await find(kysely, id)
      if (!row) throw new NotFound('request', id)
      const email = await letter(row, row.expires_at)
      await database.change(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('testimonial_requests')
          .set({ reminded_at: stamp(), mailed_at: row.mailed_at ?? stamp() })
          .where('id', '=', id)
          .where('reminded_at', 'is', null)
          .where('used_at', 'is', null)
          .where('expires_at', '>', stamp())
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new Invalid({}, 'One reminder is enough, and only before the link is used.')
        await mail.outbox.enqueue(trx, email)
      })
      mail.outbox.poll()
      return one(id)
    },

    /** Throws `Gone` once the link was used: it is its person's own. */
    revoke: (id: string, { by }: { by: string }): Promise<void> =>
      changing(async ({ trx, record }) => {
        const row = await standing(trx, id)
        if (row.used_at !== null) throw usedByNow()
        for (const picture of await deleteRequest(trx, row))
          await record({ by, action: 'erase', collection: 'media', entry: picture, before: null, after: null })
        await record({
          by,
          action: 'end',
          collection: requestCollection,
          entry: id,
          before: journaledOf(row),
          after: null,
          hidden: true,
        })
      }),

    /** Declines what came, which moves it to the trash (a change of what is published is discarded), or asks for a change. */
    answer: async (
      id: string,
      { declined, ask }: TestimonialAnswer,
      { by }: { by: string },
    ): Promise<TestimonialRequest> => {
      const seen = await find(kysely, id)
      // After another secret the wish stands on their page alone.
      const mailed = seen && ask && mail.canWriteToOthers() && (await urlOf(seen)) !== null
      const email = mailed ? await letter(seen, iso(now() + changeDays * oneDayMs), ask) : undefined
      await changing(async ({ trx, entries, record }) => {
        const row = await standing(trx, id)
        const entry = await entryIn(trx, row)
        if (row.sent === '[]' || !entry) throw new Invalid({}, 'Nothing of theirs is here.')
        const changesOnly = entry.published !== null && entry.published !== entry.draft
        const next = { ...row, asked: ask ?? '', declined_at: declined && !changesOnly ? stamp() : null }
        await set(trx, id, { asked: next.asked, declined_at: next.declined_at })
        if (declined && entry.deleted_at === null)
          await (changesOnly ? entries.discard : entries.remove)('testimonials', entry.id, { by })
        if (declined === false && entry.deleted_at !== null) await entries.restore('testimonials', entry.id, { by })
        if (email) await mail.outbox.enqueue(trx, email)
        const action = ask ? 'ask' : declined ? 'decline' : 'restore'
        await record({
          by,
          action,
          collection: requestCollection,
          entry: id,
          before: journaledOf(row),
          after: journaledOf(next),
        })
      })
      mail.outbox.poll()
      return one(id)
    },

    /** The request and the entry under this token; undefined when it is forged, expired, revoked or erased. Takes the same steps for each. */
    open: async (token: string): Promise<{ row: RequestRow; entry: EntryRow | undefined } | undefined> => {
      const row = await kysely
        .selectFrom('testimonial_requests')
        .selectAll()
        .where('hash', '=', sha256(token))
        .executeTakeFirst()
      const entry = await findRow(kysely, 'testimonials', row?.entry ?? '')
      return row && works(row, now()) ? { row, entry } : undefined
    },

    /** Keeps a picture for what is sent next. */
    keepPicture: (id: string, picture: string | null, isNew: boolean): Promise<unknown> =>
      database.change(async (trx) => {
        const { pictures } = await standing(trx, id)
        const all: string[] = JSON.parse(pictures)
        await set(trx, id, { picture, ...(isNew && picture ? { pictures: JSON.stringify([...all, picture]) } : {}) })
      }),

    /** Stores what somebody sent: a draft for the owner. What is published stays until they publish it. The same again changes nothing. */
    send: async (id: string, sent: SentTestimonial, sentence: string): Promise<void> => {
      await changing(async ({ trx, entries }) => {
        const row = await standing(trx, id)
        if (!works(row, now())) throw usedByNow()
        const entry = await entryIn(trx, row)
        const data = dataOf(sent, row.picture, row.mailed_at === null ? 'link' : 'mail', `${stamp()} ${sentence}`)
        const { fullname, naming } = sent
        const version: SentVersion = { ...data, typed: { fullname, naming } }
        const [last] = sentIn(row)
        const isStanding = entry?.deleted_at === null
        if (last && isStanding && isSame(data, last)) return
        const published: Data | null = entry?.published ? JSON.parse(entry.published) : null
        const kept = sentIn(row)
          .filter((one) => published && saysNoMore(one, published))
          .slice(0, 1)
        // The same id after the owner deleted it: an erasure finds all that was ever stored of it, also in older backups.
        const entryId = row.entry ?? uuid()
        const values = { entry: entryId, asked: '', declined_at: null, used_at: row.used_at ?? stamp() }
        const sentNow = JSON.stringify([version, ...kept])
        if (entry && !isStanding) {
          // As it is in the trash it need not be what they say now.
          await set(trx, id, {
            ...values,
            sent: JSON.stringify([JSON.parse(entry.draft), ...(published ? [published] : [])]),
          })
          await entries.restore('testimonials', entryId, { by: byLink })
          if (published) await entries.unpublish('testimonials', entryId, { by: byLink })
        }
        await set(trx, id, { ...values, sent: sentNow })
        if (entry) {
          const { version: before } = await entries.get('testimonials', entryId)
          await entries.update('testimonials', entryId, data, { by: byLink, version: before, publish: false })
          // What the owner scheduled was another text.
          if (entry.schedule) await entries.schedule('testimonials', entryId, {}, { by: byLink })
        } else await entries.create('testimonials', data, { by: byLink, publish: false, id: entryId })
        if (!entry || entry.published === entry.draft || !isStanding || row.asked)
          await mail.tellOwner(trx, testimonialNotice(publicUrl))
      })
      mail.outbox.poll()
    },

    /** Takes what they sent off the page. Nobody but them can bring it back. */
    withdraw: (id: string): Promise<void> =>
      changing(async ({ trx, entries }) => {
        const row = await standing(trx, id)
        const entry = await entryIn(trx, row)
        await set(trx, id, { sent: '[]', asked: '', declined_at: null })
        if (entry?.deleted_at !== null || !entry) return
        if (entry.published !== null) await entries.unpublish('testimonials', entry.id, { by: byLink })
        await entries.remove('testimonials', entry.id, { by: byLink })
      }),

    /** Deletes it for good, with the link. A restore and an import of older data do not bring it back. */
    erase: async (id: string): Promise<void> => {
      const { entry } = await changing(async ({ trx, record }) => {
        const erased = await eraseTestimonial(trx, { request: id })
        const gone = { by: byLink, action: 'erase', before: null, after: null }
        if (erased.entry !== null) await record({ ...gone, collection: 'testimonials', entry: erased.entry })
        for (const picture of erased.pictures) await record({ ...gone, collection: 'media', entry: picture })
        return erased
      })
      // After the commit, as for persons. It must not stop an erasure.
      for (const name of entry === null ? [id] : [id, entry])
        await parts.noteErased(erasedName(name), new Date()).catch(() => {})
      await parts.forgotten()
      if (database.kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(kysely)
    },

    /** Deletes requests that nobody has used a month after their time; returns their number. */
    cleanUp: async (time: number = now()): Promise<number> => {
      const over = await kysely
        .selectFrom('testimonial_requests')
        .select(['id', 'pictures'])
        .where('used_at', 'is', null)
        .where('expires_at', '<=', iso(time - listedDays * oneDayMs))
        .execute()
      for (const row of over) await database.change((trx) => deleteRequest(trx, row))
      return over.length
    },
  }
}

export type TestimonialRequests = ReturnType<typeof createTestimonialRequests>

const usedByNow = () => new Gone('This link was used by now: it is that person’s own. Decline what came, or delete it.')

/** Takes back a request, its revocation, or the answer to what came. */
export const testimonialRequestReverter: Reverter<JournaledRequest> = {
  revert: async (trx, { entry, before, after }) => {
    const id = entry ?? ''
    const row = await find(trx, id)
    const present = row ? journaledOf(row) : null
    const target = reverted(before, after, present)
    if (target === conflict) throw new Gone('This request was changed in the meantime.')
    if (row && row.used_at !== null && target === null) throw usedByNow()
    if (!row && target)
      await trx
        .insertInto('testimonial_requests')
        .values({ ...target, id, entry: null, picture: null, used_at: null })
        .execute()
    else if (target) await trx.updateTable('testimonial_requests').set(target).where('id', '=', id).execute()
    else if (row) await deleteRequest(trx, row)
    return { before: present, after: target, hidden: before === null || after === null }
  },
}
