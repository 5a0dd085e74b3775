import { markdown } from '../page/markdown.ts'
import { inside } from '../page/markup.ts'
import type { BlockView } from './block-view.ts'

export const TextBlock: BlockView<'text'> = ({ block, rank }) =>
  block.markdown === '' ? null : <div className="prose" {...inside(markdown(block.markdown, rank))} />
