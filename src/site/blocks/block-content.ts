import { type Block, kindsByName } from '../../model/blocks/kinds.ts'
import { leavesOf } from '../../model/fields/leaves-of.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { PublishedVideo } from '../../model/media/published-video.ts'
import { type Content, imageIn, type PublishedEntry, videoIn } from '../../model/publishing/published-content.ts'

/** Content that blocks name, as far as visitors may see it, by id. */
export interface BlockContent {
  images: Record<string, PublishedImage>
  videos: Record<string, PublishedVideo>
  testimonials: Record<string, PublishedEntry<'testimonials'>>
}

/** Looks up what these blocks name: the same blocks and the same content give the same props, whatever else changes. */
export const blockContent = (blocks: readonly Block[], { media, videos, testimonials }: Content): BlockContent => {
  const found: BlockContent = { images: {}, videos: {}, testimonials: {} }
  for (const block of blocks)
    for (const { field, value } of leavesOf(kindsByName.get(block.kind)?.fields ?? {}, block)) {
      if (typeof value !== 'string') continue
      const image = field.kind === 'image' ? imageIn(media, value) : undefined
      if (image) found.images[value] = image
      const video = field.kind === 'video' ? videoIn(videos, value) : undefined
      if (video) found.videos[value] = video
      const testimonial = field.kind === 'entry' ? testimonials.find(({ id }) => id === value) : undefined
      if (testimonial) found.testimonials[value] = testimonial
    }
  return found
}
