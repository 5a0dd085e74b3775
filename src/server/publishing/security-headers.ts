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

/** The directives by which browsers tell us what they refused: the newer, and the one for those that do not know it. */
export const reportTo = `report-uri ${reportsPath}; report-to csp`

const hashes = new Map<string, string>()

/** A style's hash, remembered: the pages of a site share one or two, and every publish asks for each of them. */
const styleHash = (style: string): string => {
  const known = hashes.get(style)
  if (known !== undefined) return known
  const hash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
  if (hashes.size >= 50) hashes.clear()
  hashes.set(style, hash)
  return hash
}

const contentPolicy = (styles: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${["'self'", ...new Set(styles.map(styleHash))].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    reportTo,
    "frame-ancestors 'none'",
  ].join('; ')

/** The headers that every answer carries, names and values in turn; `styles` are the texts of the page's inline <style>s. */
export type SecurityHeaders = (styles?: readonly string[]) => string[]

/** `publicUrl` decides whether browsers are told to come by TLS only. */
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
  return (styles = []) => ['Content-Security-Policy', contentPolicy(styles), ...always]
}
