import type { Page } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { type Palettes, tonesOf } from '../../model/themes/tones.ts'
import { manifestIcons } from './icons.ts'

const file = (path: string, type: string, body: string): Page => ({ path, status: 200, type, body, styles: [] })

export const robots = (url: string): Page =>
  file(
    '/robots.txt',
    'text/plain; charset=utf-8',
    `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${url}/sitemap.xml\n`,
  )

export const webManifest = (content: Content, palettes: Palettes | undefined): Page => {
  const { settings } = content
  const mode = settings.appearance === 'dark' ? 'dark' : 'light'
  const colour = palettes && tonesOf(palettes, settings)[mode].paper
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
