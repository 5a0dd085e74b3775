import { v7 as uuid } from 'uuid'
import { pageData } from '../../model/content/public-data.ts'
import { Gone, Invalid, NotFound } from '../../model/errors.ts'
import { type Page, type SharedEntry, type Site, textsOf } from '../../model/publishing/page.ts'
import { hasPages } from '../../model/publishing/page-paths.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { type ShareLink, shareCalls, sharePath } from '../../model/publishing/share-link.ts'
import { collectionNamed, type EntryRow, entryNoun, findRow, readLeniently } from '../content/entry-row.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import type { ShareLinksTable } from '../db/tables.ts'
import { endpoints } from '../endpoint/endpoint.ts'
import { conflict, journaled, type Reverter, reverted } from '../journal/record-change.ts'
import { fileUrlsIn, presentUrls, withPresentFiles } from '../media/current-files.ts'
import type { Media } from '../media/media.ts'
import { mediaNamedIn } from '../media/media-row.ts'
import { clockGraceMs, iso, oneDayMs } from '../process/clock.ts'
import { createSigner } from '../process/sealed-text.ts'
import { sha256 } from '../process/sha256.ts'
import type { DrawnTexts } from './drawn-texts.ts'
import { visitMs } from './page-snapshots.ts'

/** As it is journaled. */
interface ShareLinkState {
  /** Those of the draft that it shows. */
  collection: string
  entry: string
  hash: string
  createdAt: string
  expiresAt: string
}

interface ShareLinkRow extends ShareLinksTable {
  collection: string
}

const shareLinkStateOf = (row: ShareLinkRow): ShareLinkState => {
  const { collection, entry, hash, created_at, expires_at } = row
  return { collection, entry, hash, createdAt: created_at, expiresAt: expires_at }
}

/** A journaled state; those of before there were links for pages name a project alone. */
const journaledState = (state: ShareLinkState & { project?: string }): ShareLinkState => {
  const { project, ...rest } = state
  return project === undefined ? rest : { ...rest, collection: 'projects', entry: project }
}

const findShareLink = (reader: Reader, id: string): Promise<ShareLinkRow | undefined> =>
  reader
    .selectFrom('share_links')
    .innerJoin('entries', 'entries.id', 'share_links.entry')
    .selectAll('share_links')
    .select('entries.collection')
    .where('share_links.id', '=', id)
    .executeTakeFirst()

/** Those that work at this time (Unix, ms). One of the future was made while a clock was ahead. */
const openShareLinks = (reader: Reader, now: number) =>
  reader
    .selectFrom('share_links')
    .where('expires_at', '>', iso(now))
    .where('created_at', '<=', iso(now + clockGraceMs))

/** Of all drafts together. */
const mostOpen = 100

/** Throws `Invalid` for one too many. */
const assertFewOpen = async (trx: Trx, now: number): Promise<void> => {
  const { count } = await openShareLinks(trx, now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostOpen) throw new Invalid({}, `At most ${mostOpen} links can work at once. End some first.`)
}

/** Stores the link as it was, or takes it away. */
const writeShareLink = async (trx: Trx, id: string, state: ShareLinkState | null): Promise<void> => {
  await trx.deleteFrom('share_links').where('id', '=', id).execute()
  if (!state) return
  const { entry, hash, createdAt, expiresAt } = state
  await trx
    .insertInto('share_links')
    .values({ id, entry, hash, created_at: createdAt, expires_at: expiresAt })
    .execute()
}

const tokenPattern = /^[\w-]{43}$/
const isShareToken = (text: string): boolean => tokenPattern.test(text)

/** The draft that a link shows, and until when. */
export interface SharedDraft {
  entry: EntryRow
  until: string
}

/**
 * Links under which somebody without an account reviews the draft of a project or a page. The store has the hash of a link’s token; the token
 * itself follows from the link’s id and the server’s secret, so that the owner can copy it again.
 */
