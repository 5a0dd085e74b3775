import { Invalid, Unavailable } from '../../model/errors.ts'
import { regionOf } from '../../model/media/crop.ts'
import { endingOf, smallestCrop } from '../../model/media/media-item.ts'
import type { Database, Reader } from '../db/database.ts'
import type { EncodedImage } from './image-job.ts'
import type { ImageProcess } from './image-process.ts'
import { findRendition, insertVariants, isWhole, type RenditionSource } from './renditions.ts'
import { readOriginal } from './stored-bytes.ts'

/** Encodes a crop of an original, or all of it. Throws `Unavailable` without the original, and what `ImageProcess.encode` throws. */
const encodeSource = async (
  reader: Reader,
  images: ImageProcess,
  { crop, ...source }: RenditionSource,
): Promise<EncodedImage> => {
  const whole = await findRendition(reader, { ...source, crop: null })
  const stored = await readOriginal(reader, source.media, source.original)
  if (!whole || !stored) throw new Unavailable('The original of this image is not there.')
  return images.encode(stored.bytes, crop ? regionOf(crop, whole) : undefined)
}

/** Makes the deleted variants of a rendition again. Throws as `encodeSource` does. */
export const regenerateRendition = async (
  { database, images }: { database: Database; images: ImageProcess },
  stem: string,
): Promise<void> => {
  const row = await database.kysely.selectFrom('renditions').selectAll().where('stem', '=', stem).executeTakeFirst()
  if (!row || isWhole(row)) return
  const crop = row.crop === null ? null : JSON.parse(row.crop)
  const encoded = await encodeSource(database.kysely, images, { ...row, crop })
  await database.change((trx) => insertVariants(trx, row, encoded))
}

/** Encodes a crop of an original; undefined when its variants are stored already. Throws `Invalid` for a tiny crop. */
export const prepareCrop = async (
  parts: { database: Database; images: ImageProcess },
  source: RenditionSource,
): Promise<EncodedImage | undefined> => {
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
  return encodeSource(kysely, parts.images, source)
}
