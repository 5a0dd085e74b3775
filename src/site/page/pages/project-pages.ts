import { escapeHtml } from '../../../model/escape-html.ts'
import type { PublishedImage } from '../../../model/media/published-image.ts'
import { deferredPage, type Page, textsOf } from '../../../model/publishing/page.ts'
import { twinPath } from '../../../model/publishing/page-paths.ts'
import { type Content, imageIn, type PublishedEntry } from '../../../model/publishing/published-content.ts'
import type { Words } from '../../../model/words/words.ts'
import { blockContent } from '../../blocks/block-content.ts'
import { projectCard } from '../../cards/share-cards.ts'
import type { SiteAssets } from '../../markup/head.ts'
import { sourceSet, wideSizes } from '../../markup/image.tsx'
import { dataBlock, type JsonLd } from '../../markup/json-ld.ts'
import { plainly, type Renderer } from '../../markup/renderer.ts'
import { cardImage } from '../../sections/portfolio/card-image.ts'
import { categoriesOf } from '../../sections/portfolio/filters.ts'
import { caseStudyOf } from '../../sections/portfolio/work.ts'
import { breadcrumbs } from '../breadcrumbs.ts'
import { documentPage } from '../document.ts'
import type { Frame } from '../frame.ts'
import { pageTitle } from '../page-title.ts'
import { type Neighbour, ProjectArticle, showsWhole } from './project-article.tsx'
import { relatedTo } from './related.ts'
import type { RelatedProject } from './related-projects.tsx'

const neighbour = (project: PublishedEntry<'projects'> | undefined): Neighbour | null =>
  project ? { slug: project.slug, title: project.title } : null

/** The projects before and after one: round the end, as in the dialog, but never the same project on both sides. */
const neighboursOf = (projects: readonly PublishedEntry<'projects'>[], index: number) => {
  const round = projects.length > 2
  return {
    previous: neighbour(projects[index - 1] ?? (round ? projects.at(-1) : undefined)),
    next: neighbour(projects[index + 1] ?? (round ? projects[0] : undefined)),
  }
}

const preload = (image: PublishedImage | undefined, whole: boolean) =>
  image && image.variants.avif.length > 0
    ? `<link rel="preload" as="image" type="image/avif" imagesrcset="${escapeHtml(sourceSet(image.variants.avif))}" imagesizes="${escapeHtml(wideSizes(image, whole))}" fetchpriority="high">`
    : ''

const relatedProject = (project: PublishedEntry<'projects'>, { media }: Content): RelatedProject => ({
  ...{ slug: project.slug, title: project.title },
  image: cardImage(project, media),
})

/** The props of a project's article. */
export const articleOf = (content: Content, words: Words, index: number) => {
  const project = content.projects[index]
  if (!project) throw new Error(`There is no project at ${index}.`)
  return {
    project,
    categories: categoriesOf(project, content.settings, words).map(({ label }) => label),
    image: imageIn(content.media, project.image),
    content: blockContent(project.blocks, content),
    ...neighboursOf(content.projects, index),
    related: content.settings.relatedProjects
      ? relatedTo(content.projects, index).map((other) => relatedProject(other, content))
      : [],
  }
}

const projectData = (project: PublishedEntry<'projects'>, content: Content, url: string, words: Words): JsonLd[] => [
  caseStudyOf(project, content, url, words),
  breadcrumbs(
    content.settings,
    url,
    { name: words.lists.archive, path: '/projects' },
    { name: project.title, path: `/projects/${project.slug}` },
  ),
]

/** Marks the page of a draft that somebody reviews, with markup that says so: no search engine is told of it. */
export interface Review {
  notice: string
}

/** The page of one project; with `review`, of its draft. */
export const projectPage = (
  content: Content,
  { uncached, words, blockStyles }: Renderer,
  frame: Frame,
  assets: SiteAssets,
  index: number,
  review?: Review,
): Page => {
  const { settings } = content
  const article = { ...articleOf(content, words, index), styles: blockStyles }
  const { project, image, related } = article
  const images = [image, ...Object.values(article.content.images), ...related.map((other) => other.image)]
  const path = `/projects/${project.slug}`
  return documentPage(
    {
      path,
      head: {
        title: pageTitle(project.title, settings.name),
        description: project.summary,
        canonical: review ? null : path,
        image,
        // What a draft says must not be drawn for everybody.
        card: review ? undefined : projectCard(project, content, words, assets),
        ...(review ? {} : { twin: twinPath(path) }),
        kind: 'article',
        extra: preload(image, showsWhole(project)),
      },
      ...frame,
      main: (review?.notice ?? '') + uncached(ProjectArticle, article),
      images: images.filter((one) => one !== undefined),
      data: review ? '' : dataBlock(projectData(project, content, assets.publicUrl, words)),
    },
    settings,
    words,
    assets,
  )
}

/**
 * A page for each project, rendered at its first visit. `rendered` holds the entries whose article could be rendered once; a new one is
 * tried here, so that an entry that throws is found when it is published.
 */
export function* projectPages(
  content: Content,
  renderer: Renderer,
  frame: Frame,
  assets: SiteAssets,
  rendered: WeakSet<object>,
): Generator<Page> {
  // Related projects are looked for among all others: for thousands of new entries at a start that would take a minute.
  const alone = { ...content, settings: { ...content.settings, relatedProjects: false } }
  for (const [index, project] of content.projects.entries()) {
    if (!rendered.has(project)) {
      projectPage(alone, plainly(renderer), frame, assets, index)
      rendered.add(project)
    }
    yield deferredPage(`/projects/${project.slug}`, () => projectPage(content, renderer, frame, assets, index), {
      texts: () => textsOf(project.blocks),
    })
  }
}
