import type { Announce, Database, Trx } from './database.ts'

/** The store inside one change: everything written through it belongs to that change. */
export const joined = (database: Database, trx: Trx, announce: Announce): Database => ({
  ...database,
  kysely: trx,
  transaction: (work) => work(trx),
  exclusive: (_, work) => work(trx),
  readTransaction: (work) => work(trx),
  change: (work) => work(trx, announce),
})
