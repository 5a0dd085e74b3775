import { escapeHtml, ofXml } from '../../model/escape-html.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import { deferredFile, type Page } from '../../model/publishing/page.ts'
import { slugPath } from '../../model/publishing/page-paths.ts'
import { type Content, imageIn, isVisible, type PublishedEntry } from '../../model/publishing/published-content.ts'
import type { Words } from '../../model/words/words.ts'
import { blockContent } from '../blocks/blocks.tsx'
import { previewOf } from '../markup/head.ts'
import { hasWall, perPage } from '../markup/paging.ts'
import { firstText, plainTexts, type Texts } from '../markup/texts.ts'
import { cardImage, categoriesOf, isLong, shownProjects } from '../sections/portfolio-layout.ts'
import { blocksMarkdown, projectMarkdown } from '../twins/block-markdown.ts'

/** Text for an XML document, attribute values included. */
const xmlText = (text: string): string => escapeHtml(ofXml(text))

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The time of what was published before times were known, or never. */
const unknown = new Date(0).toISOString()

/** The ISO time at which an entry was published as it is; that of the settings for content of a version that knew none. */
const timeOf = ({ times }: Content, id: string): string => {
  const own = times && Object.hasOwn(times.entries, id) ? times.entries[id] : undefined
  return own ?? times?.settings ?? unknown
}

/** The last of the times of these entries; the epoch without any. */
const lastTime = (content: Content, entries: readonly { id: string }[]): string =>
  entries.reduce((last, { id }) => {
    const time = timeOf(content, id)
    return time > last ? time : last
  }, unknown)

/** The time at which something of the content was last published. */
const latestTime = ({ times }: Content): string =>
  times ? Object.values(times.entries).reduce((last, time) => (time > last ? time : last), times.settings) : unknown

const feedPath = '/feed.xml'

/** Readers ask for a feed often, and want what is new. */
const mostEntries = 30

interface FeedEntry {
  id: string
  updated: string
  title: string
  path: string
  summary: string
  categories: string[]
  /** The content as Markdown. */
  markdown(): string
}

const element = (name: string, text: string) => (text === '' ? '' : `<${name}>${xmlText(text)}</${name}>`)

const linkTo = (rel: string, type: string, href: string) =>
  `<link rel="${rel}" type="${type}" href="${xmlText(href)}"/>`

/** The content as HTML whose links lead somewhere from any reader. */
const htmlOf = (html: string, page: string, url: string): string =>
  html.replace(/ (href|src)="([#/])(?!\/)/g, (_, name: string, start: string) =>
    start === '#' ? ` ${name}="${page}#` : ` ${name}="${url}/`,
  )

/** Projects and pages of their own, what was published last first. Times may be equal: then the owner's order counts. */
const entriesIn = (content: Content, words: Words, url: string, texts: Texts): FeedEntry[] => {
  const source = { content, url }
  const projects = content.projects.map(
    (project): FeedEntry => ({
      ...{ id: project.id, title: project.title, summary: project.summary },
      updated: timeOf(content, project.id),
      path: slugPath('projects', project.slug) ?? '/',
      categories: [...categoriesOf(project, content.settings, words).map(({ label }) => label), ...project.tags],
      markdown: () => projectMarkdown(project, source, words),
    }),
  )
  const pages = content.pages
    .filter(({ placement }) => placement === 'page')
    .map(
      (page): FeedEntry => ({
        ...{ id: page.id, title: page.title, categories: [] },
        updated: timeOf(content, page.id),
        path: slugPath('pages', page.slug) ?? '/',
        summary: firstText(page.blocks, texts),
        markdown: () => blocksMarkdown(page.blocks, source),
      }),
    )
  return [...projects, ...pages]
    .toSorted((a, b) => (a.updated < b.updated ? 1 : a.updated > b.updated ? -1 : 0))
    .slice(0, mostEntries)
}

const entryElement = (entry: FeedEntry, url: string, texts: Texts): string => {
  const { id, updated, title, path, summary, categories, markdown } = entry
  const page = url + path
  const content = htmlOf(texts.feed(markdown()), page, url)
  return [
    '<entry>',
    // An entry keeps it when its slug, or the site's address, becomes another.
    element('id', `urn:uuid:${id}`),
    element('title', title),
    element('updated', updated),
    linkTo('alternate', 'text/html', page),
    ...[...new Set(categories)].map((term) => `<category term="${xmlText(term)}"/>`),
    element('summary', summary),
    content === '' ? '' : `<content type="html">${xmlText(content)}</content>`,
    '</entry>',
  ].join('')
}

/** The Atom feed (RFC 4287) of projects and pages, made at its first visit. */
export const atomFeed = (content: Content, words: Words, url: string, texts: Texts): Page => {
  const body = () => {
    const { name, description, language } = content.settings
    const head = [
      element('id', `${url}/`),
      // A feed and its author need one each.
      element('title', name || url),
      element('subtitle', description),
      element('updated', latestTime(content)),
      linkTo('self', 'application/atom+xml', url + feedPath),
      linkTo('alternate', 'text/html', `${url}/`),
      `<author>${element('name', name || url)}${element('uri', `${url}/`)}</author>`,
      element('generator', 'Vitrine'),
    ]
    const entries = entriesIn(content, words, url, texts)
    return `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlText(language)}">${head.join('')}${entries
      .map((entry) => entryElement(entry, url, texts))
      .join('')}</feed>\n`
  }
  return deferredFile(feedPath, body, {
    type: 'application/atom+xml; charset=utf-8',
    texts: () => entriesIn(content, words, url, plainTexts).map(({ markdown }) => ({ kind: 'feed', text: markdown() })),
  })
}

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
  const onPage = isVisible(content, 'portfolio')
  const categories = onPage && isLong(content) ? settings.categories : []
  const portraits = isVisible(content, 'about') ? about.map(({ image }) => imageIn(media, image)) : []
  return [
    {
      path: '/',
      lastmod: latestTime(content),
      images: [...portraits, ...cards(onPage ? shownProjects(content, 'all') : [])],
    },
    ...categories.map(({ id, slug }) =>
      listed(
        `/${slug}`,
        projects.filter(({ categories: own }) => own.includes(id)),
      ),
    ),
    ...(projects.length > 0 ? [listed('/projects', projects)] : []),
    ...(hasWall(content) ? [{ path: '/testimonials', lastmod: lastTime(content, testimonials), images: [] }] : []),
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
export const sitemap = (content: Content, url: string): Page => {
  const body = () => {
    const addresses = addressesIn(content).slice(0, mostAddresses)
    const elements = addresses.map(({ path, lastmod, images }) => {
      const changed = lastmod === unknown ? '' : `<lastmod>${lastmod}</lastmod>`
      return `<url><loc>${xmlText(url + path)}</loc>${changed}${imageElements(images, url)}</url>`
    })
    return `${xmlHead}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${elements.join('')}</urlset>\n`
  }
  return deferredFile('/sitemap.xml', body, { type: 'application/xml; charset=utf-8' })
}
