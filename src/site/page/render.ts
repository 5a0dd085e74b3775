import { type Content, imageIn } from '../../model/content/published-content.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { Page, RefusedMessage, Site } from '../../model/publishing/page.ts'
import type { View } from '../sections/define-section.ts'
import { filterLabel, filters } from '../sections/portfolio/filters.ts'
import { sectionLinks } from '../sections/registry.ts'
import { documentPage } from './document.ts'
import { frameOf } from './frame.ts'
import type { SiteAssets } from './head.ts'
import { dataBlock } from './json-ld.ts'
import { createMemo } from './memo.ts'
import { moved } from './moved.ts'
import { onePage } from './one-page.ts'
import { pageTitle } from './page-title.ts'
import { formerProjectPages } from './pages/former-project-pages.ts'
import { NotFound } from './pages/not-found.tsx'
import { projectPages } from './pages/project-pages.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import { siteData } from './structured-data.ts'
import { robots, sitemap, webManifest } from './urls.ts'

export type { SiteAssets } from './head.ts'

const plainView: View = { filter: 'all', landing: false, sent: false, refused: null }

// A link preview is wide: the first large image of the portfolio does better there than an upright portrait.
const previewImage = ({ settings, projects, about, media }: Content): PublishedImage | undefined => {
  const chosen = imageIn(media, settings.linkImage)
  // Link previews show no SVG.
  if (chosen && !chosen.vector) return chosen
  const shown = projects.find(({ size }) => size === 'large') ?? projects[0]
  return imageIn(media, shown?.image ?? about[0]?.image ?? null)
}

/**
 * The site for these built files. Rendering the same content again, or content that differs in an entry, reuses what did not change.
 * `now` decides the footer's year.
 */
export const createSite = (assets: SiteAssets, { now = () => new Date() }: { now?: () => Date } = {}): Site => {
  const renderer = createRenderer(createMemo())
  const url = assets.publicUrl

  const onePageAt = (content: Content, renderer: Renderer) => {
    const frame = frameOf(content, renderer, now().getFullYear())
    const images = Object.values(content.media)
    const main = onePage(content, renderer)
    const data = dataBlock(siteData(content, url))
    return (path: string, title: string, view: Partial<View>, status: Page['status'] = 200, indexed = true): Page =>
      documentPage(
        {
          path,
          status,
          head: {
            title,
            description: content.settings.description,
            canonical: indexed ? '/' : null,
            image: previewImage(content),
          },
          ...frame,
          main: main({ ...plainView, ...view }),
          images,
          data: indexed ? data : '',
        },
        content.settings,
        assets,
      )
  }

  return {
    pages(content) {
      const at = onePageAt(content, renderer)
      const frame = frameOf(content, renderer, now().getFullYear())
      const { name, role } = content.settings
      const links = sectionLinks(content)
      const pages = [
        at('/', pageTitle(name, role), {}),
        at('/?sent=1', pageTitle('Message sent', name), { sent: true }, 200, false),
        ...filters.map((filter) =>
          at(`/${filter}`, pageTitle(filterLabel(filter), name, role), { filter, landing: true }),
        ),
        ...projectPages(content, renderer, frame, assets),
        moved('/projects', '/#portfolio'),
        ...formerProjectPages(content),
        documentPage(
          {
            path: '/404',
            status: 404,
            head: { title: pageTitle('Not found', name), description: '', canonical: null },
            ...frame,
            main: renderer.html('not-found', NotFound, { links }),
            images: [],
          },
          content.settings,
          assets,
        ),
        sitemap(content, url),
        robots(url),
        webManifest(content),
      ]
      renderer.memo.endRendering()
      return pages
    },

    refusedMessage(content, refused: RefusedMessage) {
      // What one visitor typed must not stay in the memo of the site.
      const at = onePageAt(content, createRenderer(createMemo()))
      return at('/api/messages', `Message not sent – ${content.settings.name}`, { refused }, 422, false)
    },
  }
}