export const createShareLinks = (parts: {
  database: Database
  readSecret: () => Promise<string>
  publicUrl: string
  now?: () => number
}) => {
  const { database, readSecret, publicUrl, now = () => Date.now() } = parts
  const open = (reader: Reader) => openShareLinks(reader, now())

  const tokenOf = createSigner(readSecret, 'share links')

  const linkOf = async ({ id, hash, created_at, expires_at }: ShareLinksTable): Promise<ShareLink> => {
    const token = await tokenOf(id)
    const url = sha256(token) === hash ? `${publicUrl}${sharePath}${token}` : null
    return { id, createdAt: created_at, expiresAt: expires_at, url }
  }

  /** Throws `NotFound` for an entry in the trash, and where entries have no pages. */
  const standing = async (reader: Reader, name: string, id: string): Promise<EntryRow> => {
    const collection = collectionNamed(name)
    const row = hasPages(name) ? await findRow(reader, name, id) : undefined
    if (!row || row.deleted_at !== null) throw new NotFound(entryNoun(collection), id)
    return row
  }

  return {
    /** Those that work, the newest first. */
    list: async (collection: string, entry: string): Promise<ShareLink[]> => {
      await standing(database.kysely, collection, entry)
      const rows = await open(database.kysely).selectAll().where('entry', '=', entry).orderBy('id', 'desc').execute()
      return Promise.all(rows.map(linkOf))
    },

    /** Throws `Invalid` when nothing is left to publish, and for one too many. */
    create: async (
      collection: string,
      entry: string,
      { days }: { days: number },
      { by }: { by: string },
    ): Promise<ShareLink> => {
      const id = uuid()
      const hash = sha256(await tokenOf(id))
      const row = { id, entry, hash, created_at: iso(now()), expires_at: iso(now() + days * oneDayMs) }
      await journaled(database, async (trx, record) => {
        const { draft, published } = await standing(trx, collection, entry)
        if (draft === published) throw new Invalid({}, 'Everything here is published: send the address of its page.')
        await assertFewOpen(trx, now())
        const state = shareLinkStateOf({ ...row, collection })
        await writeShareLink(trx, id, state)
        await record({
          by,
          action: 'create',
          collection: 'share-links',
          entry: id,
          before: null,
          after: state,
          hidden: true,
        })
      })
      return linkOf(row)
    },

    /** Throws `NotFound`. */
    end: (collection: string, entry: string, id: string, { by }: { by: string }): Promise<void> =>
      journaled(database, async (trx, record) => {
        await standing(trx, collection, entry)
        const row = await findShareLink(trx, id)
        if (row?.entry !== entry) throw new NotFound('link', id)
        await writeShareLink(trx, id, null)
        const before = shareLinkStateOf(row)
        await record({ by, action: 'end', collection: 'share-links', entry: id, before, after: null, hidden: true })
      }),

    /** The draft under this token; undefined when it is forged, expired, ended or of another secret, or the entry is in the trash. */
    find: async (token: string): Promise<SharedDraft | undefined> => {
      if (!isShareToken(token)) return undefined
      const link = await open(database.kysely).selectAll().where('hash', '=', sha256(token)).executeTakeFirst()
      // The hash alone outlives the secret that the token was made with.
      if (!link || (await tokenOf(link.id)) !== token) return undefined
      const entry = await database.kysely
        .selectFrom('entries')
        .selectAll()
        .where('id', '=', link.entry)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return entry && { entry, until: link.expires_at }
    },

    /** Deletes what has expired; returns their number. */
    cleanUp: async (time: number = now()): Promise<number> => {
      const { numDeletedRows } = await database.kysely
        .deleteFrom('share_links')
        .where('expires_at', '<=', iso(time))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

export type ShareLinks = ReturnType<typeof createShareLinks>

/** Ends a link that was made, or lets one that was ended work again until its time is over. */
export const shareLinkReverter: Reverter<ShareLinkState> = {
  revert: async (trx, { entry: link, before, after }) => {
    const id = link ?? ''
    const row = await findShareLink(trx, id)
    const present = row ? shareLinkStateOf(row) : null
    const [was, is] = [before && journaledState(before), after && journaledState(after)]
    const target = reverted(was, is, present)
    if (target === conflict) throw new Gone('This link has ended in the meantime.')
    if (target) {
      const entry = await findRow(trx, target.collection, target.entry)
      const now = Date.now()
      if (!present && Date.parse(target.expiresAt) > now) await assertFewOpen(trx, now)
      if (!entry) throw new Gone('What it showed was deleted for good. The link cannot be brought back.')
      if (entry.deleted_at !== null) throw new Gone('What it showed is in the trash. Restore that first.')
    }
    await writeShareLink(trx, id, target)
    return { before: present, after: target, hidden: true }
  },
}

export const shareLinksApi = (shareLinks: ShareLinks) =>
  endpoints(shareCalls(), {
    'GET /api/entries/:collection/:id/share-links': [
      'Lists the links under which the draft of a project or a page can be reviewed',
      async ({ collection, id }) => ({ links: await shareLinks.list(collection, id), next: null }),
    ],
    'POST /api/entries/:collection/:id/share-links': [
      'Makes a link under which the draft of a project or a page can be reviewed without an account',
      { status: 201, event: 'Share link made' },
      ({ collection, id, body: { days }, based }) => shareLinks.create(collection, id, { days }, based),
    ],
    'DELETE /api/entries/:collection/:id/share-links/:link': [
      'Revokes such a link',
      { event: 'Share link revoked' },
      ({ collection, id, link, based }) => shareLinks.end(collection, id, link, based),
    ],
  })

interface Parts {
  db: Database
  media: Media
  site: Site
  content: () => Content | undefined
  texts: DrawnTexts
}

/** Draws the page of an entry as its draft has it; undefined before there is any content. */
export const createSharedPage =
  ({ db, media, site, content, texts }: Parts) =>
  async ({ entry, until }: SharedDraft): Promise<Page | undefined> => {
    const published = content()
    if (!published) return undefined
    const collection = collectionNamed(entry.collection)
    const data = pageData(collection.fields, readLeniently(collection, JSON.parse(entry.draft)))
    const present = await presentUrls(db.kysely, fileUrlsIn(data))
    const ids = [...mediaNamedIn(entry.draft).ids]
    const [images, videos] = [await media.images(ids), await media.videos(ids)]
    const draft = {
      collection: entry.collection,
      entry: { ...withPresentFiles(data, present), id: entry.id, order: entry.position },
    } as unknown as SharedEntry
    await texts.draw([textsOf(draft.entry.blocks)], { waitMs: visitMs, again: true })
    const shown = {
      ...published,
      media: { ...published.media, ...images },
      videos: { ...published.videos, ...videos },
    }
    return texts.forDraft(() => site.sharedDraft(shown, draft, { until, isPublished: entry.draft === entry.published }))
  }
