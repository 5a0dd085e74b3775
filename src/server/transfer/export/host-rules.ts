import type { Page } from '../../../model/publishing/page.ts'
import { immutable } from '../../snapshots/caching.ts'

/** A header of every file. */
export type Header = readonly [name: string, value: string]

/** Source of the settings for hosts. */
export interface HostRules {
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

export const hostRules = (pages: readonly Page[], security: readonly string[], base: string): HostRules => ({
  base,
  headers: headersFrom(security),
  immutable: { paths: ['/assets/', '/media/'], caching: immutable },
  types: pages.flatMap(({ path, type }) => (typed.has(path) ? [{ path, type }] : [])),
  redirects: pages.flatMap(({ path, location }) => (location === undefined ? [] : [{ from: path, to: location }])),
})
