import { isDeepStrictEqual } from 'node:util'
import { StaleVersion } from '../../model/errors.ts'
import { awaitedFile } from '../../model/media/awaited-file.ts'
import type { Trx } from '../db/database.ts'
import { conflict, type Reverted, type Reverter, type RevertRequest, reverted } from '../journal/record-change.ts'
import { unchecked } from '../links/links.ts'
import {
  collectionNamed,
  type EntryRow,
  type EntryState,
  entryNoun,
  entryOf,
  fieldsOf,
  findRow,
  revertedSchedule,
  stateOf,
} from './entry-row.ts'
import { closeGap, openGap, orderedIds, renumber } from './positions.ts'
import { dataOf, writeEntry } from './write-entry.ts'

/** What was stored, with the files that have arrived since: nobody changed those. */
const withArrivedIn = <T>(stored: T, current: unknown): T => {
  if (awaitedFile(stored)) return (typeof current === 'string' ? current : stored) as T
  if (typeof stored !== 'object' || stored === null || typeof current !== 'object' || current === null) return stored
  const pairs = Object.entries(stored).map(([name, value]) => [
    name,
    withArrivedIn(value, (current as Record<string, unknown>)[name]),
  ])
  return (Array.isArray(stored) ? pairs.map(([, value]) => value) : Object.fromEntries(pairs)) as T
}

type States = RevertRequest<EntryState>

const stale = (name: string, row: EntryRow | undefined) => {
  const collection = collectionNamed(name)
  return new StaleVersion(entryNoun(collection), row ? entryOf(collection, row) : null)
}

/** Of the version that visitors see after the revert: the current one when it was published again since. */
const timeFrom = (before: EntryState, after: EntryState, current: EntryState): string | null => {
  const time =
    before.publishedAt === undefined ? conflict : reverted(before.publishedAt, after.publishedAt, current.publishedAt)
  return (time === conflict ? current.publishedAt : time) ?? null
}

/** Throws `StaleVersion` when the same fields have been changed again. */
const statesFrom = ({ collection, before, after: stored }: States, row: EntryRow | undefined): EntryState | null => {
  const current = row ? stateOf(row) : null
  const after = current && stored ? withArrivedIn(stored, current) : stored
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
  const former = isDeepStrictEqual(current.former, after.former) ? before.former : current.former
  const { former: _, ...rest } = current
  return {
    ...rest,
    draft,
    published,
    position,
    deletedAt: before.deletedAt,
    publishedAt: timeFrom(before, after, current),
    schedule: revertedSchedule(before.schedule ?? null, after.schedule ?? null, current.schedule ?? null),
    ...(former ? { former } : {}),
  }
}

const movePosition = async (trx: Trx, collection: string, from: EntryState | null, to: EntryState | null) => {
  const stood = from?.deletedAt === null
  const stands = to?.deletedAt === null
  if (stood && !stands) await closeGap(trx, collection, from.position)
  if (stood && stands) return from.position
  return stands ? openGap(trx, collection, to.position) : (to?.position ?? 0)
}

/** Writes an entry as the journal holds it, or deletes it for null. One that stays outside the trash keeps its position. */
export const putEntry = async (
  trx: Trx,
  { collection, id, row }: { collection: string; id: string; row: EntryRow | undefined },
  target: EntryState | null,
): Promise<Reverted> => {
  const current = row ? stateOf(row) : null
  const position = await movePosition(trx, collection, current, target)
  if (target === null) {
    await trx.deleteFrom('entries').where('id', '=', id).execute()
    return { before: current, after: null }
  }
  const next: EntryRow = { id, collection, ...fieldsOf({ ...target, position }), updated_at: '' }
  // History holds what was checked when it was written.
  return (await writeEntry(trx, next, row, unchecked, dataOf(next))).states
}

const revertEntry = async (trx: Trx, id: string, request: States): Promise<Reverted> => {
  const { collection } = request
  const row = await findRow(trx, collection, id)
  return putEntry(trx, { collection, id, row }, statesFrom(request, row))
}

interface Order {
  ids: string[]
}

const revertOrder = async (trx: Trx, { collection, before, after }: RevertRequest<Order>): Promise<Reverted> => {
  const present = await orderedIds(trx, collection)
  if (!before || !isDeepStrictEqual(present, after?.ids)) {
    throw new StaleVersion(`order of ${collectionNamed(collection).label.many.toLowerCase()}`, present)
  }
  await renumber(trx, before.ids)
  return { before: after, after: before }
}

export const contentReverter: Reverter<EntryState & Order> = {
  revert: (trx, request) =>
    request.entry === null ? revertOrder(trx, request) : revertEntry(trx, request.entry, request),
}
