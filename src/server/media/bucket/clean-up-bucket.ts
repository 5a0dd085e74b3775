import type { Database } from '../../db/database.ts'
import type { Bucket } from './bucket.ts'

const oneDayMs = 24 * 60 * 60 * 1000

/** Days for which an object stays that no row names: a backup of that age can still be restored with its files. */
const retiredDays = 30

const listed = async (bucket: Bucket, before: number): Promise<string[]> => {
  const names: string[] = []
  for await (const { name, putAt } of bucket.list()) if (putAt < before) names.push(name)
  return names
}

/**
 * Deletes objects that no row has named for `retiredDays`. They were of media that were deleted for good, of deleted variants, or of an
 * upload that was cut off. Returns their number. One that a restored backup names again stays.
 */
export const cleanUpBucket = async (database: Database, bucket: Bucket, now: number = Date.now()): Promise<number> => {
  const { kysely } = database
  // An object of the last day may be of an upload whose row is yet to come.
  const objects = await listed(bucket, now - oneDayMs)
  const rows = await kysely.selectFrom('blobs').select('object').where('object', 'is not', null).execute()
  const named = new Set(rows.map(({ object }) => object))
  const known = await kysely.selectFrom('retired_objects').selectAll().execute()
  const retired = new Map(known.map(({ name, retired_at }) => [name, Date.parse(retired_at)]))
  const forget = (name: string) => kysely.deleteFrom('retired_objects').where('name', '=', name).execute()

  for (const name of retired.keys()) if (named.has(name)) await forget(name)
  const unnamed = objects.filter((name) => !named.has(name))
  for (const name of unnamed) {
    if (retired.has(name)) continue
    const row = { name, retired_at: new Date(now).toISOString() }
    await kysely
      .insertInto('retired_objects')
      .values(row)
      .onConflict((one) => one.doNothing())
      .execute()
  }
  let deleted = 0
  for (const [name, at] of retired) {
    if (named.has(name) || at > now - retiredDays * oneDayMs) continue
    await bucket.remove(name)
    await forget(name)
    deleted += 1
  }
  return deleted
}
