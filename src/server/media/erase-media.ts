import { Invalid, NotFound } from '../../model/errors.ts'
import type { Database, Trx } from '../db/database.ts'
import { journaled } from '../journal/record-change.ts'
import { findMediaItem } from './change-media-item.ts'
import { fileName } from './file-name.ts'
import { usesOf } from './media-uses.ts'

const assertErasable = async (trx: Trx, id: string): Promise<void> => {
  const row = await findMediaItem(trx, id)
  if (!row?.deleted_at || row.withdrawn_at !== null) throw new NotFound('deleted file', id)
  const [use, ...more] = await usesOf(trx, id)
  if (!use) return
  const places = more.length === 0 ? `“${use.title}”` : `“${use.title}” and ${more.length} more`
  const message = `${fileName(row.name)} is still named by ${places}. Choose another there first, or restore it.`
  throw new Invalid({ ids: message }, message)
}

/**
 * Deletes media items of the trash for good: originals, variants, crops, and what the journal holds of them, which keeps only that it
 * happened. There is no undo. Throws `NotFound` unless each of them is in the trash, and `Invalid` for one that an entry outside the
 * trash or a setting still names.
 */
export const eraseMedia = (database: Database, ids: readonly string[], { by }: { by: string }): Promise<number> =>
  journaled(database, async (trx, record) => {
    const unique = [...new Set(ids)]
    for (const id of unique) await assertErasable(trx, id)
    // Renditions and blobs go with it.
    await trx.deleteFrom('media').where('id', 'in', unique).execute()
    await trx
      .updateTable('changes')
      .set({ before: null, after: null, search_text: '' })
      .where('collection', '=', 'media')
      .where('entry', 'in', unique)
      .execute()
    for (const entry of unique)
      await record({ by, action: 'erase', collection: 'media', entry, before: null, after: null })
    return unique.length
  })
