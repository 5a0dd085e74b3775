import type { Database, RecordChange, Trx } from './database.ts'

/** The store as seen from inside one change: whatever is written through it becomes part of that change, or of nothing. */
export const joined = (database: Database, trx: Trx, record: RecordChange): Database => ({
  ...database,
  kysely: trx,
  transaction: (work) => work(trx),
  readTransaction: (work) => work(trx),
  change: (work) => work(trx, record),
})
