import type { Announce, Database, Reader, Trx } from './database.ts'

/** The value under this key of the store's own notes. */
export const readMeta = async (reader: Reader, key: string): Promise<string | undefined> =>
  (await reader.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value

/** Writes a value, whether the key had one or not. */
export const writeMeta = async (reader: Reader, key: string, value: string): Promise<void> => {
  await reader
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * Runs `act` once in each period, such as a week, in all processes together. False when it ran before, or when it says that it did
 * nothing: then it is tried again.
 */
export const oncePer = (
  db: Database,
  { key, period }: { key: string; period: string },
  act: (trx: Trx) => Promise<boolean>,
): Promise<boolean> =>
  db.exclusive(key, async (trx) => {
    if ((await readMeta(trx, key)) === period || !(await act(trx))) return false
    await writeMeta(trx, key, period)
    return true
  })

/** The store inside one change: everything written through it belongs to that change. */
export const joined = (database: Database, trx: Trx, announce: Announce): Database => ({
  ...database,
  kysely: trx,
  transaction: (work) => work(trx),
  exclusive: (_, work) => work(trx),
  readTransaction: (work) => work(trx),
  change: (work) => work(trx, announce),
})
