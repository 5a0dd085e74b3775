import type { Collection } from '../../model/content/define-collection.ts'
import type { Trx } from '../db/database.ts'
import { type LinkWrite, linksHeld } from '../links/links.ts'
import { assertSlugsFree } from './entry-checks.ts'
import { collectionNamed, type EntryRow, type EntryState, scheduleIn, stateOf } from './entry-row.ts'
import type { Data } from './lenient-read.ts'
import { nextTime } from './schedule.ts'
import { searchTextOf } from './search-text.ts'

export const dataOf = ({ draft, published }: EntryRow): (Data | null)[] => [
  JSON.parse(draft),
  published === null ? null : JSON.parse(published),
]

/** The links of what an entry publishes; those that are published already are not checked again. */
export const linkWrite = (
  { name, fields }: Collection,
  { published }: EntryRow,
  before: EntryRow | undefined,
): LinkWrite => {
  const data: Data = published === null ? {} : JSON.parse(published)
  const held = linksHeld(fields, [before?.published ? JSON.parse(before.published) : null])
  return { fields, data, held, adding: { collection: name, data } }
}

/**
 * Writes an entry, over `before` or as a new one, and returns both states for the journal; undo uses it, too. Throws `Invalid` when
 * another entry has its slug.
 */
export const writeEntry = async (
  trx: Trx,
  row: EntryRow,
  before: EntryRow | undefined,
): Promise<{ before: EntryState | null; after: EntryState }> => {
  const collection = collectionNamed(row.collection)
  if (row.deleted_at === null) {
    const held = before?.deleted_at === null ? dataOf(before) : []
    await assertSlugsFree(trx, collection, row.id, dataOf(row), held)
  }
  const stored = {
    ...row,
    search_text: searchTextOf(collection.fields, JSON.parse(row.draft)),
    due_at: nextTime(scheduleIn(row)),
  }
  if (before) await trx.updateTable('entries').set(stored).where('id', '=', row.id).execute()
  else await trx.insertInto('entries').values(stored).execute()
  return { before: before ? stateOf(before) : null, after: stateOf(row) }
}
