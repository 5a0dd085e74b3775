import { Invalid } from '../../model/errors.ts'
import { regionOf } from '../../model/media/crop.ts'
import { smallestCrop } from '../../model/media/media-item.ts'
import type { Database } from '../db/database.ts'
import type { EncodedImage } from './image-job.ts'
import type { ImageProcess } from './image-process.ts'
import { encodeSource, regenerateRendition } from './regenerate-rendition.ts'
import { findRendition, type RenditionSource } from './renditions.ts'

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
  const region = whole && source.crop ? regionOf(source.crop, whole) : undefined
  if (region && Math.min(region.width, region.height) < smallestCrop)
    throw new Invalid({ crop: `Leave at least ${smallestCrop} × ${smallestCrop} pixels of the image.` })
  return encodeSource(kysely, parts.images, source)
}
