import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Content } from '../../../model/content/published-content.ts'
import type { Page, Site } from '../../../model/publishing/page.ts'
import type { ShareCard } from '../../../model/publishing/share-card.ts'
import type { Media } from '../../media/media.ts'
import type { SecurityHeaders } from '../../publishing/security-headers.ts'

export interface StaticFile {
  name: string
  bytes: Uint8Array
}

/** The address of a further page of a list, where no server reads queries: `/design?page=2` becomes `/design/page/2`. */
const withoutPageQuery = (address: string): string => address.replace(/\/?\?page=(\d+)$/, '/page/$1')

const withoutPageQueries = (html: string): string =>
  html.replace(/ href="([^"?]*\?page=\d+)"/g, (_, address: string) => ` href="${withoutPageQuery(address)}"`)

/** File that a static host serves for a page; undefined when only a server can answer. */
const fileNameOf = ({ path: address, type }: Pick<Page, 'path' | 'type'>): string | undefined => {
  const file = withoutPageQuery(address)
  if (file.includes('?')) return undefined
  if (file === '/404') return '404.html'
  const name = decodeURIComponent(file.slice(1))
  if (name === '') return 'index.html'
  return type.startsWith('text/html') ? `${name}/index.html` : name
}

// Browsers ignore these in a page.
const onlyAsHeader = /^(?:frame-ancestors|report-uri|report-to)\b/

/** A static host sends no policy, so the page holds it. */
const withPolicy = ({ body, styles }: Page, security: SecurityHeaders): string => {
  const [, policy = ''] = security(styles)
  const kept = policy.split('; ').filter((directive) => !onlyAsHeader.test(directive))
  const meta = `<meta http-equiv="Content-Security-Policy" content="${kept.join('; ')}">`
  return body.replace(/<meta charset="utf-8">/i, (charset) => charset + meta)
}

const toForm = /^\/?#contact$/

/** The content without the contact form, which needs a server. Links to the form become the owner's email address, or are removed. */
const withoutServer = (content: Content): Content => {
  const { settings } = content
  const shows = settings.sections.some(({ id, visible }) => id === 'contact' && visible)
  const mail = settings.socials.find(({ url }) => url.startsWith('mailto:'))?.url ?? ''
  return {
    ...content,
    settings: {
      ...settings,
      hireLink: shows && toForm.test(settings.hireLink) ? mail : settings.hireLink,
      sections: settings.sections.map((section) =>
        section.id === 'contact' ? { ...section, visible: false } : section,
      ),
    },
  }
}

const media = /\/media\/([0-9a-f]{16}(?:-\w+)?\.\w+)/g

async function* builtFiles(folder: string): AsyncGenerator<StaticFile> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file).replaceAll(path.sep, '/')
    if (entry.isFile() && name !== 'manifest.json' && !/\.(?:br|gz|zst)$/.test(name))
      yield { name, bytes: await readFile(file) }
  }
}

export async function* staticFiles(parts: {
  content: Content
  site: Site
  clientFolder: string
  variant: Media['variant']
  /** Draws a share card. */
  draw: (card: ShareCard) => Promise<Uint8Array>
  security: SecurityHeaders
  /** The forms of the CV, with their paths. */
  cv?: AsyncIterable<StaticFile>
}): AsyncGenerator<StaticFile> {
  yield* builtFiles(parts.clientFolder)
  const content = withoutServer(parts.content)
  const pages = [...parts.site.pages(content)]
  const images = new Set(pages.flatMap(({ body }) => [...body.matchAll(media)].map(([, name]) => name as string)))
  for (const name of images) {
    const found = await parts.variant(name)
    if (found) yield { name: `media/${name}`, bytes: found.bytes }
  }
  for (const card of parts.site.cards(content)) {
    // Where no server redirects, the image that takes its place stands at its path.
    const bytes = await parts.draw(card).catch(async () => {
      const found = card.fallback && (await parts.variant(card.fallback.slice('/media/'.length)))
      return found ? found.bytes : undefined
    })
    if (bytes) yield { name: card.path.slice(1), bytes }
  }
  for (const page of pages) {
    const name = fileNameOf(page)
    if (name === undefined) continue
    const text = page.type.startsWith('text/html') ? withoutPageQueries(withPolicy(page, parts.security)) : page.body
    yield { name, bytes: Buffer.from(text) }
  }
  if (parts.cv) yield* parts.cv
}
