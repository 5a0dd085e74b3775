import { regionOf } from '../../model/crop.ts'
import { Invalid, Unavailable } from '../../model/errors.ts'
import { smallestCrop } from '../../model/medium.ts'
import type { Reader } from '../db/database.ts'
import type { EncodedPicture } from './picture-job.ts'
import type { PictureProcess } from './picture-process.ts'
import { findRendition, type RenditionSource } from './renditions.ts'
import { readOriginal } from './stored-bytes.ts'

/**
 * What a crop shows of an original, made anew; undefined when it was made before. Throws `Invalid` when hardly anything
 * would be left.
 */
export const prepareCrop = async (
  reader: Reader,
  pictures: PictureProcess,
  source: RenditionSource,
): Promise<EncodedPicture | undefined> => {
  if (await findRendition(reader, source)) return undefined
  const whole = await findRendition(reader, { ...source, crop: null })
  const stored = await readOriginal(reader, source.media, source.original)
  if (!whole || !stored) throw new Unavailable('The original of this picture is not there.')
  const region = source.crop ? regionOf(source.crop, whole) : undefined
  if (region && Math.min(region.width, region.height) < smallestCrop)
    throw new Invalid({ crop: `Leave at least ${smallestCrop} × ${smallestCrop} pixels of the picture.` })
  return pictures.encode(stored.bytes, region)
}
