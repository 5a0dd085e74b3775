import { blocksIn } from './blocks-field.ts'
import { type Block, kindsByName } from './kinds.ts'

const markdownOf = (block: Block): string => {
  const kind = kindsByName.get(block.kind)
  const { success, data } = kind ? kind.draft.safeParse(block) : { success: false, data: undefined }
  return success && kind ? (kind.markdown as (data: unknown) => string)(data) : ''
}

/** Text of blocks as Markdown, without images: for the history, for search engines and for programs. */
export const readableMarkdown = (value: unknown): string =>
  blocksIn(value)
    .map(markdownOf)
    .filter((text) => text !== '')
    .join('\n\n')

/** The blocks of an entry that has only a text: one text block, or none. */
export const blocksOfText = (markdown: string): Block[] =>
  markdown === '' ? [] : [{ id: 'body', kind: 'text', markdown }]
