import { NotFound, StaleVersion } from '../../model/errors.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import type { Database, Trx } from '../db/database.ts'
import type { MediaTable } from '../db/tables.ts'
import { journaled, type RecordChange } from '../journal/record-change.ts'
import { type MediaRow, mediaItemOf, mediaItemStateOf, selectMedia } from './media-row.ts'
import { showRendition } from './renditions.ts'

export interface BasedOn {
  by: string
  /** Version on which the write is based. Throws `StaleVersion` when another is stored. */
  version?: number | undefined
}

export type MediaItemFields = Partial<MediaTable>

export const findMediaItem = (trx: Trx | Database['kysely'], id: string): Promise<MediaRow | undefined> =>
  selectMedia(trx).where('media.id', '=', id).executeTakeFirst()

export const writeMediaItem = async (
  trx: Trx,
  before: MediaRow,
  fields: MediaItemFields,
  now = new Date().toISOString(),
): Promise<MediaRow> => {
  const { id } = before
  await trx
    .updateTable('media')
    .set({ ...fields, version: before.version + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
  if (fields.rendition !== undefined || fields.deleted_at === null) await showRendition(trx, id, now)
  return (await findMediaItem(trx, id)) ?? before
}

export const storeMediaItem = async (
  trx: Trx,
  record: RecordChange,
  before: MediaRow,
  fields: MediaItemFields,
  { action, by }: { action: string; by: string },
): Promise<MediaRow> => {
  const after = await writeMediaItem(trx, before, fields)
  const states = { before: mediaItemStateOf(before), after: mediaItemStateOf(after) }
  await record({ by, action, collection: 'media', entry: before.id, ...states })
  return after
}

/**
 * Changes a media item in `from` by what `fieldsFor` returns; writes nothing when nothing changes. Throws `NotFound` and
 * `StaleVersion`.
 */
export const changeMediaItem = (
  database: Database,
  id: string,
  { by, version }: BasedOn,
  { action, from }: { action: string | ((fields: MediaItemFields) => string); from: 'standing' | 'trash' },
  fieldsFor: (row: MediaRow, trx: Trx) => Promise<MediaItemFields> | MediaItemFields,
): Promise<MediaItem> =>
  journaled(database, async (trx, record) => {
    const row = await findMediaItem(trx, id)
    const location = row?.withdrawn_at ? undefined : row?.deleted_at ? 'trash' : 'standing'
    if (!row || location !== from) throw new NotFound('image', id)
    if (version !== undefined && version !== row.version) throw new StaleVersion('image', mediaItemOf(row))
    const fields = await fieldsFor(row, trx)
    const keys = Object.keys(fields) as (keyof MediaTable)[]
    if (keys.every((key) => fields[key] === row[key])) return mediaItemOf(row)
    const named = typeof action === 'string' ? action : action(fields)
    return mediaItemOf(await storeMediaItem(trx, record, row, fields, { action: named, by }))
  })
