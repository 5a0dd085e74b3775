import { inside } from '../markup/renderer.ts'
import { useTexts } from '../markup/texts.ts'
import type { BlockView } from './block-view.ts'

export const TextBlock: BlockView<'text'> = ({ block, rank }) => {
  const texts = useTexts()
  return block.markdown === '' ? null : <div className="prose" {...inside(texts.prose(block.markdown, rank))} />
}
