import pLimit from 'p-limit'
import type { EncodedImage } from '../image-job.ts'
import type { Bucket } from './bucket.ts'

/** Bytes as their row has them: in it, or in an object of the bucket. */
export interface PlacedBytes {
  /** Empty when they are in an object. */
  bytes: Uint8Array
  size: number
  /** Name of the object; null when the row has the bytes. */
  object: string | null
}

/** An encoded image whose variants have their places. */
export type PlacedImage = Omit<EncodedImage, 'variants'> & {
  variants: (Omit<EncodedImage['variants'][number], 'bytes'> & PlacedBytes)[]
}

/** Objects that are stored at once. */
const atOnce = 6

/**
 * Finds the place of bytes before the transaction that names them: with a bucket, they are in it when this resolves. Throws
 * `Unavailable` when the bucket does not take them.
 */
export const placeBytes = async (bucket: Bucket | undefined, bytes: Uint8Array, type: string): Promise<PlacedBytes> => {
  const size = bytes.byteLength
  return bucket
    ? { bytes: new Uint8Array(), size, object: await bucket.put(bytes, type) }
    : { bytes, size, object: null }
}

/** The same for all variants of an image. */
export const placeImage = async (bucket: Bucket | undefined, image: EncodedImage): Promise<PlacedImage> => {
  const limited = pLimit(atOnce)
  const variants = await Promise.all(
    image.variants.map(({ bytes, ...variant }) =>
      limited(async () => ({ ...variant, ...(await placeBytes(bucket, bytes, `image/${variant.format}`)) })),
    ),
  )
  return { ...image, variants }
}
