import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse, postprocess, preprocess } from 'micromark'
import { gfmTable } from 'micromark-extension-gfm-table'
import { type Page, type ShareCard, type Site, sentFile, textsIn } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { themeFor } from '../../model/themes/chosen-theme.ts'
import type { Theme } from '../../model/themes/theme.ts'
import type { Media } from '../media/media.ts'
import { buildLists } from '../publishing/client-build.ts'
import type { DrawnTexts } from '../publishing/drawn-texts.ts'
import { mapCssUrls, mapUrls } from '../publishing/page-urls.ts'
import { immutable, type SecurityHeaders } from '../snapshots/security-headers.ts'

/** A header of every file. */
type Header = readonly [name: string, value: string]

/** Source of the settings for hosts. */
interface HostRules {
  base: string
  headers: Header[]
  /** Paths of files whose names carry a hash of what is in them. */
  immutable: { paths: string[]; caching: string }
  /** Paths whose type a host cannot tell by the name alone. */
  types: { path: string; type: string }[]
  redirects: { from: string; to: string }[]
}

// No server collects reports; and share cards are shown by other sites.
const ofServer = new Set(['Reporting-Endpoints', 'Cross-Origin-Resource-Policy'])

/** The security headers of the server, but for what each page has as its own policy. */
const headersFrom = (security: readonly string[]): Header[] =>
  security.flatMap((name, i) => {
    const value = security[i + 1] ?? ''
    if (i % 2 === 1 || ofServer.has(name)) return []
    if (name !== 'Content-Security-Policy') return [[name, value] as const]
    const framing = value.split('; ').filter((directive) => directive.startsWith('frame-ancestors'))
    return [[name, framing.join('; ')] as const]
  })

const typed = new Set(['/feed.xml', '/site.webmanifest', '/card.vcf'])

const hostRules = (pages: readonly Page[], security: readonly string[], base: string): HostRules => ({
  base,
  headers: headersFrom(security),
  immutable: { paths: ['/assets/', '/media/'], caching: immutable },
  types: pages.flatMap(({ path, type }) => (typed.has(path) ? [{ path, type }] : [])),
  redirects: pages.flatMap(({ path, location }) => (location === undefined ? [] : [{ from: path, to: location }])),
})

const quoted = (text: string) => `"${text.replace(/["\\$]/g, '\\$&')}"`

const ownFiles = ['nginx.conf', '_headers', '_redirects', '.nojekyll', '.vitrine-export.json']

/**
 * Locations for the `server` block of an nginx whose `root` has the exported folder at the base. A location with a header of its own
 * inherits none, so each has them all.
 */
const nginxConfig = ({ base, headers, immutable: { paths, caching }, types, redirects }: HostRules): string => {
  const location = (match: string, ...lines: string[]) =>
    [`location ${match} {`, ...lines.map((line) => `    ${line}`), '}', ''].join('\n')
  const all = (own: readonly Header[] = []) =>
    [...headers, ...own].map(([name, value]) => `add_header ${name} ${quoted(value)} always;`)
  const notFound = `error_page 404 ${base}/404.html;`
  const fixed = (type: string) => [
    notFound,
    'types { }',
    `default_type ${quoted(type)};`,
    ...all(),
    'try_files $uri =404;',
  ]
  return [
    `# Written by vitrine export. In a server block: root, then include this file.`,
    base === ''
      ? '# The root is the folder of this file.'
      : `# The root is the folder in which this folder is ${base.slice(1)}.`,
    'absolute_redirect off;',
    '',
    ...(base === '' ? [] : [location(`= ${base}`, `return 301 ${base}/;`)]),
    ...ownFiles.map((name) => location(`= ${base}/${name}`, notFound, 'return 404;')),
    ...redirects.map(({ from, to }) =>
      location(`= ${quoted(base + decodeURI(from))}`, `return 308 ${quoted(base + to)};`),
    ),
    ...types.map(({ path, type }) => location(`= ${base}${path}`, ...fixed(type))),
    location(`~ ^${base.replaceAll('.', '\\.')}/.*\\.md$`, ...fixed('text/markdown; charset=utf-8')),
    ...paths.map((path) =>
      location(`^~ ${base}${path}`, notFound, ...all([['Cache-Control', caching]]), 'try_files $uri =404;'),
    ),
    location(
      `${base}/`,
      '# An address has no slash at its end.',
      `rewrite ^(${base}/.+)/$ $1 permanent;`,
      notFound,
      ...all([['Cache-Control', 'no-cache']]),
      'try_files $uri $uri/index.html =404;',
    ),
  ].join('\n')
}

// A path of the site; `//host` is another one.
const ownPath = /^\/(?!\/)/

/** The base under which a site is served, without its last slash: `/portfolio`, or nothing at the root of its host. */
type Base = string

const pathUnder = (url: string, base: Base): string => (ownPath.test(url) ? base + url : url)

const css = (text: string, base: Base): string => mapCssUrls(text, (url) => pathUnder(url, base))

/** A page whose paths begin with the base; scripts find it in `data-base`. */
const html = (text: string, base: Base): string =>
  mapUrls(text, (url) => pathUnder(url, base)).replace(
    /^<!DOCTYPE html><html /,
    (start) => `${start}data-base="${base}" `,
  )

