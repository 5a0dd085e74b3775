import type { Database, Trx } from './database.ts'

/** The store as seen from inside one change: whatever is written through it becomes part of that change, or of nothing. */
export const joined = (database: Database, trx: Trx, announce: (version: number) => void): Database => ({
  ...database,
  kysely: trx,
  transaction: (work) => work(trx),
  readTransaction: (work) => work(trx),
  change: (work) => work(trx, announce),
})
