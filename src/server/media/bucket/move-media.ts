import { kindOf } from '../../../model/media/media-item.ts'
import type { Database, Trx } from '../../db/database.ts'
import { insertParts, partNames, readParts } from '../video/stored-parts.ts'
import type { Bucket } from './bucket.ts'

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
