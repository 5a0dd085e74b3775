import * as tables from 'micromark-extension-gfm-table'
import type { WrittenText } from '../../model/publishing/page.ts'
import { feedMarkdown, markdown } from '../markup/markdown.ts'
import { highlighted } from './highlighted.ts'

/** Makes the markup of a text; for some texts within the limits that takes minutes. */
export const drawText = ({ kind, text }: WrittenText): string => {
  if (kind === 'feed') return feedMarkdown(text, tables)
  return kind === 'prose' ? markdown(text, tables) : highlighted(text, kind)
}
