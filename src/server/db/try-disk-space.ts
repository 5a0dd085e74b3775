import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Enough for a save, its place in the write-ahead log and the log's index. */
const requiredBytes = 256 * 1024

export const hasDiskSpace = async (dataDir: string): Promise<boolean> => {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize >= requiredBytes
}

/** Writes as much and deletes it; rejects when that fails. */
export const tryDiskSpace = async (dataDir: string): Promise<void> => {
  const file = path.join(dataDir, 'room.try')
  try {
    await writeFile(file, Buffer.alloc(requiredBytes, 1), { mode: 0o600, flush: true })
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}
