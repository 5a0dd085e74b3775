import { collectionNames } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import type { PublishedCollections } from '../../model/publishing/published-content.ts'
import type { Trx } from '../db/database.ts'
import { contentVersion } from '../journal/journal.ts'
import type { RecordChange } from '../journal/record-change.ts'
import { rowsOf } from './bulk-entries.ts'
import { collectionNamed, type EntryRow, type EntryState, fieldsOf, findRow, stateOf, stillAhead } from './entry-row.ts'
import { beyond, orderedIds, renumber } from './positions.ts'
import { seen } from './published-entries.ts'
import { putEntry } from './revert-entry.ts'
import { mayStandAs } from './sent-words.ts'

/** An entry that is not as it was. */
interface PastEntry {
  collection: Collection
  id: string
  row: EntryRow | undefined
  /** Null for one that did not exist. */
  was: EntryState | null
}

/** The entries of the site after a change of the journal. */
export interface PastEntries {
  /** Those that changed since; null for one that did not exist. */
  states: ReadonlyMap<string, { collection: string; was: EntryState | null }>
  /** Ids outside the trash, by collection. */
  orders: ReadonlyMap<string, readonly string[]>
  different: PastEntry[]
  /** Collections in which those that are still there had another order. */
  reordered: string[]
  /** Number of those that were there and are deleted for good. */
  lost: number
}

const pieceSize = 500
/** Changes read at once: an order of thousands of entries is half a megabyte. */
const orderPiece = 50

const stateIn = (json: string | null): EntryState | null => (json === null ? null : JSON.parse(json))

const stands = (state: EntryState | null | undefined): boolean => state?.deletedAt === null

const changesSince = (trx: Trx, change: number) =>
  trx.selectFrom('changes').where('id', '>', change).where('collection', 'in', collectionNames)

/** Actions on an entry that was not outside the trash before. */
const fromElsewhere = ['create', 'restore', 'erase']

/** What the first change since found: the state of that time. */
const readStates = async (trx: Trx, change: number) => {
  const firsts = await changesSince(trx, change)
    .where('entry', 'is not', null)
    .select(({ fn }) => fn.min('id').as('id'))
    .groupBy('entry')
    .execute()
  const states = new Map<string, { collection: string; was: EntryState | null }>()
  let lost = 0
  for (let start = 0; start < firsts.length; start += pieceSize) {
    const ids = firsts.slice(start, start + pieceSize).map(({ id }) => id)
    const rows = await trx.selectFrom('changes').selectAll().where('id', 'in', ids).execute()
    for (const { collection, entry, action, before, after } of rows) {
      const was = stateIn(before)
      // What was deleted for good has left no states.
      if (!before && !after) lost += fromElsewhere.includes(action) ? 0 : 1
      else states.set(entry ?? '', { collection, was: was && { ...was, schedule: stillAhead(was.schedule ?? null) } })
    }
  }
  return { states, lost }
}

/** Actions that leave entries in their places, in or out of the trash. */
const still = ['update', 'publish', 'unpublish', 'discard', 'schedule']

/** Goes back from the present orders, change by change: a position depends on all entries before it. */
const readOrders = async (trx: Trx, change: number, present: ReadonlyMap<string, readonly string[]>) => {
  const orders = new Map(present)
  for (let next = beyond; ; ) {
    const rows = await changesSince(trx, change)
      .select(['id', 'collection', 'entry', 'before', 'after'])
      .where('id', '<', next)
      .where('action', 'not in', still)
      .orderBy('id', 'desc')
      .limit(orderPiece)
      .execute()
    for (const { id, collection, entry, before, after } of rows) {
      next = id
      const order = orders.get(collection) ?? []
      if (entry === null) orders.set(collection, JSON.parse(before ?? '{}').ids ?? order)
      else {
        const [was, is] = [stateIn(before), stateIn(after)]
        const others = order.filter((one) => one !== entry)
        if (stands(is) && !stands(was)) orders.set(collection, others)
        if (was && stands(was) && !stands(is)) orders.set(collection, others.toSpliced(was.position - 1, 0, entry))
      }
    }
    if (rows.length < orderPiece) return orders
  }
}

const columns = ['draft', 'published', 'created_at', 'deleted_at', 'published_at', 'schedule', 'former'] as const

const differs = (row: EntryRow | undefined, was: EntryState | null): boolean => {
  if (!row || !was) return row !== undefined || was !== null
  const fields = fieldsOf(was)
  return columns.some((name) => fields[name] !== row[name]) || (!stands(was) && was.position !== row.position)
}

