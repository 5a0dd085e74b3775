import type { Reader, Trx } from '../db/database.ts'
import type { ShareLinksTable } from '../db/tables.ts'

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
