import { imageIn } from '../../model/publishing/published-content.ts'
import { Image, wideSizes } from '../markup/image.tsx'
import { useWords } from '../markup/words.ts'
import type { BlockView } from './block-view.ts'
import { Caption } from './caption.tsx'

/** Two images next to each other; the island puts one over the other, with a slider. */
export const CompareBlock: BlockView<'compare'> = ({ block, content }) => {
  const words = useWords().blocks
  const before = imageIn(content.images, block.before)
  const after = imageIn(content.images, block.after)
  if (!before || !after) return null
  const labels = [block.beforeLabel || words.before, block.afterLabel || words.after] as const
  return (
    <figure>
      <div className="compare" data-island="compare" data-label={`${labels[0]} – ${labels[1]}`}>
        {[before, after].map((image, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: there are always two.
          <div key={n} className="compare-side">
            <Image image={image} sizes={wideSizes(image)} />
            <p className="compare-label" dir="auto">
              {labels[n]}
            </p>
          </div>
        ))}
      </div>
      <Caption>{block.caption}</Caption>
    </figure>
  )
}
