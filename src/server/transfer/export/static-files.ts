import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Content } from '../../../model/content/published-content.ts'
import type { Site } from '../../../model/publishing/page.ts'
import type { ShareCard } from '../../../model/publishing/share-card.ts'
import type { Media } from '../../media/media.ts'
import type { SecurityHeaders } from '../../publishing/security-headers.ts'
import { hostFiles } from './host-files.ts'
import { pageFile, type Target } from './page-file.ts'
import type { StaticFile } from './static-file.ts'
import { underBase } from './under-base.ts'
import { withoutServer } from './without-server.ts'

const media = /\/media\/([0-9a-f]{16}(?:-\w+)?\.\w+)/g

async function* builtFiles(folder: string, base: string): AsyncGenerator<StaticFile> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file).replaceAll(path.sep, '/')
    if (!entry.isFile() || name === 'manifest.json' || /\.(?:br|gz|zst)$/.test(name)) continue
    const bytes = await readFile(file)
    yield { name, bytes: name.endsWith('.css') ? Buffer.from(underBase(bytes.toString(), 'text/css', base)) : bytes }
  }
}

/** The public site as files for any static host. */
export async function* staticFiles(parts: {
  content: Content
  site: Site
  clientFolder: string
  variant: Media['variant']
  /** Draws a share card. */
  draw: (card: ShareCard) => Promise<Uint8Array>
  security: SecurityHeaders
  target: Target
  /** The forms of the CV, with their paths. */
  cv?: AsyncIterable<StaticFile>
}): AsyncGenerator<StaticFile> {
  const { target, security } = parts
  yield* builtFiles(parts.clientFolder, target.base)
  const content = target.inbox === undefined ? withoutServer(parts.content) : parts.content
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
    const file = pageFile(page, security, target)
    if (file) yield file
  }
  if (parts.cv) yield* parts.cv
  yield* hostFiles(pages, security(), target.base)
}
