import { escapeHtml } from '../../model/escape-html.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'

/** The built files that pages refer to. */
export interface SiteAssets {
  /** The text of the built style sheet; it is inlined in every page. */
  css: string
  /** The URL of the boot script. */
  boot: string
  /** The URLs of the fonts of the first view, for preloading. */
  fonts: string[]
  /** The site's public URL, without a trailing slash. */
  publicUrl: string
}

export interface Head {
  title: string
  description: string
  /** Path of the canonical URL; null for a page that search engines should leave out. */
  canonical: string | null
  image?: PublishedImage | undefined
  /** `website`, or `article` for a project. */
  kind?: 'website' | 'article'
  /** Tags that one page alone needs, ready made: the preload of its image. */
  extra?: string
}

// The paper colours of `styles/tokens.css` as sRGB; a test compares them.
export const themeColors = { light: '#f8f6f2', dark: '#13100e' } as const

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`

const theme = (appearance: PublicSettings['appearance']) =>
  appearance === 'auto'
    ? (['light', 'dark'] as const)
        .map(
          (mode) => `<meta name="theme-color" content="${themeColors[mode]}" media="(prefers-color-scheme: ${mode})">`,
        )
        .join('')
    : meta('theme-color', themeColors[appearance])

/** The JPEG that link previews show: wide enough for them, and no wider than needed. */
export const previewOf = (image: PublishedImage) =>
  image.variants.jpeg.find(({ width }) => width >= 1200) ?? image.variants.jpeg.at(-1)

const preview = ({ image, title, description, canonical, kind = 'website' }: Head, url: string, siteName: string) => {
  const variant = image && previewOf(image)
  const imageTags =
    image && variant
      ? property('og:image', url + variant.url) +
        property('og:image:width', String(variant.width)) +
        property('og:image:height', String(Math.round((variant.width * image.height) / image.width))) +
        (image.alt ? property('og:image:alt', image.alt) : '')
      : ''
  return (
    property('og:type', kind) +
    property('og:site_name', siteName) +
    property('og:title', title) +
    (description ? property('og:description', description) : '') +
    (canonical === null ? '' : property('og:url', url + canonical)) +
    imageTags +
    meta('twitter:card', imageTags ? 'summary_large_image' : 'summary')
  )
}

/** Everything of the head but the style, which follows it. */
export const headOf = (
  head: Head,
  settings: PublicSettings,
  { publicUrl, boot, fonts }: SiteAssets,
  icons: string,
): string =>
  [
    '<meta charset="utf-8">',
    `<title>${escapeHtml(head.title)}</title>`,
    meta('viewport', 'width=device-width, initial-scale=1'),
    head.extra ?? '',
    ...fonts.map((font) => `<link rel="preload" href="${escapeHtml(font)}" as="font" type="font/woff2" crossorigin>`),
    head.description ? meta('description', head.description) : '',
    head.canonical === null
      ? meta('robots', 'noindex')
      : `<link rel="canonical" href="${escapeHtml(publicUrl + head.canonical)}">`,
    theme(settings.appearance),
    icons,
    '<link rel="manifest" href="/site.webmanifest">',
    preview(head, publicUrl, settings.name),
    `<script type="module" async src="${escapeHtml(boot)}"></script>`,
  ].join('')
