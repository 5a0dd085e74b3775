import { readOnly } from '../../db/read-only.ts'
import type { Config } from '../../process/config.ts'
import { createBucket } from './bucket.ts'

/** Sentences about files that a store has in a bucket and that cannot be read there. Only reads. */
export const missingFiles = async (config: Config): Promise<string[]> => {
  const rows = await readOnly(config, (query) => query('select object from blobs where object is not null'))
  if (rows.length === 0) return []
  if (!config.bucket)
    return [`${rows.length} files are in a bucket, and cannot be shown without it. Set S3_BUCKET as it was.`]
  const bucket = createBucket(config.bucket)
  const missing = new Set(rows.map(({ object }) => String(object)))
  try {
    for await (const { name } of bucket.list()) missing.delete(name)
  } catch (error) {
    return [`${rows.length} files are in a bucket. ${(error as Error).message}`]
  }
  return missing.size === 0
    ? []
    : [`${missing.size} of ${rows.length} files are not in the bucket ${bucket.place} any more. Upload them again.`]
}