/** Markdown whose links and pictures lead to paths below the base; program text stays as it is. */
const markdown = (text: string, base: Base): string => {
  const events = postprocess(
    parse({ extensions: [gfmTable()] })
      .document()
      .write(preprocess()(text, undefined, true)),
  )
  const starts = events.flatMap(([kind, { type, start }]) =>
    kind === 'enter' && (type === 'resourceDestinationString' || type === 'definitionDestinationString')
      ? [start.offset]
      : [],
  )
  let done = 0
  const parts = starts.flatMap((at) => {
    const before = text.slice(done, at)
    done = at
    return ownPath.test(text.slice(at, at + 2)) ? [before, base] : [before]
  })
  return parts.join('') + text.slice(done)
}

const manifest = (text: string, base: Base): string => {
  const { start_url, icons, ...rest } = JSON.parse(text) as { start_url: string; icons: { src: string }[] }
  return JSON.stringify({
    ...rest,
    start_url: pathUnder(start_url, base),
    icons: icons.map((icon) => ({ ...icon, src: pathUnder(icon.src, base) })),
  })
}

const kinds: [type: RegExp, rewrite: (text: string, base: Base) => string][] = [
  [/^text\/html/, html],
  [/^text\/css/, css],
  [/^text\/markdown/, markdown],
  [/^application\/manifest/, manifest],
]

/**
 * A file of the site whose paths begin with the base under which it is served. Feeds, the sitemap and the scripts need no change: their
 * URLs are whole, or relative.
 */
const underBase = (text: string, type: string, base: Base): string => {
  const rewrite = base === '' ? undefined : kinds.find(([kind]) => kind.test(type))?.[1]
  return rewrite ? rewrite(text, base) : text
}

export interface Target {
  /** Origin at which the site will be served. */
  origin: string
  /** Path under which the site will be served, without its last slash: `/portfolio`, or nothing at the root of its host. */
  base: string
  /** Origin of the Vitrine that takes messages; undefined leaves the form out. */
  inbox?: string | undefined
}

/** The address of a further page of a list, where no server reads queries: `/design?page=2` becomes `/design/page/2`. */
const withoutPageQuery = (address: string): string => address.replace(/\/?\?page=(\d+)$/, '/page/$1')

/** Links of other sites stay as they are. */
const withoutPageQueries = (html: string, origin: string): string =>
  mapUrls(html, (url) => (/^\/(?!\/)/.test(url) || url.startsWith(`${origin}/`) ? withoutPageQuery(url) : url))

const isHtml = ({ type }: Pick<Page, 'type'>) => type.startsWith('text/html')

/** File that a static host serves for a page; undefined when only a server can answer. */
const fileNameOf = (page: Pick<Page, 'path' | 'type'>, { inbox }: Target): string | undefined => {
  const file = withoutPageQuery(page.path)
  if (file === '/?sent=1') return inbox === undefined ? undefined : sentFile
  if (file.includes('?')) return undefined
  if (file === '/404') return '404.html'
  const name = decodeURIComponent(file.slice(1))
  if (name === '') return 'index.html'
  return isHtml(page) ? `${name}/index.html` : name
}

// Browsers ignore these in a page.
const onlyAsHeader = /^(?:frame-ancestors|report-uri|report-to)\b/

/** A static host sends no policy of the page, so the page holds it. */
const withPolicy = (body: string, styles: readonly string[], security: SecurityHeaders, inbox?: string): string => {
  const reached = inbox === undefined ? {} : { 'connect-src': `'self' ${inbox}`, 'form-action': `'self' ${inbox}` }
  const [, policy = ''] = security(styles, reached)
  const kept = policy.split('; ').filter((directive) => !onlyAsHeader.test(directive))
  const meta = `<meta http-equiv="Content-Security-Policy" content="${kept.join('; ')}">`
  return body.replace(/<meta charset="utf-8">/i, (charset) => charset + meta)
}

/** A page of the site as the file that a static host serves; undefined for one that only a server can answer. */
export const pageFile = (page: Page, security: SecurityHeaders, target: Target): StaticFile | undefined => {
  const name = fileNameOf(page, target)
  if (name === undefined) return undefined
  const { origin, base, inbox } = target
  // Rendered once, where it is rendered only when it is read.
  const { body, styles, type } = page.later?.() ?? page
  const text = underBase(isHtml(page) ? withoutPageQueries(body, origin) : body, type, base)
  const policed = isHtml(page)
    ? withPolicy(
        text,
        styles.map((style) => underBase(style, 'text/css', base)),
        security,
        inbox,
      )
    : text
  return { name, bytes: Buffer.from(policed) }
}

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

/** The content without the contact form, which needs a server. */
const withoutServer = (content: Content): Content => ({
  ...content,
  settings: {
    ...content.settings,
    sections: content.settings.sections.map((section) =>
      section.id === 'contact' ? { ...section, visible: false } : section,
    ),
  },
})

const media = /\/media\/([0-9a-f]{16}(?:-\w+)?\.\w+)/g

/** The built files; of the fonts, those of this theme. */
async function* builtFiles(folder: string, base: string, theme: Theme | undefined): AsyncGenerator<StaticFile> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file).replaceAll(path.sep, '/')
    if (theme && name.endsWith('.woff2') && !theme.faces.includes(name)) continue
    if (!entry.isFile() || buildLists.has(name) || /\.(?:br|gz|zst)$/.test(name)) continue
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
  /** Fonts of a theme of somebody else, with their paths. */
  fonts?: readonly StaticFile[]
  /** The forms of the CV, with their paths. */
  cv?: AsyncIterable<StaticFile>
}): AsyncGenerator<StaticFile> {
  const { target, security } = parts
  yield* builtFiles(parts.clientFolder, target.base, themeFor(parts.content, parts.site.themes))
  yield* parts.fonts ?? []
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

export interface StaticFile {
  /** Path in the folder, with `/` between its parts. */
  name: string
  bytes: Uint8Array
}
