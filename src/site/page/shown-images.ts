import { collections } from '../../model/content/collections.ts'
import { imageFields } from '../../model/content/define-collection.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'
import { imagesOutsideBlocks } from './images-outside-blocks.ts'

type Listed = PublishedEntry<'projects'> | PublishedEntry<'testimonials'>

const names = [...new Set([...imageFields(collections.projects), ...imageFields(collections.testimonials)])]

const imagesIn = (entries: readonly Listed[]) =>
  entries.flatMap((entry) => names.map((name) => (entry as unknown as Record<string, unknown>)[name]))

/** The images of a page that shows these projects and testimonials: all of the content's but those that only others name. */
export const shownImages = (content: Content, shown: readonly Listed[]): PublishedImage[] => {
  const { projects, testimonials, about, settings } = content
  const all = imagesOutsideBlocks(content)
  if (shown.length === projects.length + testimonials.length) return all
  const used = new Set([...imagesIn(shown), ...about.map(({ image }) => image), settings.linkImage])
  const others = new Set(imagesIn([...projects, ...testimonials]))
  return all.filter(({ id }) => used.has(id) || !others.has(id))
}
