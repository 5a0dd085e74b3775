import { kindOf } from '../../model/media/media-item.ts'
import type { Database, Trx } from '../db/database.ts'
import { readOnly } from '../db/read-only.ts'
import { oneDayMs } from '../process/clock.ts'
import { type CommandOutput, readArgs } from '../process/command-args.ts'
import { type Config, ConfigError } from '../process/config.ts'
import { type Bucket, createBucket } from './bucket.ts'
import { insertParts, partNames, readParts } from './stored-bytes.ts'

interface MovedMedia {
  files: number
  bytes: number
}

interface BlobRow {
  name: string
  media: string
  type: string
  size: number
  object: string | null
}

const isVideo = ({ name, type }: BlobRow) => kindOf(type) === 'video' && name.startsWith('original-')

const blobs = (database: Database) =>
  database.kysely.selectFrom('blobs').select(['name', 'media', 'type', 'size', 'object'])

const bytesOf = async ({ kysely }: Database, row: BlobRow): Promise<Uint8Array | undefined> => {
  if (!isVideo(row)) {
    const found = await kysely.selectFrom('blobs').select('bytes').where('name', '=', row.name).executeTakeFirst()
    return found?.bytes
  }
  const parts: Uint8Array[] = []
  for await (const part of readParts(kysely, row.name, { from: 0, to: row.size - 1 })) parts.push(part)
  return Buffer.concat(parts)
}

const intoBucket = async (database: Database, bucket: Bucket, row: BlobRow): Promise<boolean> => {
  const bytes = await bytesOf(database, row)
  if (!bytes) return false
  const object = await bucket.put(bytes, row.type)
  // Reads it again: what is deleted here has to be there.
  await bucket.get(object)
  return database.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('blobs')
      .set({ object, bytes: new Uint8Array() })
      .where('name', '=', row.name)
      .where('object', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (isVideo(row)) await trx.deleteFrom('blobs').where('name', 'in', partNames(row.name, row.size)).execute()
    return true
  })
}

const withBytes = async (trx: Trx, row: BlobRow, bytes: Uint8Array): Promise<boolean> => {
  const own = trx.updateTable('blobs').where('name', '=', row.name).where('object', '=', row.object)
  const { numUpdatedRows } = await own
    .set({ object: null, bytes: isVideo(row) ? new Uint8Array() : bytes })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (isVideo(row)) await insertParts(trx, row.media, { ...row, bytes })
  return true
}

const intoDatabase = async (database: Database, bucket: Bucket, row: BlobRow): Promise<boolean> => {
  const bytes = await bucket.get(row.object ?? '')
  return database.transaction((trx) => withBytes(trx, row, bytes))
}

/**
 * Moves the bytes of all media into the bucket, or out of it, one file at a time while the site runs. Each is read again before its
 * former place is given up; a second run goes on where one was cut off. Throws `Unavailable` when the bucket cannot be used.
 */
export const moveMedia = async (
  database: Database,
  bucket: Bucket,
  to: 'bucket' | 'database',
  onFile: (moved: MovedMedia) => void = () => {},
): Promise<MovedMedia> => {
  const moved = { files: 0, bytes: 0 }
  const elsewhere = await blobs(database)
    .where('object', to === 'bucket' ? 'is' : 'is not', null)
    .orderBy('name')
    .execute()
  for (const row of elsewhere) {
    if (/-part\d+$/.test(row.name)) continue
    const done = await (to === 'bucket' ? intoBucket : intoDatabase)(database, bucket, row)
    if (!done) continue
    moved.files += 1
    moved.bytes += row.size
    onFile(moved)
  }
  return moved
}

const usage = 'media move bucket | database'

/** Moves the bytes of all media into the bucket or out of it, also while the site runs. */
export const mediaCommand = async (
  argv: readonly string[],
  config: Config,
  open: (config: Config) => Promise<Database>,
): Promise<CommandOutput> => {
  const { args, wrong } = readArgs(argv, [], usage)
  const [verb, to, ...more] = args
  if (verb !== 'move' || (to !== 'bucket' && to !== 'database') || more.length > 0) throw wrong()
  if (!config.bucket)
    throw new ConfigError(['S3_BUCKET: missing; it names the bucket that files are moved into, or out of.'])
  const bucket = createBucket(config.bucket)
  const database = await open(config)
  try {
    const moved = await moveMedia(database, bucket, to)
    const where = to === 'bucket' ? `the bucket ${bucket.place}` : 'the database'
    const size = `${(moved.bytes / 1e6).toFixed(1)} MB`
    const lines = [
      moved.files === 0 ? `All files are in ${where} already.` : `Moved ${moved.files} files (${size}) into ${where}.`,
    ]
    if (to === 'database')
      lines.push('Before the next upload, unset S3_BUCKET and the settings beside it, and restart.')
    return { data: { to, ...moved }, lines }
  } finally {
    await database.close()
  }
}

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

/** Sentences about files that a store has in a bucket and that cannot be read there. Only reads. */
export const missingFiles = async (config: Config): Promise<string[]> => {
  const rows = await readOnly(config, (query) => query('select object from blobs where object is not null'))
  if (rows.length === 0) return []
  if (!config.bucket)
    return [`${rows.length} files are in a bucket, and cannot be shown without it. Set S3_BUCKET as it was.`]
  const bucket = createBucket(config.bucket)
  const missing = new Set(rows.map(({ object }) => String(object)))
  try {
    for await (const { name } of bucket.list()) missing.delete(name)
  } catch (error) {
    return [`${rows.length} files are in a bucket. ${(error as Error).message}`]
  }
  return missing.size === 0
    ? []
    : [`${missing.size} of ${rows.length} files are not in the bucket ${bucket.place} any more. Upload them again.`]
}
