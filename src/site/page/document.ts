import { escapeHtml } from '../../model/escape-html.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { Page } from '../../model/publishing/page.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import { isLeftward } from '../../model/words/languages.ts'
import type { Words } from '../../model/words/words.ts'
import { type Head, headOf, type SiteAssets } from '../markup/head.ts'
import { imageRule } from '../markup/image.tsx'

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

/** Puts a page together from ready markup. Its one style holds the style sheet and the page's own rules. */
export const documentPage = (page: Document, settings: PublicSettings, words: Words, assets: SiteAssets): Page => {
  const style = assets.css + [...new Set(page.images.map(imageRule))].join('')
  if (/<\/style/i.test(style)) throw new Error('The style sheet would end its element.')
  const body = `<!DOCTYPE html><html lang="${escapeHtml(settings.language)}"${isLeftward(settings.language) ? ' dir="rtl"' : ''} data-accent="${settings.accent}" data-appearance="${settings.appearance}"><head>${headOf(page.head, settings, assets, page.icons)}<style>${style}</style></head><body id="top"><a class="skip" href="#main">${escapeHtml(words.page.skip)}</a>${page.navbar}<main id="main" tabindex="-1">${page.main}</main>${page.footer}${page.data ?? ''}</body></html>`
  return {
    path: page.path,
    status: page.status ?? 200,
    type: 'text/html; charset=utf-8',
    body,
    styles: [style],
  }
}
