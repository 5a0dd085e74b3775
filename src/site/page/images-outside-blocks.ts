import { collectionNames, collections } from '../../model/content/collections.ts'
import { mediaLeaves } from '../../model/content/media-leaves.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { Content } from '../../model/publishing/published-content.ts'

/** The images that the one-page site may show: without those that only blocks name, which may be many. */
export const imagesOutsideBlocks = (content: Content): PublishedImage[] => {
  const [inside, outside] = [new Set<unknown>(), new Set<unknown>()]
  for (const name of collectionNames)
    for (const entry of content[name] ?? [])
      for (const { path, field, value } of mediaLeaves(collections[name].fields, entry))
        if (field.kind === 'image') (path.includes('.') ? inside : outside).add(value)
  return Object.values(content.media).filter(({ id }) => outside.has(id) || !inside.has(id))
}
