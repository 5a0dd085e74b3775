import { escapeHtml } from '../../model/escape-html.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import { type ShareCard, shareCardSize } from '../../model/publishing/page.ts'
import { type Content, imageIn, shownPerson } from '../../model/publishing/published-content.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import type { Theme } from '../../model/themes/theme.ts'

/** The built files that pages refer to. */
export interface SiteAssets {
  /** The text of the built style sheet; it is inlined in every page. */
  css: string
  /** The URL of the boot script; empty for a page without one. */
  boot: string
  /** The URL of the style sheet of blocks, which pages with them fetch. */
  blockStyles?: string
  /** The URLs of the fonts of the first view, for preloading. */
  fonts?: readonly string[]
  /** Colours of the theme that they are dressed in; none without one. */
  tones?: Theme['tones']
  /** The theme that they are dressed in, with its whole fonts. */
  theme?: Theme
  /** The built-in themes. Without them pages have the bare style sheet. */
  themes?: readonly Theme[]
  /** The site's public URL, without a trailing slash. */
  publicUrl: string
  /** Origin of the Vitrine that takes the messages of an exported site. */
  inbox?: string
  /** Answered by a server, which counts visits while the owner wants it; an exported site has none. */
  counts?: boolean
  /** A hash of a text, in hexadecimal, for the paths of share cards. Without it, or without a theme, pages have none. */
  digest?: (text: string) => string
}

export interface Head {
  title: string
  description: string
  /** Path of the canonical URL; null for a page that search engines should leave out. */
  canonical: string | null
  image?: PublishedImage | undefined
  /** Shown instead of the image. */
  card?: ShareCard | undefined
  /** Path of the Markdown twin; none of a page that search engines should leave out. */
  twin?: string
  /** `website`, or `article` for a project. */
  kind?: 'website' | 'article'
  /** Tags that one page alone needs, ready made. */
  extra?: string
}

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`

const theme = (settings: PublicSettings, { tones }: SiteAssets) => {
  if (!tones) return ''
  return settings.appearance === 'auto'
    ? (['light', 'dark'] as const)
        .map(
          (mode) => `<meta name="theme-color" content="${tones[mode].paper}" media="(prefers-color-scheme: ${mode})">`,
        )
        .join('')
    : meta('theme-color', tones[settings.appearance].paper)
}

/** The JPEG that link previews show: wide enough for them, and no wider than needed. */
export const previewOf = (image: PublishedImage) =>
  image.variants.jpeg.find(({ width }) => width >= 1200) ?? image.variants.jpeg.at(-1)

const imageTags = (path: string, width: number, height: number, alt: string, url: string) =>
  property('og:image', url + path) +
  property('og:image:width', String(width)) +
  property('og:image:height', String(Math.round(height))) +
  (alt ? property('og:image:alt', alt) : '')

const pictureTags = ({ card, image }: Head, url: string): string => {
  if (card) return imageTags(card.path, shareCardSize.width, shareCardSize.height, card.alt, url)
  const variant = image && previewOf(image)
  return image && variant
    ? imageTags(variant.url, variant.width, (variant.width * image.height) / image.width, image.alt, url)
    : ''
}

const preview = (head: Head, url: string, siteName: string) => {
  const { title, description, canonical, kind = 'website' } = head
  const picture = pictureTags(head, url)
  return (
    property('og:type', kind) +
    property('og:site_name', siteName) +
    property('og:title', title) +
    (description ? property('og:description', description) : '') +
    (canonical === null ? '' : property('og:url', url + canonical)) +
    picture +
    meta('twitter:card', picture ? 'summary_large_image' : 'summary')
  )
}

const alternate = (type: string, href: string, title?: string) =>
  `<link rel="alternate" type="${type}" href="${escapeHtml(href)}"${title === undefined ? '' : ` title="${escapeHtml(title)}"`}>`

/** Everything of the head but the style, which follows it. */
export const headOf = (head: Head, settings: PublicSettings, assets: SiteAssets, icons: string): string => {
  const { publicUrl, boot, fonts = [] } = assets
  return [
    '<meta charset="utf-8">',
    `<title>${escapeHtml(head.title)}</title>`,
    meta('viewport', 'width=device-width, initial-scale=1'),
    head.extra ?? '',
    ...fonts.map((font) => `<link rel="preload" href="${escapeHtml(font)}" as="font" type="font/woff2" crossorigin>`),
    head.description ? meta('description', head.description) : '',
    head.canonical === null
      ? meta('robots', 'noindex')
      : `<link rel="canonical" href="${escapeHtml(publicUrl + head.canonical)}">`,
    theme(settings, assets),
    icons,
    '<link rel="manifest" href="/site.webmanifest">',
    alternate('application/atom+xml', '/feed.xml', settings.name),
    head.twin === undefined ? '' : alternate('text/markdown', head.twin),
    preview(head, publicUrl, settings.name),
    boot === '' ? '' : `<script type="module" async src="${escapeHtml(boot)}"></script>`,
  ].join('')
}

/** The image that the owner chose for link previews. They show no SVG. */
export const chosenLinkImage = ({ settings, media }: Content): PublishedImage | undefined => {
  const chosen = imageIn(media, settings.linkImage)
  return chosen?.vector ? undefined : chosen
}

/** The image of link previews without a card. They are wide: the first large image of the portfolio does better there than an upright portrait. */
export const linkImageOf = (content: Content): PublishedImage | undefined => {
  const { projects, media } = content
  const shown = projects.find(({ size }) => size === 'large') ?? projects[0]
  return chosenLinkImage(content) ?? imageIn(media, shown?.image ?? shownPerson(content)?.image ?? null)
}
