import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Block } from '../../../model/blocks/kinds.ts'
import { markdownToBlocks } from '../../../model/blocks/markdown-to-blocks.ts'
import { ImportRefused } from '../import/content-file.ts'
import type { MediaAt } from './media-in-folder.ts'

const mostContent = 32 * 2 ** 20
const mostText = 2 ** 20

/** Throws `ImportRefused` with what is wrong with the file. */
export const readText = async (file: string, most = mostContent): Promise<string> => {
  try {
    if ((await stat(file)).size > most)
      throw new ImportRefused({ file: `${file} is larger than ${most / 2 ** 20} MB.` })
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof ImportRefused) throw error
    throw new ImportRefused({ file: `${file} cannot be read (${(error as NodeJS.ErrnoException).code}).` })
  }
}

/** Some editors write a mark at the beginning, and other ends of lines. */
const asWritten = (text: string): string => {
  const plain = text.replace(/^\uFEFF/, '')
  const lines = plain.split('\n')
  const isWindows = lines.length > 1 && lines.slice(0, -1).every((line) => line.endsWith('\r'))
  return (isWindows ? plain.replaceAll('\r\n', '\n') : plain).replace(/\n$/, '')
}

/** Reads blocks; ids of new ones are the same each time, so that a second import changes nothing. Throws for what looks like a block. */
const blocksOf = (text: string, file: string, mediaAt: MediaAt): Block[] => {
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

/** The blocks in a Markdown file of the folder. Throws `ImportRefused`. */
export const readBlocks = async (folder: string, file: string, mediaAt: MediaAt): Promise<Block[]> =>
  blocksOf(asWritten(await readText(path.join(folder, file), mostText)), file, mediaAt)
