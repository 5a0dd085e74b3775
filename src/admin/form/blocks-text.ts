import { type Block, kindsByName } from '../../model/blocks/kinds.ts'
import { isNewerBlock, storedBlocks } from '../../model/blocks/newer-blocks.ts'
import { readableMarkdown } from '../../model/blocks/readable-markdown.ts'
import { leavesOf } from '../../model/fields/leaves-of.ts'
import { isNamed, type NameOf } from './names-wanted.ts'

const textOf = (block: Block, nameOf: NameOf): string => {
  if (isNewerBlock(block)) return `A block of a newer version (${block.kind})`
  const leaves = leavesOf(kindsByName.get(block.kind)?.fields ?? {}, block)
  const named = leaves.flatMap(({ field, value }) =>
    isNamed(field) && typeof value === 'string' ? [`${field.label}: ${nameOf(field, value)}`] : [],
  )
  return [...named, readableMarkdown([block])].filter((text) => text !== '').join('\n')
}

/** Text of blocks, with the names of the images, videos and entries in them. */
export const blocksText = (value: unknown, nameOf: NameOf): string =>
  storedBlocks(value)
    .map((block) => textOf(block, nameOf))
    .filter((text) => text !== '')
    .join('\n\n')
