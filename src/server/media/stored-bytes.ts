import type { Reader } from '../db/database.ts'
import { isVariantName, originalName, type VariantWidths, variantName } from './media-row.ts'

export interface StoredBytes {
  type: string
  bytes: Uint8Array
}

export interface Variant extends StoredBytes {
  /** Another one is shown instead: served for the grace period, and not kept in memory. */
  superseded?: boolean
}

export const gracePeriodMs = 3_600_000

/** Undefined when its image is in the trash, or superseded for longer than the grace period. */
export const readVariant = async (reader: Reader, name: string): Promise<Variant | undefined> => {
  if (!isVariantName(name)) return undefined
  const found = await reader
    .selectFrom('renditions')
    .innerJoin('media', 'media.id', 'renditions.media')
    .innerJoin('blobs', 'blobs.media', 'media.id')
    .select(['blobs.type', 'blobs.bytes', 'renditions.retired_at'])
    .where('renditions.stem', '=', name.slice(0, 16))
    .where('blobs.name', '=', name)
    .where('media.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { type, bytes, retired_at } = found
  if (retired_at !== null && Date.parse(retired_at) + gracePeriodMs < Date.now()) return undefined
  return { type, bytes, superseded: retired_at !== null }
}

export const readOriginal = (reader: Reader, mediaId: string, hash: string): Promise<StoredBytes | undefined> =>
  reader
    .selectFrom('blobs')
    .select(['type', 'bytes'])
    .where('name', '=', originalName(mediaId, hash))
    .executeTakeFirst()

export const readThumbnail = async (
  reader: Reader,
  mediaId: string,
  stem: string,
): Promise<StoredBytes | undefined> => {
  const rendition = await reader
    .selectFrom('renditions')
    .select('variants')
    .where('stem', '=', stem)
    .where('media', '=', mediaId)
    .executeTakeFirst()
  if (!rendition) return undefined
  const [width = 0] = (JSON.parse(rendition.variants) as VariantWidths).webp
  return reader
    .selectFrom('blobs')
    .select(['type', 'bytes'])
    .where('name', '=', variantName(stem, width, 'webp'))
    .executeTakeFirst()
}
