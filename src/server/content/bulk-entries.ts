import type { Collection } from '../../model/content/define-collection.ts'
import type { BulkAnswer, BulkChange } from '../../model/content/entry.ts'
import { Invalid, NotFound, StaleVersion } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import type { Database, Trx } from '../db/database.ts'
import { journaled } from '../journal/record-change.ts'
import type { Links } from '../links/links.ts'
import {
  collectionNamed,
  type Data,
  type EntryRow,
  entryNoun,
  entryOf,
  parseKept,
  publishedAs,
  readLeniently,
  without,
} from './entry-row.ts'
import { beyond, countEntries, shift, withFormerSlugs } from './positions.ts'
import { writeEntry } from './write-entry.ts'

const ascending = (positions: readonly number[]) => [...positions].sort((a, b) => a - b)

/** Closes the gaps of entries that have left; each of the others is written at most once. */
const closeGaps = async (trx: Trx, collection: string, positions: readonly number[]): Promise<void> => {
  const gaps = ascending(positions)
  for (const [index, gap] of gaps.entries()) {
    const next = gaps[index + 1] ?? beyond
    if (next > gap + 1) await shift(trx, collection, -(index + 1), gap + 1, next)
  }
}

/** Opens a gap at each of these positions, as they are afterwards. */
const openGaps = async (trx: Trx, collection: string, positions: readonly number[]): Promise<void> => {
  // As the entries stand before: the second gap comes after one more entry than its position says.
  const gaps = ascending(positions).map((position, index) => position - index)
  // From the end, so that no entry moves into a range that is still to come.
  for (const [index, gap] of [...gaps.entries()].reverse()) {
    const next = gaps[index + 1] ?? beyond
    if (next > gap) await shift(trx, collection, index + 1, gap, next)
  }
}

type Choice = BulkChange['entries'][number]

// A statement has a bound on its parameters.
const pieceSize = 500

export const rowsOf = async (trx: Trx, name: string, ids: readonly string[]): Promise<Map<string, EntryRow>> => {
  const rows = new Map<string, EntryRow>()
  for (let start = 0; start < ids.length; start += pieceSize) {
    const piece = ids.slice(start, start + pieceSize)
    const found = await trx
      .selectFrom('entries')
      .selectAll()
      .where('collection', '=', name)
      .where('id', 'in', piece)
      .execute()
    for (const row of found) rows.set(row.id, row)
  }
  return rows
}

const reasonOf = (error: unknown): string => {
  if (error instanceof Invalid) return error.sentence
  throw error
}

/** The next row of one entry. Throws `Invalid` for a draft that cannot be published, and for a value that does not fit. */
const nextOf = (collection: Collection, row: EntryRow, { published, deleted, data }: BulkChange): Partial<EntryRow> => {
  const draft = () => readLeniently(collection, JSON.parse(row.draft))
  if (deleted === true) return { deleted_at: new Date().toISOString(), schedule: null }
  if (deleted === false) return { deleted_at: null }
  if (published === false) return { published: null, schedule: without('takeOffAt', row) }
  if (published === true) {
    return publishedAs(row, JSON.stringify(parseKept(collection, 'schema', draft())))
  }
  const merged = { ...draft(), ...(parse(collection.patch, data) as Data) }
  return { draft: JSON.stringify(parseKept(collection, 'draft', merged, [draft()])) }
}

const actionOf = ({ published, deleted }: BulkChange): string => {
  if (deleted !== undefined) return deleted ? 'remove' : 'restore'
  return published === undefined ? 'update' : published ? 'publish' : 'unpublish'
}

/**
 * Changes several entries in one transaction, so that one undo takes it back. An entry that cannot be changed is left as it is and
 * named with the reason. Throws `Invalid` when `data` does not fit the collection.
 */
export const changeEntries =
  (database: Database, links: Links) =>
  async (name: string, change: BulkChange, { by }: { by: string }): Promise<BulkAnswer> => {
    const collection = collectionNamed(name)
    if (change.data) parse(collection.patch, change.data)
    const action = actionOf(change)
    return journaled(database, async (trx, record) => {
      const choices = new Map(change.entries.map((choice): [string, Choice] => [choice.id, choice]))
      const rows = await rowsOf(trx, name, [...choices.keys()])
      const refused: BulkAnswer['refused'] = []
      const chosen: EntryRow[] = []
      for (const { id, version } of choices.values()) {
        const row = rows.get(id)
        if (!row || (row.deleted_at !== null) !== (action === 'restore'))
          refused.push({ id, message: new NotFound(entryNoun(collection), id).message })
        else if (version !== undefined && version !== row.version)
          refused.push({ id, message: new StaleVersion(entryNoun(collection), entryOf(collection, row)).message })
        else chosen.push(row)
      }
      // Undo goes backwards: what was deleted last, from the front of the list, comes back first.
      chosen.sort((a, b) =>
        action === 'remove'
          ? b.position - a.position
          : a.position - b.position || (a.deleted_at ?? '').localeCompare(b.deleted_at ?? ''),
      )
      const standing = action === 'restore' ? await countEntries(trx, name) : 0
      const written: EntryRow[] = []
      for (const row of chosen) {
        try {
          const next = { ...row, ...nextOf(collection, row, change) }
          if (next.draft === row.draft && next.published === row.published && next.deleted_at === row.deleted_at)
            continue
          if (action === 'restore') {
            const free = Math.max(row.position, 1 - (written.at(-1)?.position ?? 0))
            // Below zero until the gaps are open: other entries still stand there.
            next.position = -Math.min(free, standing + written.length + 1)
          }
          const { states } = await writeEntry(trx, withFormerSlugs(collection, next, row), row, links)
          const position = Math.abs(next.position)
          await record({
            by,
            action,
            collection: name,
            entry: row.id,
            before: states.before,
            after: { ...states.after, position },
            hidden: states.hidden,
          })
          written.push(next)
        } catch (error) {
          refused.push({ id: row.id, message: reasonOf(error) })
        }
      }
      if (action === 'remove')
        await closeGaps(
          trx,
          name,
          written.map(({ position }) => position),
        )
      if (action === 'restore' && written.length > 0) {
        await openGaps(
          trx,
          name,
          written.map(({ position }) => -position),
        )
        await trx
          .updateTable('entries')
          .set(({ neg, ref }) => ({ position: neg(ref('position')) }))
          .where('collection', '=', name)
          .where('position', '<', 0)
          .execute()
      }
      return { changed: written.length, refused }
    })
  }
