import type { Database, Trx } from '../db/database.ts'
import { changeSearchText } from './change-search-text.ts'
import { noteChange } from './noted-change.ts'

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