/** Reads what the entries were after this change. Changes before it are not needed. */
export const readPastEntries = async (trx: Trx, change: number): Promise<PastEntries> => {
  const read = await readStates(trx, change)
  const { states } = read
  let { lost } = read
  for (const [id, { collection, was }] of states) {
    if (collection !== 'testimonials' || !was || (await mayStandAs(trx, id, was))) continue
    // These words are their person's: what they are now stays.
    const row = await findRow(trx, collection, id)
    states.set(id, { collection, was: row ? stateOf(row) : null })
    if (stands(was) && row?.deleted_at !== null) lost += 1
  }
  const present = new Map<string, readonly string[]>()
  for (const name of collectionNames) present.set(name, await orderedIds(trx, name))
  const past = await readOrders(trx, change, present)
  const different: PastEntry[] = []
  const orders = new Map<string, readonly string[]>()
  const reordered: string[] = []
  for (const [name, now] of present) {
    const collection = collectionNamed(name)
    const changed = [...states].filter(([, state]) => state.collection === name)
    const rows = await rowsOf(
      trx,
      name,
      changed.map(([id]) => id),
    )
    for (const [id, { was }] of changed)
      if (differs(rows.get(id), was)) different.push({ collection, id, row: rows.get(id), was })
    const back = changed.flatMap(([id, { was }]) => (stands(was) ? [id] : []))
    const stood = new Set([...now.filter((id) => !states.has(id)), ...back])
    // A list may name entries that are deleted for good.
    const ids = [...new Set([...(past.get(name) ?? []), ...stood])].filter((id) => stood.has(id))
    orders.set(name, ids)
    const known = new Set(now)
    if (now.filter((id) => stood.has(id)).join() !== ids.filter((id) => known.has(id)).join()) reordered.push(name)
  }
  return { states, orders, different, reordered, lost }
}

/** The entries as visitors saw them. */
export const publishedThen = async (trx: Trx, { states, orders }: PastEntries): Promise<PublishedCollections> => {
  const lists: Record<string, unknown[]> = {}
  for (const [name, ids] of orders) {
    const rows = await rowsOf(
      trx,
      name,
      ids.filter((id) => !states.has(id)),
    )
    lists[name] = ids.flatMap((id, index) => {
      const was = states.get(id)?.was?.published
      const published = was ? JSON.stringify(was) : (rows.get(id)?.published ?? null)
      return published === null ? [] : (seen(name, id, index + 1, published) ?? [])
    })
  }
  return lists as unknown as PublishedCollections
}

const addresses = ({ fields }: Collection, { draft, published }: EntryState): string =>
  JSON.stringify(
    Object.keys(fields)
      .filter((name) => fields[name]?.kind === 'slug')
      .map((name) => [draft[name], published?.[name]]),
  )

/** The state in which an entry waits until its old address is free. */
const aside = ({ collection, row, was }: PastEntry): EntryState | null => {
  const now = row && stateOf(row)
  if (!now || !was || !stands(was) || addresses(collection, now) === addresses(collection, was)) return was
  return { ...now, deletedAt: new Date().toISOString() }
}

/**
 * Makes the entries what they were, journaled entry by entry: undo passes the same states. What goes away or has another address leaves
 * before `between`, the rest follows it, so that no address is ever taken twice.
 */
export const bringBackEntries = async (
  trx: Trx,
  record: RecordChange,
  { orders, different }: PastEntries,
  { by, between }: { by: string; between: () => Promise<void> },
): Promise<void> => {
  const write = async ({ collection: { name }, id }: PastEntry, was: EntryState | null) => {
    const row = await findRow(trx, name, id)
    // Above every version that it ever had, also when it had ceased to exist.
    const version = await contentVersion(trx)
    const target = was && { ...was, version, position: stands(was) ? beyond : was.position }
    const states = await putEntry(trx, { collection: name, id, row }, target)
    const stood = row?.deleted_at === null
    const action = was && stood === stands(was) ? 'update' : stands(was) ? 'restore' : 'remove'
    await record({ by, action, collection: name, entry: id, ...states })
  }
  const leaving = new Map(
    different
      .filter(({ row }) => row?.deleted_at === null)
      // From the end: each gap then moves the fewest.
      .sort((a, b) => (b.row?.position ?? 0) - (a.row?.position ?? 0))
      .map((one) => [one, aside(one)] as const)
      .filter(([, state]) => !stands(state)),
  )
  for (const [one, state] of leaving) await write(one, state)
  await between()
  for (const one of different) if (leaving.get(one) !== one.was || !leaving.has(one)) await write(one, one.was)
  for (const [name, was] of orders) {
    const now = await orderedIds(trx, name)
    if (was.join() === now.join()) continue
    await renumber(trx, was)
    await record({ by, action: 'reorder', collection: name, before: { ids: now }, after: { ids: was } })
  }
}
