import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Content } from '../../../model/content/published-content.ts'
import { VitrineError } from '../../../model/errors.ts'
import type { Reader } from '../../db/database.ts'
import { blocksFileSchema, blocksFilesIn, blocksHash, contentFileName, sha256 } from '../content-folder/blocks-file.ts'
import { mediaInFolder } from '../content-folder/media-in-folder.ts'
import { readBlocks } from '../content-folder/read-blocks.ts'

const readOrNothing = (file: string) => readFile(file).catch(() => undefined)

/** Throws when a text of the export in the folder was edited and is not what the site has: the next export would replace it. */
export const assertUnedited = async (folder: string, content: Content, reader: Reader): Promise<void> => {
  const text = await readOrNothing(path.join(folder, contentFileName))
  if (!text) return
  const mediaAt = await mediaInFolder(folder, reader)
  const edited: string[] = []
  for (const { path: at, entry, field, value } of blocksFilesIn(JSON.parse(text.toString()))) {
    const { success, data } = blocksFileSchema.safeParse(value)
    const bytes = success ? await readOrNothing(path.join(folder, data.file)) : undefined
    if (!success || !bytes || sha256(bytes) === data.text) continue
    const list = Reflect.get(content, at.split('.')[0] ?? '') as readonly { id: string }[]
    const published = list.find(({ id }) => id === entry.id)
    const own = await readBlocks(folder, data.file, mediaAt).catch(() => undefined)
    const isImported = own && published && blocksHash(own) === blocksHash(Reflect.get(published, field))
    if (!isImported) edited.push(data.file)
  }
  if (edited.length > 0)
    throw new VitrineError(
      'invalid',
      `Edited since the last export: ${edited.join(', ')}. Import ${folder} first, or name another folder.`,
    )
}
