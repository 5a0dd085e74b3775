import { opendir } from 'node:fs/promises'
import path from 'node:path'
import { blocksIn, filledBlocks } from '../../model/blocks/blocks-field.ts'
import { blocksToMarkdown } from '../../model/blocks/blocks-to-markdown.ts'
import type { Block } from '../../model/blocks/kinds.ts'
import { markdownToBlocks } from '../../model/blocks/markdown-to-blocks.ts'
import { findCollection } from '../../model/content/collections.ts'
import { VitrineError } from '../../model/errors.ts'
import { uploadLimits } from '../../model/media/upload-limits.ts'
import { z } from '../../model/zod.ts'
import type { Reader } from '../db/database.ts'
import { readRegular, UnreadableFile } from '../process/regular-file.ts'
import { sha256 } from '../process/sha256.ts'

/** Problems that the message has; `problems` has all. */
const mostLines = 20

export class ImportRefused extends VitrineError {
  readonly problems: Record<string, string>
  constructor(problems: Record<string, string>) {
    const all = Object.entries(problems)
    const lines = all.slice(0, mostLines).map(([path, problem]) => `  ${path}: ${problem}`)
    if (all.length > mostLines) lines.push(`  … and ${all.length - mostLines} more.`)
    super('invalid', ['Nothing was imported.', ...lines].join('\n'))
    this.problems = problems
  }
}

/** The file with the content of a folder, in the form of `GET /api/content`. Blocks stand next to it. */
export const contentFileName = 'content.json'

/** The file with the hashes of originals that the export cleared of metadata: each new hash, and the one of the original. */
export const clearedFileName = 'cleared.json'

/** The folder with a folder for each theme of somebody else. */
export const themesFolder = 'themes'

/** Stands in `content.json` for blocks: their Markdown file, and what they were when it was written. */
export const blocksFileSchema = z.strictObject({
  file: z.string().regex(/^[a-z]+\/[\w-]+\.md$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  text: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BlocksFile = z.infer<typeof blocksFileSchema>

/** Hash that is equal for blocks of which visitors see the same, whatever their files are called; undefined for blocks of a newer version, which Markdown does not hold. */
export const blocksHash = (value: unknown): string | undefined => {
  const blocks = blocksIn(value)
  return Array.isArray(value) && value.length !== blocks.length
    ? undefined
    : sha256(blocksToMarkdown(filledBlocks(blocks)))
}

/** The fields of blocks that a collection has. */
export const blocksFieldsOf = (collection: string): string[] =>
  Object.entries(findCollection(collection)?.fields ?? {}).flatMap(([name, { kind }]) =>
    kind === 'blocks' ? [name] : [],
  )

/** `content.json` with every object of a blocks' file, in the order of the file. */
export const blocksFilesIn = (
  content: unknown,
): { path: string; entry: Record<string, unknown>; field: string; value: unknown }[] =>
  Object.entries((content ?? {}) as Record<string, unknown>).flatMap(([collection, list]) =>
    Array.isArray(list)
      ? list.flatMap((entry: unknown, n) =>
          typeof entry !== 'object' || entry === null
            ? []
            : blocksFieldsOf(collection).flatMap((field) => {
                const value = Reflect.get(entry, field)
                const isFile = typeof value === 'object' && value !== null && !Array.isArray(value)
                const path = `${collection}.${n}.${field}`
                return isFile ? [{ path, entry: entry as Record<string, unknown>, field, value }] : []
              }),
        )
      : [],
  )

const mostContent = 32 * 2 ** 20
/** Bytes of the Markdown file of an entry. */
export const mostText = 2 ** 20

/** Text of a regular file, inside the folder `within` where one is given. Throws `ImportRefused` with what is wrong with it. */
export const readText = (file: string, within?: string, most = mostContent): string => {
  try {
    return readRegular(file, most, { within }).toString()
  } catch (error) {
    throw error instanceof UnreadableFile ? new ImportRefused({ file: error.message }) : error
  }
}

/** Some editors write a mark at the beginning, and other ends of lines. */
const asWritten = (text: string): string => {
  const plain = text.replace(/^\uFEFF/, '')
  const lines = plain.split('\n')
  const isWindows = lines.length > 1 && lines.slice(0, -1).every((line) => line.endsWith('\r'))
  return (isWindows ? plain.replaceAll('\r\n', '\n') : plain).replace(/\n$/, '')
}

/**
 * The blocks in the Markdown of a file of the folder; ids of new ones are the same each time, so that a second import changes nothing.
 * Throws `ImportRefused` for what looks like a block and is none.
 */
export const readBlocks = (written: string, file: string, mediaAt: MediaAt): Block[] => {
  const text = asWritten(written)
  const made = new Set<string>()
  let number = 0
  const newId = () => {
    do number += 1
    while (text.includes(`#new-${number}`))
    made.add(`new-${number}`)
    return `new-${number}`
  }
  const idOf = (name: string) => mediaAt(path.posix.normalize(path.posix.join(path.posix.dirname(file), name)))
  const blocks = markdownToBlocks(text, { newId, idOf })
  for (const block of blocks) {
    const [line] = made.has(block.id) && block.kind === 'text' ? (/^:{3,}.*$/m.exec(block.markdown) ?? []) : []
    if (line !== undefined)
      throw new ImportRefused({
        [file]: `“${line.slice(0, 80)}” begins no block that can be read, or one that does not end.`,
      })
  }
  return blocks
}

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
