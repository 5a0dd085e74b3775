import path from 'node:path'
import { VitrineError } from '../../../model/errors.ts'
import type { Content } from '../../../model/publishing/published-content.ts'
import type { Reader } from '../../db/database.ts'
import { blocksFileSchema, blocksFilesIn, blocksHash, contentFileName, sha256 } from '../content-folder/blocks-file.ts'
import { mediaInFolder } from '../content-folder/media-in-folder.ts'
import { readBlocks, readText } from '../content-folder/read-blocks.ts'
import { parseJson } from '../import/content-file.ts'

const tried = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Throws when a text of the export in the folder was edited and is not what the site has: the next export would replace it. */
export const assertUnedited = async (folder: string, content: Content, reader: Reader): Promise<void> => {
  const text = tried(() => readText(path.join(folder, contentFileName), folder))
  if (!text) return
  const mediaAt = await mediaInFolder(folder, reader)
  const edited: string[] = []
  for (const { path: at, entry, field, value } of blocksFilesIn(parseJson(text))) {
    const { success, data } = blocksFileSchema.safeParse(value)
    const own = success ? tried(() => readText(path.join(folder, data.file), folder)) : undefined
    if (!success || own === undefined || sha256(own) === data.text) continue
    const list = Reflect.get(content, at.split('.')[0] ?? '') as readonly { id: string }[]
    const published = list.find(({ id }) => id === entry.id)
    const blocks = tried(() => readBlocks(own, data.file, mediaAt))
    const isImported = blocks && published && blocksHash(blocks) === blocksHash(Reflect.get(published, field))
    if (!isImported) edited.push(data.file)
  }
  if (edited.length > 0)
    throw new VitrineError(
      'invalid',
      `Edited since the last export: ${edited.join(', ')}. Import ${folder} first, or name another folder.`,
    )
}
