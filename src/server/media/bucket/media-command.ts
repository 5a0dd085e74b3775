import type { Database } from '../../db/database.ts'
import { type CommandOutput, readArgs } from '../../process/command-args.ts'
import { type Config, ConfigError } from '../../process/config.ts'
import { createBucket } from './bucket.ts'
import { moveMedia } from './move-media.ts'

const usage = 'media move bucket | database'

/** Moves the bytes of all media into the bucket or out of it, also while the site runs. */
export const mediaCommand = async (
  argv: readonly string[],
  config: Config,
  open: (config: Config) => Promise<Database>,
): Promise<CommandOutput> => {
  const { args, wrong } = readArgs(argv, [], usage)
  const [verb, to, ...more] = args
  if (verb !== 'move' || (to !== 'bucket' && to !== 'database') || more.length > 0) throw wrong()
  if (!config.bucket)
    throw new ConfigError(['S3_BUCKET: missing; it names the bucket that files are moved into, or out of.'])
  const bucket = createBucket(config.bucket)
  const database = await open(config)
  try {
    const moved = await moveMedia(database, bucket, to)
    const where = to === 'bucket' ? `the bucket ${bucket.place}` : 'the database'
    const size = `${(moved.bytes / 1e6).toFixed(1)} MB`
    const lines = [
      moved.files === 0 ? `All files are in ${where} already.` : `Moved ${moved.files} files (${size}) into ${where}.`,
    ]
    if (to === 'database')
      lines.push('Before the next upload, unset S3_BUCKET and the settings beside it, and restart.')
    return { data: { to, ...moved }, lines }
  } finally {
    await database.close()
  }
}
