import { Invalid, StaleVersion } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { journaled } from '../journal/record-change.ts'
import { collectionNamed } from './entry-row.ts'
import { orderedIds, renumber } from './positions.ts'

/** Puts a collection into another order. Throws `StaleVersion` with the current order unless `ids` names each entry once. */
export const reorderEntries =
  (database: Database) =>
  async (name: string, ids: string[], { by }: { by: string }): Promise<string[]> => {
    const collection = collectionNamed(name)
    if (new Set(ids).size !== ids.length) throw new Invalid({ ids: 'Name each entry once.' })
    return journaled(database, async (trx, record) => {
      const present = await orderedIds(trx, name)
      const known = new Set(present)
      if (ids.length !== present.length || !ids.every((id) => known.has(id))) {
        throw new StaleVersion(`order of ${collection.label.many.toLowerCase()}`, present)
      }
      if (ids.every((id, index) => id === present[index])) return present
      await renumber(trx, ids)
      await record({ by, action: 'reorder', collection: name, before: { ids: present }, after: { ids } })
      return ids
    })
  }
