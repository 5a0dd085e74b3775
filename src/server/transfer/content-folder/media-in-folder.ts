import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Reader } from '../../db/database.ts'

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part)
  return hash.digest('hex')
}

/** The id of the media item here that a file of the folder stands for, by its path in the folder. */
export type MediaAt = (file: string) => string

/**
 * Finds the media items of this site that have the same content as the files in `media/` of a folder: in another store they have other
 * ids. A file that is none of them is answered as its path, which no item has, and what is no file as its name without the ending.
 */
export const mediaInFolder = async (folder: string, reader: Reader): Promise<MediaAt> => {
  const files = await readdir(path.join(folder, 'media')).catch(() => [])
  const rows = await reader
    .selectFrom('media')
    .innerJoin('renditions', 'renditions.stem', 'media.rendition')
    .select(['media.id', 'renditions.original'])
    .where('media.deleted_at', 'is', null)
    .orderBy('media.id')
    .execute()
  const found = new Map<string, string>()
  for (const file of files) {
    const hash = await hashOf(path.join(folder, 'media', file))
    const { name } = path.parse(file)
    const same = rows.filter(({ original }) => original === hash)
    const id = (same.find((row) => row.id === name) ?? same[0])?.id ?? `media/${file}`
    found.set(`media/${file}`, id)
    found.set(name, id)
  }
  return (file) => found.get(file) ?? found.get(path.parse(file).name) ?? path.parse(file).name
}
