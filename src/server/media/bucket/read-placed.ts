import { Unavailable } from '../../../model/errors.ts'
import type { Bucket } from './bucket.ts'
import type { PlacedBytes } from './place-bytes.ts'

/** The bucket. Throws `Unavailable` when none is set up. */
export const needBucket = (bucket: Bucket | undefined): Bucket => {
  if (!bucket) throw new Unavailable('This file is in a bucket, and no bucket is set up. Set S3_BUCKET as it was.')
  return bucket
}

/** Bytes from where their row says that they are. */
export const readPlaced = async (
  bucket: Bucket | undefined,
  { bytes, object }: Pick<PlacedBytes, 'bytes' | 'object'>,
): Promise<Uint8Array> => (object === null ? bytes : needBucket(bucket).get(object))
