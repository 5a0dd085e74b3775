import { imageIn } from '../../model/publishing/published-content.ts'
import { ViewedImage, wideSizes } from '../markup/image.tsx'
import type { BlockView } from './block-view.ts'
import { Caption } from './caption.tsx'

export const ImageBlock: BlockView<'image'> = ({ block, content }) => {
  const image = imageIn(content.images, block.image)
  const whole = block.fit !== 'fill'
  return image ? (
    <figure>
      <div className={whole ? undefined : 'image-fill'}>
        <ViewedImage image={image} sizes={wideSizes(image, whole)} whole={whole} />
      </div>
      <Caption>{block.caption}</Caption>
    </figure>
  ) : null
}
