import { imageIn } from '../../model/publishing/published-content.ts'
import { imageClass, ratioOf, ViewedImage } from '../markup/image.tsx'
import type { BlockView } from './block-view.ts'
import { Caption } from './caption.tsx'

/** The ratio of an image that fills its frame. */
const frame = 4 / 3

/** Rows as wide as the page in which each image has the width that its ratio asks for, in the order in which they are read. */
export const GalleryBlock: BlockView<'gallery'> = ({ block, content }) => {
  const shown = block.images.flatMap(({ image: id, caption, fit }) => {
    const image = imageIn(content.images, id)
    return image ? [{ image, caption, whole: fit !== 'fill' }] : []
  })
  return shown.length > 0 ? (
    <ul className="gallery">
      {shown.map(({ image, caption, whole }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same image may be there twice, and nothing here is kept.
        <li key={n} className={`${imageClass(image)}${whole ? '' : ' gallery-fill'}`}>
          <figure>
            <ViewedImage image={image} sizes={`min(94vw, ${Math.ceil(28 * (whole ? ratioOf(image) : frame))}rem)`} />
            <Caption>{caption}</Caption>
          </figure>
        </li>
      ))}
    </ul>
  ) : null
}
