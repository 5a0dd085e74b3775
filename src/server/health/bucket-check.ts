import { createBucket } from '../media/bucket/bucket.ts'
import type { HealthCheck } from './health-check.ts'

const sample = new TextEncoder().encode('Vitrine looks whether it can store, read and delete.')

/** Stores, reads and deletes a small object. */
export const bucketCheck: HealthCheck = {
  name: 'Files',
  run: async ({ config, facts }) => {
    const { inBucket = 0 } = (await facts()) ?? {}
    const files = inBucket === 1 ? 'One file' : `${inBucket} files`
    if (!config.bucket) {
      if (inBucket === 0) return 'Images, videos and files are in the database.'
      throw new Error(
        `${files} cannot be shown: they are in a bucket, and no bucket is set up. Set S3_BUCKET as it was.`,
      )
    }
    const bucket = createBucket(config.bucket)
    const object = await bucket.put(sample, 'text/plain')
    await bucket.get(object)
    await bucket.remove(object)
    return `${files} in the bucket ${bucket.place}, which stores, reads and deletes.`
  },
}
