import type { Page } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { Theme } from '../../model/themes/theme.ts'
import { manifestIcons } from './icons.ts'

const file = (path: string, type: string, body: string): Page => ({ path, status: 200, type, body, styles: [] })

export const robots = (url: string): Page =>
  file(
    '/robots.txt',
    'text/plain; charset=utf-8',
    `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${url}/sitemap.xml\n`,
  )

export const webManifest = (content: Content, tones: Theme['tones'] | undefined): Page => {
  const { settings } = content
  const mode = settings.appearance === 'dark' ? 'dark' : 'light'
  const colour = tones?.[mode].paper
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
