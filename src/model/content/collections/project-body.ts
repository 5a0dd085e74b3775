import { blocksOfText, readableMarkdown } from '../../blocks/readable-markdown.ts'
import { fields } from '../../fields/fields.ts'
import type { Alias } from '../aliases.ts'

/** `body`, from before a project had blocks: what they say, as Markdown. Writing it leaves one text block. */
export const projectBody: Alias = {
  of: 'blocks',
  schema: fields.markdown({ label: 'Text', required: false, max: 200_000 }).draft,
  read: readableMarkdown,
  write: (markdown) => (typeof markdown === 'string' ? blocksOfText(markdown.trim()) : markdown),
}
