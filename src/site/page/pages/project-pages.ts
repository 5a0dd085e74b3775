import { type Content, imageIn, type PublishedEntry } from '../../../model/content/published-content.ts'
import { escapeHtml } from '../../../model/escape-html.ts'
import type { PublishedImage } from '../../../model/media/published-image.ts'
import type { Page } from '../../../model/publishing/page.ts'
import { workOf } from '../../sections/portfolio/work.ts'
import { documentPage } from '../document.ts'
import type { SiteAssets } from '../head.ts'
import { sourceSet } from '../image.tsx'
import { dataBlock } from '../json-ld.ts'
import { pageTitle } from '../page-title.ts'
import type { Renderer } from '../renderer.ts'
import { type Neighbour, ProjectArticle, projectSizes } from './project-article.tsx'

const neighbour = (project: PublishedEntry<'projects'> | undefined): Neighbour | null =>
  project ? { slug: project.slug, title: project.title } : null

/** The projects before and after one: round the end, as in the dialog, but never the same project on both sides. */
export const neighboursOf = (projects: readonly PublishedEntry<'projects'>[], index: number) => {
  const round = projects.length > 2
  return {
    previous: neighbour(projects[index - 1] ?? (round ? projects.at(-1) : undefined)),
    next: neighbour(projects[index + 1] ?? (round ? projects[0] : undefined)),
  }
}

const preload = (image: PublishedImage | undefined) =>
  image && image.variants.avif.length > 0
    ? `<link rel="preload" as="image" type="image/avif" imagesrcset="${escapeHtml(sourceSet(image.variants.avif))}" imagesizes="${escapeHtml(projectSizes)}" fetchpriority="high">`
    : ''

/** A page for each project. One whose inputs did not change is the very same object as in the rendering before. */
export const projectPages = (
  content: Content,
  { memo, uncached }: Renderer,
  frame: { key: string; icons: string; navbar: string; footer: string },
  assets: SiteAssets,
): Page[] => {
  const { projects, settings, media } = content
  const person = { name: settings.name, role: settings.role }
  const around = [frame.key, person, settings.language, settings.accent, settings.appearance]
  return projects.map((project, index) => {
    const image = imageIn(media, project.image)
    const input = { project, image, ...neighboursOf(projects, index) }
    const { value: main, number } = memo.number('article', input, (props) => uncached(ProjectArticle, props))
    return memo.keep('project page', { number, around }, () =>
      documentPage(
        {
          path: `/projects/${project.slug}`,
          head: {
            title: pageTitle(project.title, settings.name),
            description: project.summary,
            canonical: `/projects/${project.slug}`,
            image,
            kind: 'article',
            extra: preload(image),
          },
          ...frame,
          main,
          images: image ? [image] : [],
          data: dataBlock([workOf(project, content, assets.publicUrl)]),
        },
        settings,
        assets,
      ),
    )
  })
}
