import { NotFound } from '../../model/errors.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import type { Database } from '../db/database.ts'
import { journaled } from '../journal/record-change.ts'
import { findMediaItem, storeMediaItem } from './change-media-item.ts'
import { mediaItemOf } from './media-row.ts'

/** Moves media items to the trash or back in one transaction, which is undone as one. Throws `NotFound` when one is not there. */
export const changeAll = (
  database: Database,
  ids: readonly string[],
  { by }: { by: string },
  action: 'remove' | 'restore',
): Promise<MediaItem[]> =>
  journaled(database, async (trx, record) => {
    const deleted_at = action === 'remove' ? new Date().toISOString() : null
    const items: MediaItem[] = []
    for (const id of new Set(ids)) {
      const row = await findMediaItem(trx, id)
      if (!row || row.withdrawn_at !== null || (row.deleted_at === null) !== (action === 'remove'))
        throw new NotFound('file', id)
      items.push(mediaItemOf(await storeMediaItem(trx, record, row, { deleted_at }, { action, by })))
    }
    return items
  })
