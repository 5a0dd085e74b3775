import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { endingOf, fileUrl, kindOf } from '../../model/media/media-item.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import { type Bucket, needBucket, readPlaced } from './bucket.ts'
import type { ImageProcess } from './image-process.ts'
import { fileUrlOf, isVariantName, originalName, type VariantWidths, variantName } from './media-row.ts'

/** Places of media: rows in the database, and bytes in it or in the bucket. */
interface MediaStore {
  database: Database
  /** Undefined when no bucket is set up. */
  bucket?: Bucket | undefined
}

/** Parts that media are made with. */
export interface MediaParts extends MediaStore {
  images: ImageProcess
}

/** Size of a part in bytes. Stored videos are cut by it, so that it stays as it is. */
export const partBytes = 128 * 1024

const partName = (name: string, index: number) => `${name}-part${index}`

/** Names of the parts of a stored video of `size` bytes. */
export const partNames = (name: string, size: number): string[] =>
  Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => partName(name, index))

/** Stores the parts of a video, one row for each. */
export const insertParts = async (
  trx: Trx,
  media: string,
  { name, type, bytes }: { name: string; type: string; bytes: Uint8Array },
): Promise<void> => {
  for (let at = 0, index = 0; at < bytes.byteLength; at += partBytes, index += 1) {
    const part = bytes.subarray(at, at + partBytes)
    const row = { name: partName(name, index), media, type, bytes: part, size: part.byteLength }
    await trx.insertInto('blobs').values(row).execute()
  }
}

/** Parts in one turn of the event loop, for all readers together: hundreds of them would fill it, and a visit wait for seconds. */
const partsAtOnce = 4

const limit = pLimit(partsAtOnce)

const readPart = (reader: Reader, name: string, index: number): Promise<Uint8Array | undefined> =>
  new Promise((resolve, reject) => {
    void limit(async () => {
      const part = reader.selectFrom('blobs').select('bytes').where('name', '=', partName(name, index))
      await part.executeTakeFirst().then((found) => resolve(found?.bytes), reject)
      // The reader has its part at once; the next one comes in another turn.
      await setImmediate()
    })
  })

