import { statfs } from 'node:fs/promises'

export const megabyte = 2 ** 20

/** Bytes that may still be written where a folder is. Rejects where that cannot be seen. */
export const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
