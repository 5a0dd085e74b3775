import { type Page, sentFile } from '../../../model/publishing/page.ts'
import { mapUrls } from '../../publishing/page-urls.ts'
import type { SecurityHeaders } from '../../snapshots/security-headers.ts'
import type { StaticFile } from './static-file.ts'
import { underBase } from './under-base.ts'

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
