import { createHmac } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { Invalid, NotFound } from '../../model/errors.ts'
import { hasPages } from '../../model/publishing/page-paths.ts'
import { type ShareLink, sharePath } from '../../model/publishing/share-link.ts'
import { claimHash } from '../accounts/claim-token.ts'
import { collectionNamed, type EntryRow, entryNoun, findRow } from '../content/entry-row.ts'
import type { Database, Reader } from '../db/database.ts'
import type { ShareLinksTable } from '../db/tables.ts'
import { journaled } from '../journal/record-change.ts'
import { derivedKey } from '../process/derived-key.ts'
import { assertFewOpen, findShareLink, openShareLinks, shareLinkStateOf, writeShareLink } from './share-link-row.ts'

const oneDayMs = 86_400_000

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
  const iso = (time: number) => new Date(time).toISOString()
  const open = (reader: Reader) => openShareLinks(reader, now())

  const tokenOf = async (id: string) =>
    createHmac('sha256', derivedKey(await readSecret(), 'share links'))
      .update(id)
      .digest('base64url')

  const linkOf = async ({ id, hash, created_at, expires_at }: ShareLinksTable): Promise<ShareLink> => {
    const token = await tokenOf(id)
    const url = claimHash(token) === hash ? `${publicUrl}${sharePath}${token}` : null
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
      const hash = claimHash(await tokenOf(id))
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
      const link = await open(database.kysely).selectAll().where('hash', '=', claimHash(token)).executeTakeFirst()
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
