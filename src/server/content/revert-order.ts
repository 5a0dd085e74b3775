import { isDeepStrictEqual } from 'node:util'
import { StaleVersion } from '../../model/errors.ts'
import type { Trx } from '../db/database.ts'
import type { Reverted, RevertRequest } from '../journal/revert.ts'
import { collectionNamed } from './entry-row.ts'
import { orderedIds, renumber } from './positions.ts'

export interface Order {
  ids: string[]
}

export const revertOrder = async (trx: Trx, { collection, before, after }: RevertRequest<Order>): Promise<Reverted> => {
  const present = await orderedIds(trx, collection)
  if (!before || !isDeepStrictEqual(present, after?.ids)) {
    throw new StaleVersion(`order of ${collectionNamed(collection).label.many.toLowerCase()}`, present)
  }
  await renumber(trx, before.ids)
  return { before: after, after: before }
}
