import { open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'

/** In bytes: enough for a save, its place in the log and the log's index. */
const requiredBytes = 256 * 1024

/** True when there is disk space for that, as far as can be seen without writing. */
export const hasDiskSpace = async (dataDir: string): Promise<boolean> => {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize >= requiredBytes
}

/** Writes so much beside the data and takes it away again; rejects when there is no room for it, or no writing. */
export const tryDiskSpace = async (dataDir: string): Promise<void> => {
  const file = path.join(dataDir, 'room.try')
  try {
    const handle = await open(file, 'w', 0o600)
    try {
      await handle.writeFile(Buffer.alloc(requiredBytes, 1))
      await handle.sync()
    } finally {
      await handle.close()
    }
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}
