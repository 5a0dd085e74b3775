import { isDeepStrictEqual } from 'node:util'
import { StaleVersion } from '../../model/errors.ts'
import type { Trx } from '../db/database.ts'
import type { Undoing, Undone } from '../journal/revert.ts'
import { collectionNamed } from './entry-row.ts'
import { orderedIds, renumber } from './positions.ts'

/** Puts a collection's entries back as they were before a reordering. */
export const undoOrder = async (
  trx: Trx,
  { collection, before, after }: Undoing<{ ids: string[] }>,
): Promise<Undone> => {
  const present = await orderedIds(trx, collection)
  if (!before || !isDeepStrictEqual(present, after?.ids)) {
    throw new StaleVersion(`order of ${collectionNamed(collection).label.many.toLowerCase()}`, present)
  }
  await renumber(trx, before.ids)
  return { before: after, after: before }
}
