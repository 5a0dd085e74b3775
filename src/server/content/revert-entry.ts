import { StaleVersion } from '../../model/errors.ts'
import type { Trx } from '../db/database.ts'
import type { Reverted, RevertRequest } from '../journal/revert.ts'
import { conflict, reverted } from '../journal/reverted.ts'
import {
  collectionNamed,
  type EntryRow,
  type EntryState,
  entryOf,
  findRow,
  lookUpCollection,
  stateOf,
} from './entry-row.ts'
import { closeGap, countEntries, openGap } from './positions.ts'
import { searchTextOf } from './search-text.ts'
import { assertSlugsFree } from './unique-slugs.ts'

type States = RevertRequest<EntryState>

const stale = (name: string, row: EntryRow | undefined) => {
  const collection = collectionNamed(name)
  return new StaleVersion(lookUpCollection(collection), row ? entryOf(collection, row) : null)
}

/** The state to come, or `StaleVersion` when what was changed then has been changed again since. */
const statesFrom = ({ collection, before, after }: States, row: EntryRow | undefined): EntryState | null => {
  const current = row ? stateOf(row) : null
  if (after === null || current === null) {
    if (after !== current) throw stale(collection, row)
    return before
  }
  if (current.deletedAt !== after.deletedAt) throw stale(collection, row)
  if (before === null) {
    if (reverted(null, after.draft, current.draft) === conflict) throw stale(collection, row)
    if (reverted(null, after.published, current.published) === conflict) throw stale(collection, row)
    return null
  }
  const draft = reverted(before.draft, after.draft, current.draft)
  const published = reverted(before.published, after.published, current.published)
  if (draft === conflict || published === conflict) throw stale(collection, row)
  const position = before.deletedAt === after.deletedAt ? current.position : before.position
  return { ...current, draft, published, deletedAt: before.deletedAt, position }
}

/** Moves the others so that there is exactly the room that the coming state needs; returns its position. */
const makeRoom = async (trx: Trx, collection: string, now: EntryState | null, then: EntryState | null) => {
  const stood = now !== null && now.deletedAt === null
  const stands = then !== null && then.deletedAt === null
  if (stood && !stands) await closeGap(trx, collection, now.position)
  if (!stands || stood) return then?.position ?? 0
  const position = Math.min(then.position, (await countEntries(trx, collection)) + 1)
  await openGap(trx, collection, position)
  return position
}

/** Takes an entry's change back and returns the states for the journal. */
export const revertEntry = async (trx: Trx, undoing: States & { entry: string }): Promise<Reverted> => {
  const { collection: name, entry: id, before } = undoing
  const collection = collectionNamed(name)
  const row = await findRow(trx, name, id)
  const target = statesFrom(undoing, row)
  const now = row ? stateOf(row) : null
  if (target?.deletedAt === null) await assertSlugsFree(trx, collection, id, [target.draft, target.published])
  const position = await makeRoom(trx, name, now, target)
  if (target === null) {
    await trx.deleteFrom('entries').where('id', '=', id).execute()
    return { before: now, after: null }
  }
  const written: EntryRow = {
    id,
    collection: name,
    position,
    draft: JSON.stringify(target.draft),
    published: target.published === null ? null : JSON.stringify(target.published),
    words: searchTextOf(collection.fields, target.draft),
    // Above every version this entry ever had, also when it had ceased to exist.
    version: (now ?? before ?? target).version + 1,
    created_at: target.createdAt,
    updated_at: new Date().toISOString(),
    deleted_at: target.deletedAt,
  }
  if (row) await trx.updateTable('entries').set(written).where('id', '=', id).execute()
  else await trx.insertInto('entries').values(written).execute()
  return { before: now, after: stateOf(written) }
}
