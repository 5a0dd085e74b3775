const linked = /(?:href|src|srcset|content)="([^"]+)"/g

/** Paths that a page, style or data file of this site names. */
const pathsIn = (body: string, origin: string): string[] =>
  [
    ...body.matchAll(linked),
    ...body.matchAll(/"(\/(?:media|projects|assets)\/[^"\s]+)"/g),
    ...body.matchAll(/<loc>([^<]+)</g),
  ]
    .flatMap(([, value = '']) => value.split(/,\s+/))
    .map((part) => part.trim().split(' ')[0]?.replaceAll('&amp;', '&') ?? '')
    .flatMap((part) => {
      const url = URL.canParse(part, origin) ? new URL(part, origin) : undefined
      return url && url.origin === origin ? [url.pathname] : []
    })

/** Every address that a visitor can reach from `/` and the data files, with its text (of images, nothing). */
export const addressesOf = async (origin: string): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  const waiting = ['/', '/sitemap.xml', '/robots.txt', '/api/content', '/manifest.webmanifest', '/no-such-page']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    const answer = await fetch(origin + path)
    const isText = /text|json|xml|javascript/.test(answer.headers.get('content-type') ?? '')
    const body = isText ? await answer.text() : ''
    if (!isText) await answer.arrayBuffer()
    if (!answer.ok && path !== '/no-such-page') continue
    found.set(path, body)
    // What scripts name is the product's own.
    if (!/^\/(?:assets|admin|login|register)/.test(path)) waiting.push(...pathsIn(body, origin))
  }
  return found
}
