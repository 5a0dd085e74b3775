import path from 'node:path'
import type { Block } from '../../../model/blocks/kinds.ts'
import { markdownToBlocks } from '../../../model/blocks/markdown-to-blocks.ts'
import { readRegular, UnreadableFile } from '../../process/regular-file.ts'
import { ImportRefused } from '../import/content-file.ts'
import type { MediaAt } from './media-in-folder.ts'

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
