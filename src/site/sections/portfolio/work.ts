import type { Content, PublishedEntry } from '../../../model/content/published-content.ts'
import { imageData, type JsonLd, personId } from '../../page/json-ld.ts'

/** A project as schema.org's CreativeWork. */
export const workOf = (project: PublishedEntry<'projects'>, content: Content, url: string): JsonLd => ({
  '@type': 'CreativeWork',
  name: project.title,
  description: project.summary,
  genre: project.category,
  url: `${url}/projects/${project.slug}`,
  creator: { '@id': personId(url), '@type': 'Person', name: content.settings.name },
  ...(project.year ? { dateCreated: String(project.year) } : {}),
  ...(project.tags.length > 0 ? { keywords: project.tags.join(', ') } : {}),
  ...imageData(project.image, content, url),
})
