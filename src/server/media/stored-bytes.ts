import { endingOf, fileUrl, kindOf } from '../../model/media/media-item.ts'
import type { Reader } from '../db/database.ts'
import { fileUrlOf, isVariantName, originalName, type VariantWidths, variantName } from './media-row.ts'

export interface StoredBytes {
  type: string
  bytes: Uint8Array
}

export interface Variant extends StoredBytes {
  /** Another one is shown instead: served for the grace period, and not kept in memory. */
  superseded?: boolean
  /** Name under which a file is downloaded. */
  fileName?: string
  /** URL of the file that took its place. */
  movedTo?: string
}

export const gracePeriodMs = 3_600_000

const isOver = (retiredAt: string | null) => retiredAt !== null && Date.parse(retiredAt) + gracePeriodMs < Date.now()

/** A file that is served as it is stored. Links to a replaced PDF, in emails for example, lead to the present one. */
const readFile = async (reader: Reader, stem: string, ending: string): Promise<Variant | undefined> => {
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
  const { id, name, rendition, original, type, retired_at, presentType } = found
  if (kindOf(type) === 'file' && rendition !== stem)
    return { type, bytes: new Uint8Array(), movedTo: fileUrlOf({ rendition, type: presentType }) ?? '/' }
  const stored = isOver(retired_at) ? undefined : await readOriginal(reader, id, original)
  return (
    stored && { ...stored, superseded: retired_at !== null, ...(kindOf(type) === 'file' ? { fileName: name } : {}) }
  )
}

/** Undefined when its media item is in the trash, or it is superseded for longer than the grace period. */
export const readVariant = async (reader: Reader, name: string): Promise<Variant | undefined> => {
  const [, stem, ending] = fileUrl.exec(`/media/${name}`) ?? []
  if (stem !== undefined && ending !== undefined) return readFile(reader, stem, ending)
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
  if (!found || isOver(found.retired_at)) return undefined
  const { type, bytes, retired_at } = found
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
    .select(['original', 'type', 'variants'])
    .where('stem', '=', stem)
    .where('media', '=', mediaId)
    .executeTakeFirst()
  if (!rendition || kindOf(rendition.type) === 'file') return undefined
  if (endingOf(rendition.type)) return readOriginal(reader, mediaId, rendition.original)
  const [width = 0] = (JSON.parse(rendition.variants) as VariantWidths).webp
  return reader
    .selectFrom('blobs')
    .select(['type', 'bytes'])
    .where('name', '=', variantName(stem, width, 'webp'))
    .executeTakeFirst()
}
