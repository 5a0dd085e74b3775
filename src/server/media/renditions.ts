import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { Invalid, Unavailable } from '../../model/errors.ts'
import { regionOf } from '../../model/media/crop.ts'
import { endingOf, kindOf, smallestCrop } from '../../model/media/media-item.ts'
import type { Crop } from '../../model/media/published-image.ts'
import type { Reader, Trx } from '../db/database.ts'
import type { RenditionsTable } from '../db/tables.ts'
import { sha256 } from '../process/sha256.ts'
import { type PlacedBytes, type PlacedImage, placeImage } from './bucket.ts'
import { type MediaRow, newMediaItem, originalName, type VariantWidths, variantName, widthsOf } from './media-row.ts'
import { insertParts, type MediaParts, readOriginal } from './stored-bytes.ts'

type Rendition = Selectable<RenditionsTable>

/** An original, by its SHA-256, and a crop. */
interface RenditionSource {
  media: string
  original: string
  crop: Crop | null
}

export const findRendition = (
  reader: Reader,
  { media, original, crop }: RenditionSource,
): Promise<Rendition | undefined> =>
  reader
    .selectFrom('renditions')
    .selectAll()
    .where('media', '=', media)
    .where('original', '=', original)
    .where('crop', crop === null ? 'is' : '=', crop === null ? null : JSON.stringify(crop))
    .executeTakeFirst()

/** Made from the content's hash, so that a name never gets another content. Sixteen digits are unique among any number of uploads. */
const freeStem = async (trx: Trx, { media, original, crop }: RenditionSource) => {
  const stem = (crop === null ? original : sha256(original + JSON.stringify(crop))).slice(0, 16)
  const taken = await trx.selectFrom('renditions').select('stem').where('stem', '=', stem).executeTakeFirst()
  return taken ? sha256(media + stem).slice(0, 16) : stem
}

/** True while all its variants are stored; `cleanUpMedia` deletes unused ones. A file served as it is stored has none. */
export const isWhole = ({ type, variants }: Pick<Rendition, 'type' | 'variants'>): boolean =>
  endingOf(type) !== undefined || (JSON.parse(variants) as VariantWidths).avif.length > 0

export const insertBlob = (
  trx: Trx,
  media: string,
  { name, type, bytes, size, object }: { name: string; type: string } & PlacedBytes,
) =>
  trx
    .insertInto('blobs')
    .values({ name, type, bytes, size, object, media })
    .onConflict((name) => name.doNothing())
    .execute()

const insertVariants = async (
  trx: Trx,
  { stem, media }: Pick<Rendition, 'stem' | 'media'>,
  { variants }: PlacedImage,
): Promise<void> => {
  for (const { width, format, ...placed } of variants)
    await insertBlob(trx, media, { name: variantName(stem, width, format), type: `image/${format}`, ...placed })
  const own = trx.updateTable('renditions').where('stem', '=', stem)
  await own.set({ variants: JSON.stringify(widthsOf(variants)) }).execute()
}

export const insertOriginal = async (
  trx: Trx,
  { media, original, type, placed }: { media: string; original: string; type: string; placed: PlacedBytes },
): Promise<void> => {
  const name = originalName(media, original)
  const known = await trx.selectFrom('blobs').select('name').where('name', '=', name).executeTakeFirst()
  if (known) return
  const inParts = kindOf(type) === 'video' && placed.object === null
  await insertBlob(trx, media, { name, type, ...placed, ...(inParts && { bytes: new Uint8Array() }) })
  if (inParts) await insertParts(trx, media, { name, type, bytes: placed.bytes })
}

export const insertRendition = async (trx: Trx, source: RenditionSource, encoded: PlacedImage): Promise<Rendition> => {
  const { media, original, crop } = source
  const { width, height, type, placeholder, variants } = encoded
  const row: Rendition = {
    stem: await freeStem(trx, source),
    media,
    original,
    type,
    crop: crop === null ? null : JSON.stringify(crop),
    width,
    height,
    placeholder,
    variants: JSON.stringify(widthsOf(variants)),
    retired_at: null,
  }
  await trx.insertInto('renditions').values(row).execute()
  await insertVariants(trx, row, encoded)
  return row
}

