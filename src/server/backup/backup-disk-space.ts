import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Unavailable } from '../../model/errors.ts'
import { readOnly } from '../db/read-only.ts'
import { makeFolder } from '../process/private-files.ts'
import type { BackupSource } from './make-backup.ts'

const megabyte = 2 ** 20

const sizeOfStore = async (source: BackupSource) => {
  if (source.databaseUrl !== undefined) {
    const [row] = await readOnly(source, (query) => query('select pg_database_size(current_database()) as size'))
    return Number(row?.size ?? 0)
  }
  return (await stat(path.join(source.dataDir, 'vitrine.db'))).size
}

/** Throws `Unavailable`, with the figures, unless a backup fits and `reserve` bytes remain. */
export const assertDiskSpace = async (source: BackupSource, reserve: number): Promise<void> => {
  await makeFolder(source.dataDir, 0o700)
  const { bavail, bsize } = await statfs(source.dataDir)
  // For the copy and the backup made from it: images cannot be compressed.
  const needed = 2 * (await sizeOfStore(source)) + reserve
  if (bavail * bsize < needed)
    throw new Unavailable(
      `A backup needs ${Math.ceil(needed / megabyte)} MB where ${path.resolve(source.dataDir)} is, and ${Math.floor((bavail * bsize) / megabyte)} MB are free. Make room, or move old backups elsewhere.`,
    )
}
