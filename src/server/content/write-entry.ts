import type { Collection } from '../../model/content/define-collection.ts'
import type { Trx } from '../db/database.ts'
import { searchTextOf } from '../db/search-text.ts'
import { type Links, linksHeld } from '../links/links.ts'
import { assertMediaKnown } from '../media/media-fields.ts'
import { assertCategoriesKnown, assertEntriesKnown, assertSlugsFree } from './entry-checks.ts'
import { collectionNamed, type EntryRow, type EntryState, scheduleIn, stateOf } from './entry-row.ts'
import type { Data } from './lenient-read.ts'
import { nextTime } from './schedule.ts'

export const dataOf = ({ draft, published }: Pick<EntryRow, 'draft' | 'published'>): (Data | null)[] => [
  JSON.parse(draft),
  published === null ? null : JSON.parse(published),
]

/** Throws `Invalid` for links that an entry publishes; those in `held` are not checked again. */
const assertLinksKnown = (trx: Trx, links: Links, { name, fields }: Collection, data: Data, held: (Data | null)[]) =>
  links.assertKnown(trx, { fields, data, held: linksHeld(fields, held), adding: { collection: name, data } })

const seen = ['published', 'published_at', 'position', 'deleted_at', 'former'] as const

/** True when visitors see nothing of this change. A new entry may move others. */
const isHidden = (row: EntryRow, before: EntryRow | undefined): boolean =>
  before !== undefined && seen.every((key) => row[key] === before[key])

/**
 * Writes an entry, over `before` or as a new one, in its next version. Every writer of entries ends here, undo as well, and this alone
 * decides what data may name: throws `Invalid` for media, categories, entries and links that there are not, and for a slug that is
 * taken. References in `held`, which is what `before` has, were checked when they were stored: they are not checked again, so that an
 * entry can be saved whatever became of them. Slugs always are.
 */
export const writeEntry = async (
  trx: Trx,
  next: EntryRow,
  before: EntryRow | undefined,
  links: Links,
  held = before ? dataOf(before) : [],
): Promise<{ row: EntryRow; states: { before: EntryState | null; after: EntryState; hidden: boolean } }> => {
  const collection = collectionNamed(next.collection)
  const data = dataOf(next)
  await assertMediaKnown(trx, collection, data, held)
  await assertCategoriesKnown(trx, collection, data, held)
  await assertEntriesKnown(trx, collection, data, held)
  if (next.deleted_at === null) {
    await assertSlugsFree(trx, collection, next.id, data, before?.deleted_at === null ? dataOf(before) : [])
    const [, published] = data
    if (published && next.published !== before?.published)
      await assertLinksKnown(trx, links, collection, published, held.slice(1))
  }
  // Above every version that this entry ever had, also when it had ceased to exist.
  const row = { ...next, version: (before ?? next).version + 1, updated_at: new Date().toISOString() }
  const stored = {
    ...row,
    search_text: searchTextOf(collection.fields, JSON.parse(row.draft)),
    due_at: nextTime(scheduleIn(row)),
  }
  if (before) await trx.updateTable('entries').set(stored).where('id', '=', row.id).execute()
  else await trx.insertInto('entries').values(stored).execute()
  // A link for review ends with its draft; undo brings the draft back alone.
  if (row.deleted_at !== null) await trx.deleteFrom('share_links').where('entry', '=', row.id).execute()
  return {
    row,
    states: { before: before ? stateOf(before) : null, after: stateOf(row), hidden: isHidden(row, before) },
  }
}
