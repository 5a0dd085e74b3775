import { collectionNames, collections } from '../../model/content/collections.ts'
import { imageFields } from '../../model/content/define-collection.ts'
import { mediaLeaves } from '../../model/content/media-leaves.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'

/** The images that the one-page site may show: without those that only blocks name, which may be many. */
const imagesOutsideBlocks = (content: Content): PublishedImage[] => {
  const [inside, outside] = [new Set<unknown>(), new Set<unknown>()]
  for (const name of collectionNames)
    for (const entry of content[name] ?? [])
      for (const { path, field, value } of mediaLeaves(collections[name].fields, entry))
        if (field.kind === 'image') (path.includes('.') ? inside : outside).add(value)
  return Object.values(content.media).filter(({ id }) => outside.has(id) || !inside.has(id))
}

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
