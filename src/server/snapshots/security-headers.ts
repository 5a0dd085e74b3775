import { createHash } from 'node:crypto'

const permissions = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

const reportsPath = '/api/csp-reports'

const hashes = new Map<string, string>()

/** A style's hash, cached: the pages of a site share one or two, and every publish needs them for each page. */
const styleHash = (style: string): string => {
  const known = hashes.get(style)
  if (known !== undefined) return known
  const hash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
  if (hashes.size >= 50) hashes.clear()
  hashes.set(style, hash)
  return hash
}

type Directives = Record<string, string | undefined>

const ownDirectives: Directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'media-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  // Browsers that know `report-to` ignore `report-uri`.
  'report-uri': reportsPath,
  'report-to': 'csp',
  'frame-ancestors': "'none'",
}

/** A Content-Security-Policy that allows this site alone; `changes` replaces directives, or drops them by `undefined`. */
export const contentPolicy = (changes: Directives = {}): string =>
  Object.entries({ ...ownDirectives, ...changes })
    .flatMap(([name, sources]) => (sources === undefined ? [] : [`${name} ${sources}`]))
    .join('; ')

/**
 * Headers of every answer, names and values in turn; `styles` are the texts of the page's inline `<style>` elements, `changes` as in
 * `contentPolicy`.
 */
export type SecurityHeaders = (styles?: readonly string[], changes?: Directives) => string[]

export const createSecurityHeaders = (publicUrl: string): SecurityHeaders => {
  const always = [
    ['Reporting-Endpoints', `csp="${reportsPath}"`],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Embedder-Policy', 'require-corp'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', permissions.map((name) => `${name}=()`).join(', ')],
    ...(publicUrl.startsWith('https:') ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] : []),
  ].flat()
  return (styles = [], changes = {}) => {
    const sources = ["'self'", ...new Set(styles.map(styleHash))].join(' ')
    return ['Content-Security-Policy', contentPolicy({ 'style-src': sources, ...changes }), ...always]
  }
}

/**
 * Browsers revalidate each time, so that a save shows at once; a shared cache may answer for ten seconds, and longer while it
 * revalidates.
 */
export const pageCaching = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60'

export const immutable = 'public, max-age=31536000, immutable'

export const cacheForADay = 'public, max-age=86400'

/** Answers to one person, the owner or whoever has a link: no cache keeps them, nor does a browser after a sign-out. */
export const forOneOnly = 'private, no-store'

export const unlisted = ['X-Robots-Tag', 'noindex, nofollow']

/** No search engine lists it, no other site hears of it, nothing in between keeps it. */
export const secrecy = [...unlisted, 'Cache-Control', forOneOnly, 'Referrer-Policy', 'no-referrer']

/** Headers by their names, from names and values in turn; the last of a name counts. */
export const headersByName = (flat: readonly string[]): Record<string, string> =>
  Object.fromEntries(flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1] as string]] : [])))

/**
 * Headers of a page behind a link whose form is sent to this site: without a referrer, browsers send no origin with it. The path goes
 * nowhere, so that no log has it.
 */
export const linkedPageHeaders = (
  security: SecurityHeaders,
  { styles, type }: { styles: readonly string[]; type: string },
): Record<string, string> =>
  headersByName([...security(styles), ...secrecy, 'Referrer-Policy', 'strict-origin', 'Content-Type', type])