/**
 * Marks the current rendition of a media item, and its others as superseded. Throws `Unavailable` when the variants of the current one
 * were deleted in the meantime.
 */
export const showRendition = async (trx: Trx, mediaId: string, now: string): Promise<void> => {
  const shown = await trx
    .selectFrom('renditions')
    .innerJoin('media', 'media.rendition', 'renditions.stem')
    .select(['renditions.stem', 'renditions.type', 'renditions.variants', 'media.deleted_at'])
    .where('media.id', '=', mediaId)
    .executeTakeFirstOrThrow()
  if (shown.deleted_at === null && !isWhole(shown))
    throw new Unavailable('This image has to be prepared again. Try again in a moment.')
  const own = trx.updateTable('renditions').where('media', '=', mediaId)
  await own.set({ retired_at: null }).where('stem', '=', shown.stem).execute()
  await own.set({ retired_at: now }).where('stem', '!=', shown.stem).where('retired_at', 'is', null).execute()
}

interface NewMediaItem {
  original: PlacedBytes
  /** SHA-256, hexadecimal. */
  hash: string
  encoded: PlacedImage
  name: string
  alt: string
}

export const insertMediaItem = async (
  trx: Trx,
  { original, hash, encoded, name, alt }: NewMediaItem,
): Promise<MediaRow> => {
  const source = { media: uuid(), original: hash, crop: null }
  const item = { id: source.media, rendition: await freeStem(trx, source), ...newMediaItem({ name, alt }) }
  await trx.insertInto('media').values(item).execute()
  await insertOriginal(trx, { ...source, type: encoded.type, placed: original })
  const { stem: _, media: __, retired_at: ___, ...shown } = await insertRendition(trx, source, encoded)
  return { ...item, ...shown, size: original.size }
}

/** Encodes a crop of an original, or all of it, and stores what needs no transaction. Throws `Unavailable` without the original, and what `ImageProcess.encode` throws. */
const encodeSource = async (parts: MediaParts, { crop, ...source }: RenditionSource): Promise<PlacedImage> => {
  const whole = await findRendition(parts.database.kysely, { ...source, crop: null })
  const stored = await readOriginal(parts, source.media, source.original)
  if (!whole || !stored) throw new Unavailable('The original of this image is not there.')
  const encoded = await parts.images.encode(stored.bytes, crop ? regionOf(crop, whole) : undefined)
  return placeImage(parts.bucket, encoded)
}

/** Makes the deleted variants of a rendition again. Throws as `encodeSource` does. */
export const regenerateRendition = async (parts: MediaParts, stem: string): Promise<void> => {
  const { database } = parts
  const row = await database.kysely.selectFrom('renditions').selectAll().where('stem', '=', stem).executeTakeFirst()
  if (!row || isWhole(row)) return
  const crop = row.crop === null ? null : JSON.parse(row.crop)
  const encoded = await encodeSource(parts, { ...row, crop })
  await database.change((trx) => insertVariants(trx, row, encoded))
}

/** Encodes a crop of an original; undefined when its variants are stored already. Throws `Invalid` for a tiny crop. */
export const prepareCrop = async (parts: MediaParts, source: RenditionSource): Promise<PlacedImage | undefined> => {
  const { kysely } = parts.database
  const known = await findRendition(kysely, source)
  if (known) {
    await regenerateRendition(parts, known.stem)
    return undefined
  }
  const whole = await findRendition(kysely, { ...source, crop: null })
  if (whole && source.crop && endingOf(whole.type) !== undefined)
    throw new Invalid({ crop: 'This file cannot be cropped here. Crop it in another program, and replace it.' })
  const region = whole && source.crop ? regionOf(source.crop, whole) : undefined
  if (region && Math.min(region.width, region.height) < smallestCrop)
    throw new Invalid({ crop: `Leave at least ${smallestCrop} × ${smallestCrop} pixels of the image.` })
  return encodeSource(parts, source)
}
