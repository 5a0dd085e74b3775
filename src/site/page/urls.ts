import type { Content } from '../../model/content/published-content.ts'
import { escapeHtml } from '../../model/escape-html.ts'
import type { Page } from '../../model/publishing/page.ts'
import { themeColors } from './head.ts'
import { manifestIcons } from './icons.ts'

const file = (path: string, type: string, body: string): Page => ({ path, status: 200, type, body, styles: [] })

/** Every URL for search engines; the filters' URLs are left out, since they show the same page as `/`. */
export const sitemap = ({ projects }: Content, url: string): Page => {
  const paths = ['/', ...projects.map(({ slug }) => `/projects/${slug}`)]
  return file(
    '/sitemap.xml',
    'application/xml; charset=utf-8',
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
      .map((path) => `<url><loc>${escapeHtml(url + path)}</loc></url>`)
      .join('')}</urlset>\n`,
  )
}

export const robots = (url: string): Page =>
  file(
    '/robots.txt',
    'text/plain; charset=utf-8',
    `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${url}/sitemap.xml\n`,
  )

export const webManifest = (content: Content): Page => {
  const { settings } = content
  const colour = settings.appearance === 'dark' ? themeColors.dark : themeColors.light
  return file(
    '/site.webmanifest',
    'application/manifest+json; charset=utf-8',
    JSON.stringify({
      name: settings.name,
      short_name: settings.name.split(/\s+/)[0],
      ...(settings.description ? { description: settings.description } : {}),
      lang: settings.language,
      start_url: '/',
      display: 'minimal-ui',
      background_color: colour,
      theme_color: colour,
      icons: manifestIcons(content),
    }),
  )
}