/** The bytes from `from` to `to`, the last one included, in pieces of at most `partBytes`. Throws when a part is not there any more. */
export async function* readParts(
  reader: Reader,
  name: string,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Uint8Array> {
  for (let index = Math.floor(from / partBytes); index * partBytes <= to; index += 1) {
    const part = await readPart(reader, name, index)
    if (!part) throw new Error(`Part ${index} of ${name} is not stored.`)
    const start = index * partBytes
    yield part.subarray(Math.max(0, from - start), to + 1 - start)
  }
}

export interface StoredBytes {
  type: string
  bytes: Uint8Array
}

export interface Variant extends StoredBytes {
  /** Id of its media item. */
  media: string
  /** Stem of the rendition that the item shows now. */
  rendition: string
  /** Another one is shown instead: served for the grace period, and not kept in memory. */
  superseded?: boolean
  /** Name under which a file is downloaded. */
  fileName?: string
  /** URL of the file that took its place. */
  movedTo?: string
}

const gracePeriodMs = 3_600_000

const isOver = (retiredAt: string | null) => retiredAt !== null && Date.parse(retiredAt) + gracePeriodMs < Date.now()

/** The media item outside the trash that has or had a file of this name. */
const findFile = async (reader: Reader, stem: string, ending: string) => {
  const found = await reader
    .selectFrom('renditions')
    .innerJoin('media', 'media.id', 'renditions.media')
    .innerJoin('renditions as present', 'present.stem', 'media.rendition')
    .select(['media.id', 'media.name', 'media.rendition', 'renditions.original', 'renditions.type'])
    .select(['renditions.retired_at', 'present.type as presentType'])
    .where('renditions.stem', '=', stem)
    .where('media.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found || endingOf(found.type) !== ending) return undefined
  const { rendition, presentType } = found
  // Links to a replaced PDF or video, in emails for example, lead to the present one.
  const isMoved = kindOf(found.type) !== 'image' && rendition !== stem
  return { ...found, movedTo: isMoved ? (fileUrlOf({ rendition, type: presentType }) ?? '/') : undefined }
}

/** A file that is served as it is stored. */
const readFile = async (store: MediaStore, stem: string, ending: string): Promise<Variant | undefined> => {
  const found = await findFile(store.database.kysely, stem, ending)
  if (!found) return undefined
  const { id, name, rendition, original, type, retired_at, movedTo } = found
  if (movedTo !== undefined) return { media: id, rendition, type, bytes: new Uint8Array(), movedTo }
  const stored = isOver(retired_at) ? undefined : await readOriginal(store, id, original)
  return (
    stored && {
      media: id,
      rendition,
      ...stored,
      superseded: retired_at !== null,
      ...(kindOf(type) === 'image' ? {} : { fileName: name }),
    }
  )
}

/** Undefined when its media item is in the trash, or it is superseded for longer than the grace period. */
export const readVariant = async (store: MediaStore, name: string): Promise<Variant | undefined> => {
  const [, stem, ending] = fileUrl.exec(`/media/${name}`) ?? []
  if (stem !== undefined && ending !== undefined) return readFile(store, stem, ending)
  if (!isVariantName(name)) return undefined
  const found = await store.database.kysely
    .selectFrom('renditions')
    .innerJoin('media', 'media.id', 'renditions.media')
    .innerJoin('blobs', 'blobs.media', 'media.id')
    .select(['media.id', 'media.rendition', 'blobs.type', 'blobs.bytes', 'blobs.object', 'renditions.retired_at'])
    .where('renditions.stem', '=', name.slice(0, 16))
    .where('blobs.name', '=', name)
    .where('media.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found || isOver(found.retired_at)) return undefined
  const { id: media, rendition, type, retired_at } = found
  const bytes = await readPlaced(store.bucket, found)
  return { media, rendition, type, bytes, superseded: retired_at !== null }
}

/** A video is put together from its parts: for an export, and for the owner. */
export const readOriginal = async (
  store: MediaStore,
  mediaId: string,
  hash: string,
): Promise<StoredBytes | undefined> => {
  const name = originalName(mediaId, hash)
  const found = await store.database.kysely
    .selectFrom('blobs')
    .select(['type', 'bytes', 'object', 'size'])
    .where('name', '=', name)
    .executeTakeFirst()
  if (!found) return undefined
  const { type } = found
  if (kindOf(type) !== 'video' || found.object !== null) return { type, bytes: await readPlaced(store.bucket, found) }
  const parts: Uint8Array[] = []
  for await (const part of readParts(store.database.kysely, name, { from: 0, to: found.size - 1 })) parts.push(part)
  return { type, bytes: Buffer.concat(parts) }
}

export const readThumbnail = async (
  store: MediaStore,
  mediaId: string,
  stem: string,
): Promise<StoredBytes | undefined> => {
  const { kysely } = store.database
  const rendition = await kysely
    .selectFrom('renditions')
    .select(['original', 'type', 'variants'])
    .where('stem', '=', stem)
    .where('media', '=', mediaId)
    .executeTakeFirst()
  if (!rendition || kindOf(rendition.type) !== 'image') return undefined
  if (endingOf(rendition.type)) return readOriginal(store, mediaId, rendition.original)
  const [width = 0] = (JSON.parse(rendition.variants) as VariantWidths).webp
  const found = await kysely
    .selectFrom('blobs')
    .select(['type', 'bytes', 'object'])
    .where('name', '=', variantName(stem, width, 'webp'))
    .executeTakeFirst()
  return found && { type: found.type, bytes: await readPlaced(store.bucket, found) }
}

interface VideoItem {
  /** Id of its media item. */
  media: string
  /** Stem of the rendition that the item shows now. */
  rendition: string
}

/** A stored video, of which only what is asked for is read. */
export interface StoredVideo extends VideoItem {
  type: string
  /** In bytes. */
  size: number
  fileName: string
  /** The bytes from `from` to `to`, the last one included, in pieces. Rejects with `Unavailable` when they cannot be had. */
  read(from: number, to: number): Promise<AsyncIterable<Uint8Array>>
}

/** Finds a video by its name in URLs; `movedTo` is the URL of the one that took its place. Undefined when it is in the trash, or none. */
export const findVideo = async (
  { database: { kysely }, bucket }: MediaStore,
  name: string,
): Promise<StoredVideo | (VideoItem & { movedTo: string }) | undefined> => {
  const [, stem = '', ending = ''] = fileUrl.exec(`/media/${name}`) ?? []
  const found = await findFile(kysely, stem, ending)
  if (!found) return undefined
  const { id, rendition, original, movedTo, name: fileName, type } = found
  const item = { media: id, rendition }
  if (movedTo !== undefined) return { ...item, movedTo }
  const stored = originalName(id, original)
  const row = await kysely.selectFrom('blobs').select(['size', 'object']).where('name', '=', stored).executeTakeFirst()
  if (!row) return undefined
  const { size, object } = row
  const read = async (from: number, to: number) =>
    object === null ? readParts(kysely, stored, { from, to }) : needBucket(bucket).read(object, { from, to })
  return { ...item, type, size, fileName, read }
}

/** First and last byte of a part of a file, both included. */
interface ByteRange {
  from: number
  to: number
}

/**
 * Reads a `Range` header for `size` bytes: a part, `unsatisfiable`, or undefined for the whole file. A header that is no single range
 * of bytes is ignored, which RFC 9110 (14.2) allows.
 */
export const byteRange = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from >= size ? 'unsatisfiable' : { from, to }
}
