import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Content } from '../../../model/content/published-content.ts'
import type { Page, Site } from '../../../model/publishing/page.ts'
import type { Media } from '../../media/media.ts'
import type { SecurityHeaders } from '../../publishing/security-headers.ts'

export interface StaticFile {
  name: string
  bytes: Uint8Array
}

/** File that a static host serves for a page; undefined when only a server can answer. */
export const fileNameOf = ({ path: address }: Pick<Page, 'path'>): string | undefined => {
  if (address.includes('?')) return undefined
  if (address === '/404') return '404.html'
  const name = decodeURIComponent(address.slice(1))
  if (name === '') return 'index.html'
  return path.extname(name) === '' || name.includes('/') ? `${name}/index.html` : name
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
  security: SecurityHeaders
}): AsyncGenerator<StaticFile> {
  yield* builtFiles(parts.clientFolder)
  const pages = [...parts.site.pages(withoutServer(parts.content))]
  const images = new Set(pages.flatMap(({ body }) => [...body.matchAll(media)].map(([, name]) => name as string)))
  for (const name of images) {
    const found = await parts.variant(name)
    if (found) yield { name: `media/${name}`, bytes: found.bytes }
  }
  for (const page of pages) {
    const name = fileNameOf(page)
    if (name === undefined) continue
    const text = page.type.startsWith('text/html') ? withPolicy(page, parts.security) : page.body
    yield { name, bytes: Buffer.from(text) }
  }
}
