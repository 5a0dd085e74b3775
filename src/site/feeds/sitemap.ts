import { type Content, imageIn, type PublishedEntry } from '../../model/content/published-content.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import { deferredFile } from '../../model/publishing/deferred-page.ts'
import type { Page } from '../../model/publishing/page.ts'
import { blockContent } from '../blocks/block-content.ts'
import { previewOf } from '../page/head.ts'
import { perPage } from '../page/paging.ts'
import { cardImage } from '../sections/portfolio/card-image.ts'
import { isLong, shownProjects } from '../sections/portfolio/shown-projects.ts'
import { lastTime, latestTime, timeOf, unknown } from './publish-times.ts'
import { xmlHead, xmlText } from './xml.ts'

/** Bounds of the protocol (sitemaps.org) and of its extension for images (Google). */
const [mostAddresses, mostImages] = [50_000, 1000]

interface Address {
  path: string
  lastmod: string
  images: readonly (PublishedImage | undefined)[]
}

/** Addresses of search engines' interest; those of the filters are left out while they show the same page as `/`. */
const addressesIn = (content: Content): Address[] => {
  const { about, projects, pages, settings, testimonials, media } = content
  const cards = (of: readonly PublishedEntry<'projects'>[]) => of.map((project) => cardImage(project, media))
  const listed = (path: string, of: readonly PublishedEntry<'projects'>[]): Address => ({
    ...{ path, lastmod: lastTime(content, of) },
    images: cards(of.slice(0, perPage)),
  })
  const categories = isLong(content) ? settings.categories : []
  const portraits = about.map(({ image }) => imageIn(media, image))
  return [
    { path: '/', lastmod: latestTime(content), images: [...portraits, ...cards(shownProjects(content, 'all'))] },
    ...categories.map(({ id, slug }) =>
      listed(
        `/${slug}`,
        projects.filter(({ categories: own }) => own.includes(id)),
      ),
    ),
    ...(projects.length > 0 ? [listed('/projects', projects)] : []),
    ...(testimonials.length > perPage
      ? [{ path: '/testimonials', lastmod: lastTime(content, testimonials), images: [] }]
      : []),
    ...projects.map((project) => ({
      path: `/projects/${project.slug}`,
      lastmod: timeOf(content, project.id),
      images: [imageIn(media, project.image), ...Object.values(blockContent(project.blocks, content).images)],
    })),
    ...pages
      .filter(({ placement }) => placement === 'page')
      .map(({ id, slug, blocks }) => ({
        ...{ path: `/${slug}`, lastmod: timeOf(content, id) },
        images: Object.values(blockContent(blocks, content).images),
      })),
  ]
}

const imageElements = (images: Address['images'], url: string): string => {
  const files = images.flatMap((image) => (image && (previewOf(image)?.url ?? image.vector)) ?? [])
  return [...new Set(files)]
    .slice(0, mostImages)
    .map((file) => `<image:image><image:loc>${xmlText(url + file)}</image:loc></image:image>`)
    .join('')
}

/** Every address for search engines, with its images and the time at which it was published, made at its first visit. */
export const sitemap = (content: Content, url: string): Page =>
  deferredFile('/sitemap.xml', 'application/xml; charset=utf-8', () => {
    const addresses = addressesIn(content).slice(0, mostAddresses)
    const elements = addresses.map(({ path, lastmod, images }) => {
      const changed = lastmod === unknown ? '' : `<lastmod>${lastmod}</lastmod>`
      return `<url><loc>${xmlText(url + path)}</loc>${changed}${imageElements(images, url)}</url>`
    })
    return `${xmlHead}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${elements.join('')}</urlset>\n`
  })
