import type { PublishedImage } from '../../../model/media/published-image.ts'
import { type Content, imageIn, type PublishedEntry } from '../../../model/publishing/published-content.ts'

/** The image of a project's card: its own, or the project's. */
export const cardImage = (
  { cover, image }: Pick<PublishedEntry<'projects'>, 'cover' | 'image'>,
  media: Content['media'],
): PublishedImage | undefined => imageIn(media, cover) ?? imageIn(media, image)
