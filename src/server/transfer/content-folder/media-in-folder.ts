import { opendir } from 'node:fs/promises'
import path from 'node:path'
import { uploadLimits } from '../../../model/media/upload-limits.ts'
import { z } from '../../../model/zod.ts'
import type { Reader } from '../../db/database.ts'
import { readRegular } from '../../process/regular-file.ts'
import { ImportRefused } from '../import/content-file.ts'
import { clearedFileName, sha256 } from './blocks-file.ts'

const mostFiles = 50_000
/** Nothing larger is in Media. */
const largest = Math.max(...Object.values(uploadLimits).map(({ bytes }) => bytes))

const namesIn = async (folder: string): Promise<string[]> => {
  const names: string[] = []
  for await (const { name } of await opendir(folder).catch(() => [])) {
    if (names.push(name) > mostFiles) throw new ImportRefused({ media: `It has more than ${mostFiles} files.` })
  }
  return names.sort()
}

/** Undefined for what is no file of a media item, such as a link out of the folder, which is not read. */
const hashOf = (file: string, folder: string): string | undefined => {
  try {
    return sha256(readRegular(file, largest, { within: folder }))
  } catch {
    return undefined
  }
}

const clearedIn = (folder: string): Map<string, string> => {
  try {
    const text = readRegular(path.join(folder, clearedFileName), 2 ** 24, { within: folder }).toString()
    return new Map(Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(text))))
  } catch {
    return new Map()
  }
}

/** The id of the media item here that a file of the folder stands for, by its path in the folder. */
export type MediaAt = (file: string) => string

/**
 * Finds the media items of this site that have the same content as the files in `media/` of a folder: in another store they have other
 * ids. A file that is none of them is answered as its path, which no item has, and what is no file as its name without the ending.
 */
export const mediaInFolder = async (folder: string, reader: Reader): Promise<MediaAt> => {
  const files = await namesIn(path.join(folder, 'media'))
  const rows = await reader
    .selectFrom('media')
    .innerJoin('renditions', 'renditions.stem', 'media.rendition')
    .select(['media.id', 'renditions.original'])
    .where('media.deleted_at', 'is', null)
    .orderBy('media.id')
    .execute()
  const found = new Map<string, string>()
  const cleared = clearedIn(folder)
  for (const file of files) {
    const hash = hashOf(path.join(folder, 'media', file), folder)
    const { name } = path.parse(file)
    const same = rows.filter(({ original }) => hash && (original === hash || original === cleared.get(hash)))
    const id = (same.find((row) => row.id === name) ?? same[0])?.id ?? `media/${file}`
    found.set(`media/${file}`, id)
    found.set(name, id)
  }
  return (file) => found.get(file) ?? found.get(path.parse(file).name) ?? path.parse(file).name
}
