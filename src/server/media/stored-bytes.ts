import { endingOf, fileUrl, kindOf } from '../../model/media/media-item.ts'
import type { Reader } from '../db/database.ts'
import { readPlaced } from './bucket/read-placed.ts'
import type { MediaStore } from './media-parts.ts'
import { fileUrlOf, isVariantName, originalName, type VariantWidths, variantName } from './media-row.ts'
import { readParts } from './video/stored-parts.ts'

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

export const gracePeriodMs = 3_600_000

const isOver = (retiredAt: string | null) => retiredAt !== null && Date.parse(retiredAt) + gracePeriodMs < Date.now()

/** The media item outside the trash that has or had a file of this name. */
export const findFile = async (reader: Reader, stem: string, ending: string) => {
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
