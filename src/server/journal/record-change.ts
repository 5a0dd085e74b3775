import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'
import { findCollection } from '../../model/content/collections.ts'
import type { Database, Trx } from '../db/database.ts'
import { folded } from '../db/paging.ts'

/** Bounds the journal's text for searching; a longer text is found by its beginning. */
const maxLength = 800

type State = Record<string, unknown>

const asState = (value: unknown): State => (typeof value === 'object' && value !== null ? (value as State) : {})

const contentOf = (state: State): State => (state.draft === undefined ? state : asState(state.draft))

/** All texts and numbers of a value, as texts. */
export const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Text by which a change is found: the name of what changed, and both texts of each field that did. */
export const changeSearchText = (collection: string, before: unknown, after: unknown): string => {
  const [was, is] = [contentOf(asState(before)), contentOf(asState(after))]
  const title = findCollection(collection)?.preview.title ?? 'name'
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => name !== title && JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  const texts = [title, ...changed].flatMap((name) => [...textsIn(is[name]), ...textsIn(was[name])])
  return folded([...new Set(texts)].join('\n')).slice(0, maxLength)
}

const calls = new AsyncLocalStorage<{ change?: number }>()

/** Runs a call and resolves to the id of the last change that it made: what a window needs for its undo. */
export const notingChange = async (call: () => Promise<void>): Promise<number | undefined> => {
  const made: { change?: number } = {}
  await calls.run(made, call)
  return made.change
}

const noteChange = (id: number): void => {
  const made = calls.getStore()
  if (made) made.change = id
}

interface NewChange {
  /** An account's id, or a word such as `samples`. */
  by: string
  action: string
  collection: string
  entry?: string | null
  before: unknown
  after: unknown
  undoes?: number | null
  /** True when visitors see nothing of it. */
  hidden?: boolean
}

export type RecordChange = (change: NewChange) => Promise<number>

interface Recorded {
  /** One time for all, so that the cleanup by age takes all or none. */
  at: string
  first: number
  batch: number | null
}

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

const recorded = new WeakMap<Trx, Recorded>()

/** Batch for the next change of this transaction, whose first change becomes part of it. */
const joinBatch = async (trx: Trx, before: Recorded): Promise<number> => {
  if (before.batch !== null) return before.batch
  await trx.updateTable('changes').set({ batch: before.first }).where('id', '=', before.first).execute()
  before.batch = before.first
  return before.first
}

const insertChange = async (
  trx: Trx,
  { by, before, after, entry = null, undoes = null, hidden: _, ...change }: NewChange,
) => {
  const earlier = recorded.get(trx)
  const at = earlier?.at ?? new Date().toISOString()
  const batch = earlier ? await joinBatch(trx, earlier) : null
  const { id } = await trx
    .insertInto('changes')
    .values({
      ...change,
      at,
      actor: by,
      entry,
      before: json(before),
      after: json(after),
      undoes,
      batch,
      search_text: changeSearchText(change.collection, before, after),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!earlier) recorded.set(trx, { at, first: id, batch: null })
  return id
}

/**
 * Changes content: `work` writes and records in one transaction; every process hears of it after the commit. Changes of one
 * transaction share a `batch` and are undone together.
 */
export const journaled = <T>(database: Database, work: (trx: Trx, record: RecordChange) => Promise<T>): Promise<T> =>
  database.change((trx, announce) =>
    work(trx, async (change) => {
      const id = await insertChange(trx, change)
      announce(id, change.hidden)
      noteChange(id)
      return id
    }),
  )

export interface RevertRequest<State> {
  collection: string
  /** Null for a change of a whole collection or of the settings. */
  entry: string | null
  before: State | null
  after: State | null
}

export interface Reverted {
  before: unknown
  after: unknown
  /** True when visitors see nothing of it. */
  hidden?: boolean
}

export interface Reverter<State> {
  /** Slow work, before the transaction begins. */
  prepare?(request: RevertRequest<State>): Promise<void>
  /** Writes the inverse change. Throws `StaleVersion` when the same was changed again. */
  revert(trx: Trx, request: RevertRequest<State>): Promise<Reverted>
}

export type Reverters = ReadonlyMap<string, Reverter<unknown>>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Result when the same field was changed again. */
export const conflict: unique symbol = Symbol('conflict')

/**
 * Undoes the step from `before` to `after` in `current`, field by field: fields that changed elsewhere since stay. Returns `conflict`
 * when the same field was changed again.
 */
export const reverted = <T>(before: T, after: T, current: T): T | typeof conflict => {
  if (isDeepStrictEqual(current, after)) return before
  if (isDeepStrictEqual(before, after)) return current
  if (!isRecord(before) || !isRecord(after) || !isRecord(current)) return conflict
  const result: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(current), ...Object.keys(before)])) {
    const value = reverted(before[name], after[name], current[name])
    if (value === conflict) return conflict
    if (value !== undefined) result[name] = value
  }
  return result as T
}
