import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Page, type ShareCard, type Site, textsIn } from '../../../model/publishing/page.ts'
import type { Content } from '../../../model/publishing/published-content.ts'
import type { Media } from '../../media/media.ts'
import type { DrawnTexts } from '../../publishing/drawn-texts.ts'
import type { SecurityHeaders } from '../../snapshots/security-headers.ts'
import { type Header, type HostRules, hostRules } from './host-rules.ts'
import { nginxConfig } from './nginx-config.ts'
import { pageFile, type Target } from './page-file.ts'
import type { StaticFile } from './static-file.ts'
import { underBase } from './under-base.ts'

/** `_headers`, as Netlify and Cloudflare Pages read it: a path, and below it its headers. Several rules that match add up. */
const headersFile = ({ base, headers, immutable: { paths, caching }, types }: HostRules): string => {
  const rule = (path: string, own: readonly Header[]) =>
    [base + path, ...own.map(([name, value]) => `  ${name}: ${value}`)].join('\n')
  return `${[
    rule('/*', headers),
    ...paths.map((path) => rule(`${path}*`, [['Cache-Control', caching]])),
    ...types.map(({ path, type }) => rule(path, [['Content-Type', type]])),
  ].join('\n\n')}\n`
}

/** `_redirects`, as both read it. Cloudflare Pages follows these; Netlify only where no file has the path. */
const redirectsFile = ({ base, redirects }: HostRules): string =>
  redirects.map(({ from, to }) => `${base}${from} ${base}${to} 301\n`).join('')

/** Settings for the hosts that read them from the folder, and for nginx. */
function* hostFiles(pages: readonly Page[], security: readonly string[], base: string): Generator<StaticFile> {
  const rules = hostRules(pages, security, base)
  yield { name: '_headers', bytes: Buffer.from(headersFile(rules)) }
  yield { name: '_redirects', bytes: Buffer.from(redirectsFile(rules)) }
  yield { name: 'nginx.conf', bytes: Buffer.from(nginxConfig(rules)) }
  // GitHub Pages would leave out names that begin with `_`.
  yield { name: '.nojekyll', bytes: Buffer.alloc(0) }
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
  texts: Pick<DrawnTexts, 'draw'>
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
  // All of them, before the first page is rendered.
  await parts.texts.draw([...textsIn(content)].map(([, texts]) => texts))
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
    await parts.texts.draw([page.texts?.() ?? []])
    const file = pageFile(page, security, target)
    if (file) yield file
  }
  if (parts.cv) yield* parts.cv
  yield* hostFiles(pages, security(), target.base)
}
