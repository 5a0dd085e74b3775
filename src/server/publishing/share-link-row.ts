import { Invalid } from '../../model/errors.ts'
import type { Reader, Trx } from '../db/database.ts'
import type { ShareLinksTable } from '../db/tables.ts'
import { clockGraceMs } from '../process/clock.ts'

/** As it is journaled. */
export interface ShareLinkState {
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

export const shareLinkStateOf = (row: ShareLinkRow): ShareLinkState => {
  const { collection, entry, hash, created_at, expires_at } = row
  return { collection, entry, hash, createdAt: created_at, expiresAt: expires_at }
}

/** A journaled state; those of before there were links for pages name a project alone. */
export const journaledState = (state: ShareLinkState & { project?: string }): ShareLinkState => {
  const { project, ...rest } = state
  return project === undefined ? rest : { ...rest, collection: 'projects', entry: project }
}

export const findShareLink = (reader: Reader, id: string): Promise<ShareLinkRow | undefined> =>
  reader
    .selectFrom('share_links')
    .innerJoin('entries', 'entries.id', 'share_links.entry')
    .selectAll('share_links')
    .select('entries.collection')
    .where('share_links.id', '=', id)
    .executeTakeFirst()

/** Those that work at this time (Unix, ms). One of the future was made while a clock was ahead. */
export const openShareLinks = (reader: Reader, now: number) =>
  reader
    .selectFrom('share_links')
    .where('expires_at', '>', new Date(now).toISOString())
    .where('created_at', '<=', new Date(now + clockGraceMs).toISOString())

/** Of all drafts together. */
const mostOpen = 100

/** Throws `Invalid` for one too many. */
export const assertFewOpen = async (trx: Trx, now: number): Promise<void> => {
  const { count } = await openShareLinks(trx, now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostOpen) throw new Invalid({}, `At most ${mostOpen} links can work at once. End some first.`)
}

/** Stores the link as it was, or takes it away. */
export const writeShareLink = async (trx: Trx, id: string, state: ShareLinkState | null): Promise<void> => {
  await trx.deleteFrom('share_links').where('id', '=', id).execute()
  if (!state) return
  const { entry, hash, createdAt, expiresAt } = state
  await trx
    .insertInto('share_links')
    .values({ id, entry, hash, created_at: createdAt, expires_at: expiresAt })
    .execute()
}
