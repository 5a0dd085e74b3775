import { imageIn } from '../../model/content/published-content.ts'
import { Image } from '../page/image.tsx'
import type { BlockView } from './block-view.ts'
import { Caption } from './caption.tsx'

/** The `sizes` of an image as wide as the page's content. */
export const wideSizes = '(min-width: 75rem) 72rem, 94vw'

export const ImageBlock: BlockView<'image'> = ({ block, content }) => {
  const image = imageIn(content.images, block.image)
  return image ? (
    <figure>
      <Image image={image} sizes={wideSizes} />
      <Caption>{block.caption}</Caption>
    </figure>
  ) : null
}
