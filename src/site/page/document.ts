import { localeOf } from '../../model/content/period.ts'
import { escapeHtml } from '../../model/escape-html.ts'
import { cutText } from '../../model/fields/cut-text.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { Page } from '../../model/publishing/page.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import { isLeftward } from '../../model/words/languages.ts'
import type { Words } from '../../model/words/words.ts'
import { type Head, headOf, type SiteAssets } from '../markup/head.ts'
import { imageRule } from '../markup/image.tsx'
import type { JsonLd } from '../markup/json-ld.ts'

interface Document {
  path: string
  status?: Page['status']
  head: Head
  /** Links to the icons. */
  icons: string
  /** The navbar's markup. */
  navbar: string
  /** The markup inside <main>. */
  main: string
  footer: string
  /** Images in it; their placeholders become rules of the page's style. */
  images: PublishedImage[]
  /** JSON-LD, ready made. */
  data?: string
}

/** Puts a page together from ready markup. Its one style holds the style sheet and the page's own rules. Scripts hand its language to `Intl`. */
export const documentPage = (page: Document, settings: PublicSettings, words: Words, assets: SiteAssets): Page => {
  const style = assets.css + [...new Set(page.images.map(imageRule))].join('')
  if (/<\/style/i.test(style)) throw new Error('The style sheet would end its element.')
  const body = `<!DOCTYPE html><html lang="${localeOf(settings.language)}"${isLeftward(settings.language) ? ' dir="rtl"' : ''} data-appearance="${settings.appearance}"${assets.counts && settings.visits ? ' data-visits=""' : ''}><head>${headOf(page.head, settings, assets, page.icons)}<style>${style}</style></head><body id="top"><a class="skip" href="#main">${escapeHtml(words.page.skip)}</a>${page.navbar}<main id="main" tabindex="-1">${page.main}</main>${page.footer}${page.data ?? ''}</body></html>`
  return {
    path: page.path,
    status: page.status ?? 200,
    type: 'text/html; charset=utf-8',
    body,
    styles: [style],
  }
}

/** A redirect for a URL without a page. In an exported site, where no server answers, the page itself redirects. */
export const moved = (path: string, location: string, { language, page }: Words): Page => ({
  path,
  status: 308,
  location,
  type: 'text/html; charset=utf-8',
  body:
    `<!DOCTYPE html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(page.moved)}</title>` +
    `<meta http-equiv="refresh" content="0; url=${escapeHtml(location)}"></head>` +
    `<body><a href="${escapeHtml(location)}">${escapeHtml(location)}</a></body></html>`,
  styles: [],
})

interface Step {
  name: string
  path: string
}

/** The way from the first page to this one, as schema.org's BreadcrumbList: the pages between, and the page itself last. */
export const breadcrumbs = (
  { name }: Pick<PublicSettings, 'name'>,
  url: string,
  ...steps: readonly Step[]
): JsonLd => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name, path: '/' }, ...steps].map((step, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: step.name,
    item: { '@type': 'WebPage', '@id': url + step.path },
  })),
})

// Search engines and tabs show about as much.
const most = 70

/** Title of a page: its own name, then as much of the rest as there is room for. A name that is too long alone is cut. */
export const pageTitle = (own: string, ...rest: string[]): string => {
  let title = cutText(own, most)
  for (const part of rest) {
    const longer = `${title} – ${part}`
    if (part && [...longer].length <= most) title = longer
  }
  return title
}
