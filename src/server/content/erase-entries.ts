import { NotFound } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { journaled } from '../journal/record-change.ts'
import { rowsOf } from './bulk-entries.ts'
import { collectionNamed, entryNoun } from './entry-row.ts'

const pieceSize = 500

/**
 * Deletes entries of the trash for good, and what the journal holds of them; the journal keeps only that it happened. There is no
 * undo. Throws `NotFound` unless each of them is in the trash.
 */
export const eraseEntries =
  (database: Database) =>
  async (name: string, ids: readonly string[], { by }: { by: string }): Promise<number> => {
    const collection = collectionNamed(name)
    const unique = [...new Set(ids)]
    return journaled(database, async (trx, record) => {
      const rows = await rowsOf(trx, name, unique)
      const other = unique.find((id) => (rows.get(id)?.deleted_at ?? null) === null)
      if (other !== undefined) throw new NotFound(`deleted ${entryNoun(collection)}`, other)
      for (let start = 0; start < unique.length; start += pieceSize) {
        const piece = unique.slice(start, start + pieceSize)
        await trx.deleteFrom('entries').where('id', 'in', piece).execute()
        await trx
          .updateTable('changes')
          .set({ before: null, after: null, search_text: '' })
          .where('collection', '=', name)
          .where('entry', 'in', piece)
          .execute()
      }
      for (const id of unique)
        await record({ by, action: 'erase', collection: name, entry: id, before: null, after: null })
      return unique.length
    })
  }
