import { Invalid, Unavailable } from '../../model/errors.ts'
import { regionOf } from '../../model/media/crop.ts'
import { endingOf, smallestCrop } from '../../model/media/media-item.ts'
import { type PlacedImage, placeImage } from './bucket.ts'
import type { MediaParts } from './media-parts.ts'
import { findRendition, insertVariants, isWhole, type RenditionSource } from './renditions.ts'
import { readOriginal } from './stored-bytes.ts'

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
