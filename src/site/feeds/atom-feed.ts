import { micromark } from 'micromark'
import type { Content } from '../../model/content/published-content.ts'
import { deferredFile } from '../../model/publishing/deferred-page.ts'
import { slugPath } from '../../model/publishing/entry-path.ts'
import type { Page } from '../../model/publishing/page.ts'
import type { Words } from '../../model/words/words.ts'
import { firstText } from '../page/pages/first-text.ts'
import { categoriesOf } from '../sections/portfolio/filters.ts'
import { blocksMarkdown } from '../twins/block-markdown.ts'
import { projectMarkdown } from '../twins/project-markdown.ts'
import { latestTime, timeOf } from './publish-times.ts'
import { xmlHead, xmlText } from './xml.ts'

export const feedPath = '/feed.xml'

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
const htmlOf = (markdown: string, page: string, url: string): string =>
  micromark(markdown).replace(/ (href|src)="([#/])(?!\/)/g, (_, name: string, start: string) =>
    start === '#' ? ` ${name}="${page}#` : ` ${name}="${url}/`,
  )

/** Projects and pages of their own, what was published last first. Times may be equal: then the owner's order counts. */
const entriesIn = (content: Content, words: Words, url: string): FeedEntry[] => {
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
        summary: firstText(page.blocks),
        markdown: () => blocksMarkdown(page.blocks, source),
      }),
    )
  return [...projects, ...pages].toSorted((a, b) => (a.updated < b.updated ? 1 : a.updated > b.updated ? -1 : 0))
}

const entryElement = ({ id, updated, title, path, summary, categories, markdown }: FeedEntry, url: string): string => {
  const page = url + path
  const content = htmlOf(markdown(), page, url)
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
export const atomFeed = (content: Content, words: Words, url: string): Page =>
  deferredFile(feedPath, 'application/atom+xml; charset=utf-8', () => {
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
    const entries = entriesIn(content, words, url).slice(0, mostEntries)
    return `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlText(language)}">${head.join('')}${entries
      .map((entry) => entryElement(entry, url))
      .join('')}</feed>\n`
  })
