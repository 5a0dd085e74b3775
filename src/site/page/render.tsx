import { type Content, imageIn } from '../../model/content/published-content.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { Page, RefusedMessage, Site } from '../../model/publishing/page.ts'
import { filterLabel, filters } from '../sections/portfolio/portfolio.tsx'
import { type Registry, registry, sectionLinks } from '../sections/sections.ts'
import { documentPage } from './document.ts'
import { frameOf } from './frame.tsx'
import type { SiteAssets } from './head.ts'
import { markup } from './markup.ts'
import { createMemo, type Memo } from './memo.ts'
import { moved } from './moved.ts'
import { onePage, type View } from './one-page.tsx'
import { pageTitle } from './page-title.ts'
import { NotFound } from './pages/not-found.tsx'
import { projectPages } from './pages/project-pages.tsx'
import { dataBlock, siteData } from './structured-data.ts'
import { robots, sitemap, webManifest } from './urls.ts'

export type { SiteAssets } from './head.ts'

const plainView: View = { filter: 'all', landing: false, sent: false, refused: null }

// A link preview is wide: the first large image of the portfolio does better there than an upright portrait.
const previewImage = ({ projects, about, media }: Content): PublishedImage | undefined => {
  const shown = projects.find(({ size }) => size === 'large') ?? projects[0]
  return imageIn(media, shown?.image ?? about[0]?.image ?? null)
}

/**
 * The site for these built files. Rendering the same content again, or content that differs in an entry, reuses what did not change.
 * `now` decides the footer's year. `known` lists the collections; those without a section of their own are shown as plain lists.
 */
export const createSite = (
  assets: SiteAssets,
  { now = () => new Date(), known = registry }: { now?: () => Date; known?: Registry } = {},
): Site => {
  const memo = createMemo()
  const url = assets.publicUrl

  const onePageAt = (content: Content, memo: Memo) => {
    const frame = frameOf(content, memo, now().getFullYear(), known)
    const images = Object.values(content.media)
    const main = onePage(content, memo, known)
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
          images: images,
          data: indexed ? data : '',
        },
        content.settings,
        assets,
      )
  }

  return {
    pages(content) {
      const at = onePageAt(content, memo)
      const frame = frameOf(content, memo, now().getFullYear(), known)
      const { name, role } = content.settings
      const links = sectionLinks(content, known)
      const pages = [
        at('/', pageTitle(name, role), {}),
        at('/?sent=1', pageTitle('Message sent', name), { sent: true }, 200, false),
        ...filters.map((filter) =>
          at(`/${filter}`, pageTitle(filterLabel(filter), name, role), { filter, landing: true }),
        ),
        ...projectPages(content, memo, frame, assets),
        moved('/projects', '/#portfolio'),
        documentPage(
          {
            path: '/404',
            status: 404,
            head: { title: pageTitle('Not found', name), description: '', canonical: null },
            ...frame,
            main: memo.keep('not-found', { links }, (props) => markup(<NotFound {...props} />)),
            images: [],
          },
          content.settings,
          assets,
        ),
        sitemap(content, url),
        robots(url),
        webManifest(content),
      ]
      memo.endRendering()
      return pages
    },

    refusedMessage(content, refused: RefusedMessage) {
      // What one visitor typed is kept nowhere: this rendering has a memory of its own.
      const own = createMemo()
      const at = onePageAt(content, own)
      return at('/api/messages', `Message not sent – ${content.settings.name}`, { refused }, 422, false)
    },
  }
}
