import type { Database, Trx } from '../db/database.ts'

export interface NewChange {
  /** An account's id, or a word such as `samples`. */
  by: string
  action: string
  collection: string
  entry?: string | null
  before: unknown
  after: unknown
  undoes?: number | null
}

export type RecordChange = (change: NewChange) => Promise<number>

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

const insertChange = async (trx: Trx, { by, before, after, entry = null, undoes = null, ...change }: NewChange) => {
  const at = new Date().toISOString()
  const { id } = await trx
    .insertInto('changes')
    .values({ ...change, at, actor: by, entry, before: json(before), after: json(after), undoes })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes content: `work` writes and records in one transaction; every process hears of it after the commit. */
export const journaled = <T>(database: Database, work: (trx: Trx, record: RecordChange) => Promise<T>): Promise<T> =>
  database.change((trx, announce) =>
    work(trx, async (change) => {
      const id = await insertChange(trx, change)
      announce(id)
      return id
    }),
  )
