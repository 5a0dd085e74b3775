import { newBlockId } from '../../../../model/blocks/blocks-field.ts'
import type { Block, BlockNamed } from '../../../../model/blocks/kinds.ts'
import { markdownToBlocks } from '../../../../model/blocks/markdown-to-blocks.ts'

/** Target of a paste: the text of a block, with its selection. */
export interface Spot {
  text: string
  start: number
  end: number
}

const textBlock = (markdown: string, id = newBlockId()): BlockNamed<'text'> => ({ id, kind: 'text', markdown })

/**
 * A text block with pasted Markdown in it: the blocks that take its place, and the one block that it is as plain text. Undefined for
 * what is one text, which is pasted as any text is.
 */
export const pastedBlocks = (
  { text, start, end }: Spot,
  id: string,
  pasted: string,
): { blocks: Block[]; plain: Block } | undefined => {
  const markdown = pasted.replace(/\r\n?/g, '\n')
  // New ids: what is pasted may have been copied here.
  const found = markdownToBlocks(markdown).map((block) => ({ ...block, id: newBlockId() }))
  if (found.every(({ kind }) => kind === 'text') && found.length < 2) return undefined
  const [before, after] = [text.slice(0, start).trimEnd(), text.slice(end).trimStart()]
  return {
    blocks: [
      ...(before === '' ? [] : [textBlock(before, id)]),
      ...found,
      ...(after === '' ? [] : [textBlock(after, before === '' ? id : newBlockId())]),
    ],
    plain: textBlock(text.slice(0, start) + markdown + text.slice(end), id),
  }
}
