import { projectFacts } from '../../model/content/collections.ts'
import { type Content, imageIn, type PublishedEntry } from '../../model/publishing/published-content.ts'
import type { Words } from '../../model/words/words.ts'
import { blockContent } from '../blocks/blocks.tsx'
import { imageData, imagesData, type JsonLd, modified, mostOfAKind, personId } from '../markup/json-ld.ts'
import { hostOf } from '../markup/words.ts'
import { categoriesOf } from './portfolio-layout.ts'
import type { SectionData } from './section.tsx'

type Project = PublishedEntry<'projects'>

/** A text or a link of a fact. `dir` is undefined for what the page says itself. */
interface FactValue {
  text: string
  url?: string
  dir?: 'auto' | 'ltr'
}

/** A fact about a project, with the field that it shows. */
interface Fact {
  field: (typeof projectFacts)[number]
  label: string
  values: FactValue[]
}

const textsOf = (texts: readonly string[]): FactValue[] =>
  texts.filter((text) => text !== '').map((text) => ({ text, dir: 'auto' }))

const valuesOf = (project: Project, field: Fact['field'], categories: readonly string[], words: Words): FactValue[] => {
  if (field === 'categories') return categories.length > 0 ? [{ text: categories.join(words.page.separator) }] : []
  if (field === 'url') return project.url ? [{ text: hostOf(project.url), url: project.url, dir: 'ltr' }] : []
  if (field === 'links') return project.links.map(({ label, url }) => ({ text: label, url, dir: 'auto' }))
  if (field === 'awards') return textsOf(project.awards)
  const value = project[field]
  if (typeof value === 'number') return [{ text: String(value) }]
  return textsOf([typeof value === 'string' ? value : (value ?? []).join(words.page.separator)])
}

/** The facts about a project that are known, in their order; `categories` are the labels of its own, the main one first. */
export const factsOf = (project: Project, categories: readonly string[], words: Words): Fact[] =>
  projectFacts
    .map((field) => {
      const word = field === 'categories' ? 'kind' : field === 'url' ? 'link' : field
      return { field, label: words.project[word], values: valuesOf(project, field, categories, words) }
    })
    .filter(({ values }) => values.length > 0)

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
