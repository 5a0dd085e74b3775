import path from 'node:path'
import type { Fields } from '../../../model/fields/fields.ts'
import { settingFields } from '../../../model/settings/settings.ts'
import { collectionNamed } from '../../content/entry-row.ts'
import type { Reader } from '../../db/database.ts'
import { blocksFileSchema, blocksFilesIn, contentFileName } from '../content-folder/blocks-file.ts'
import { type MediaAt, mediaInFolder } from '../content-folder/media-in-folder.ts'
import { mostText, readBlocks, readText } from '../content-folder/read-blocks.ts'
import { type ContentFile, ImportRefused, parseJson, readContent } from './content-file.ts'

type Data = Readonly<Record<string, unknown>>

/** Ids of this store's media in place of those that the folder has. Blocks have theirs already. */
const withMedia = (fields: Fields, data: Data, mediaAt: MediaAt): Data => {
  const named = Object.entries(fields).flatMap(([name, { kind }]) => {
    const value = kind === 'image' || kind === 'video' ? data[name] : undefined
    return typeof value === 'string' ? [[name, mediaAt(value)]] : []
  })
  return { ...data, ...Object.fromEntries(named) }
}

/**
 * Reads a folder that `vitrine export --content` wrote: blocks come from their Markdown files, images and videos are recognized by their
 * content. Reads regular files inside the folder alone. Throws `ImportRefused`.
 */
export const readContentFolder = async (folder: string, reader: Reader): Promise<ContentFile> => {
  const value = parseJson(readText(path.join(folder, contentFileName), folder))
  const mediaAt = await mediaInFolder(folder, reader)
  const exported = new Map<string, string>()
  let left = 64 * 2 ** 20
  for (const one of blocksFilesIn(value)) {
    const { success, data } = blocksFileSchema.safeParse(one.value)
    if (!success)
      throw new ImportRefused({ [one.path]: 'It names the Markdown file of its blocks, as the export wrote it.' })
    exported.set(one.path, data.sha256)
    const text = readText(path.join(folder, data.file), folder, mostText)
    left -= text.length
    if (left < 0) throw new ImportRefused({ file: 'Its Markdown files have more than 64 MB together.' })
    one.entry[one.field] = readBlocks(text, data.file, mediaAt)
  }
  const { settings, lists, variants } = readContent(value)
  return {
    settings: settings && withMedia(settingFields, settings, mediaAt),
    lists: lists.map(([name, entries]) => [
      name,
      entries.map(({ id, fields }) => ({ id, fields: withMedia(collectionNamed(name).fields, fields, mediaAt) })),
    ]),
    ...(variants ? { variants } : {}),
    exported,
  }
}
