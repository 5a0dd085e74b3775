import { type Content, imageIn, type PublishedEntry } from '../../model/publishing/published-content.ts'
import type { Words } from '../../model/words/words.ts'
import { blockContent } from '../blocks/block-content.ts'
import { imageData, imagesData, type JsonLd, modified, mostOfAKind, personId } from '../markup/json-ld.ts'
import type { SectionData } from './define-section.ts'
import { categoriesOf } from './portfolio-layout.ts'

type Project = PublishedEntry<'projects'>

const genre = (project: Project, content: Content, words: Words): JsonLd => {
  const labels = categoriesOf(project, content.settings, words).map(({ label }) => label)
  return labels.length === 0 ? {} : { genre: labels.length === 1 ? labels[0] : labels }
}

/** A project as schema.org's CreativeWork. */
export const workOf = (project: Project, content: Content, url: string, words: Words): JsonLd => ({
  '@type': 'CreativeWork',
  name: project.title,
  ...(project.summary ? { description: project.summary } : {}),
  ...genre(project, content, words),
  url: `${url}/projects/${project.slug}`,
  creator: { '@id': personId(url), '@type': 'Person', name: content.settings.name },
  ...(project.year ? { dateCreated: String(project.year) } : {}),
  ...(project.tags.length > 0 ? { keywords: project.tags } : {}),
  ...imageData(project.image, content, url),
})

export const worksData: SectionData = (content, url, words) =>
  content.projects.slice(0, mostOfAKind).map((project) => workOf(project, content, url, words))

/** The same on the project's own page: with the images of its blocks, its awards, who else worked on it, and when it was published. */
export const caseStudyOf = (project: Project, content: Content, url: string, words: Words): JsonLd => ({
  ...workOf(project, content, url, words),
  inLanguage: content.settings.language,
  ...(project.awards.length > 0 ? { award: project.awards } : {}),
  ...(project.team.length > 0 ? { contributor: project.team.map((name) => ({ '@type': 'Person', name })) } : {}),
  ...modified(content, project.id),
  ...imagesData(
    [imageIn(content.media, project.image), ...Object.values(blockContent(project.blocks, content).images)],
    url,
  ),
})
