import { regionOf } from '../../model/crop.ts'
import { Invalid } from '../../model/errors.ts'
import { smallestCrop } from '../../model/medium.ts'
import type { Database } from '../db/database.ts'
import type { EncodedPicture } from './picture-job.ts'
import type { PictureProcess } from './picture-process.ts'
import { findRendition, type RenditionSource } from './renditions.ts'
import { encodeSource, reviveRendition } from './revive-rendition.ts'

/**
 * What a crop shows of an original, made anew; undefined when it was made before. Throws `Invalid` when hardly anything
 * would be left.
 */
export const prepareCrop = async (
  parts: { database: Database; pictures: PictureProcess },
  source: RenditionSource,
): Promise<EncodedPicture | undefined> => {
  const { kysely } = parts.database
  const known = await findRendition(kysely, source)
  if (known) {
    await reviveRendition(parts, known.stem)
    return undefined
  }
  const whole = await findRendition(kysely, { ...source, crop: null })
  const region = whole && source.crop ? regionOf(source.crop, whole) : undefined
  if (region && Math.min(region.width, region.height) < smallestCrop)
    throw new Invalid({ crop: `Leave at least ${smallestCrop} × ${smallestCrop} pixels of the picture.` })
  return encodeSource(kysely, parts.pictures, source)
}
