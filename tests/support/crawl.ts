import path from 'node:path'

const unescaped = (text: string) =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#(?:x27|39);/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found as string)

const inCss = (text: string) => all(text, /url\(["']?([^"')]+)/g)

// Markup alone: text may well show an attribute.
const inHtml = (text: string) => [
  ...all(text, /(<[a-z][^<>]*>)/gi).flatMap((tag) =>
    all(tag, / (?:href|src|action|poster|srcset|imagesrcset)="([^"]+)"/gi)
      .flatMap((value) => unescaped(value).split(/,\s+/))
      .map((one) => one.split(' ')[0] as string),
  ),
  ...all(text, /http-equiv="refresh" content="\d+; url=([^"]+)"/g).map(unescaped),
  ...all(text, /<style>([\s\S]*?)<\/style>/g).flatMap(inCss),
]

// Program text names nothing.
const inMarkdown = (text: string) =>
  all(text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, ''), /\]\(<?([^)>\s]+)/g)

const inScript = (text: string) => all(text, /(?:from|import)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+)/g)

const inManifest = (text: string) => {
  const { start_url, icons } = JSON.parse(text) as { start_url: string; icons: { src: string }[] }
  return [start_url, ...icons.map(({ src }) => src)]
}

const readers: Record<string, (text: string) => string[]> = {
  '.html': inHtml,
  '.css': inCss,
  '.js': inScript,
  '.md': inMarkdown,
  '.webmanifest': inManifest,
}

/** URLs that a file names, as it names them; whole ones of the site in any text, such as the feed and structured data. */
const namedIn = (kind: string, text: string, origin: string): string[] => {
  // The feed has escaped HTML.
  const whole = all(unescaped(unescaped(text)).replaceAll(origin, '\0'), /\0([^\0\s"'<>)\]\\]*)/g)
  return [...(readers[kind]?.(text) ?? []), ...whole.map((rest) => origin + rest)]
}

const textual = /^(?:text\/|application\/(?:xml|json|manifest|atom|javascript))/

/**
 * Follows every link of a site from its first page, the sitemap and the 404 page on, in every kind of file. Returns the paths that it
 * found, and each link that leads nowhere or out of the site's base.
 */
export const crawl = async (origin: string, base: string): Promise<{ visited: Set<string>; dead: string[] }> => {
  const dead: string[] = []
  const visited = new Set<string>()
  const texts = new Map<string, string>()
  const waiting: [from: string, url: string][] = ['/', '/sitemap.xml', '/robots.txt', '/feed.xml', '/404.html'].map(
    (start) => ['start', origin + base + start],
  )
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, url] = next
    const { pathname, search, hash } = new URL(url)
    if (search !== '' || !(pathname === base || pathname.startsWith(`${base}/`))) {
      dead.push(`${from} → ${url}`)
      continue
    }
    if (!visited.has(pathname)) {
      visited.add(pathname)
      const response = await fetch(origin + pathname)
      if (!response.ok) {
        dead.push(`${from} → ${url} (${response.status})`)
        continue
      }
      const type = response.headers.get('content-type') ?? ''
      const bytes = await response.arrayBuffer()
      const kind = path.extname(new URL(response.url).pathname) || '.html'
      if (textual.test(type) || kind === '.txt') {
        const text = Buffer.from(bytes).toString()
        texts.set(pathname, text)
        for (const named of namedIn(kind, text, origin)) {
          const target = URL.parse(named, response.url)
          if (target?.origin === origin) waiting.push([pathname, target.href])
        }
      }
    }
    const fragment = decodeURIComponent(hash.slice(1))
    // Names of things in structured data are no places on a page.
    if (
      fragment !== '' &&
      !/^(?:person|website|organization)$/.test(fragment) &&
      !texts.get(pathname)?.includes(`id="${fragment}"`)
    )
      dead.push(`${from} → ${url} (no such place)`)
  }
  return { visited, dead }
}
