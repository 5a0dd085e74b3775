import { imageIn } from '../../model/content/published-content.ts'
import { Image } from '../page/image.tsx'
import type { BlockView } from './block-view.ts'
import { Caption } from './caption.tsx'

const sizes = '(min-width: 75rem) 36rem, (min-width: 36rem) 47vw, 94vw'

export const GalleryBlock: BlockView<'gallery'> = ({ block, content }) => {
  const shown = block.images.flatMap(({ image: id, caption }) => {
    const image = imageIn(content.images, id)
    return image ? [{ image, caption }] : []
  })
  return shown.length > 0 ? (
    <ul className="gallery">
      {shown.map(({ image, caption }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same image may be there twice, and nothing here is kept.
        <li key={n}>
          <figure>
            <Image image={image} sizes={sizes} widest={1600} />
            <Caption>{caption}</Caption>
          </figure>
        </li>
      ))}
    </ul>
  ) : null
}
