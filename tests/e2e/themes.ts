import { readdirSync, readFileSync } from 'node:fs'
import { vi } from 'vitest'
import { ada, type ownedSite } from './admin/people.ts'

/** The names of the themes that the product brings. */
export const themes = readdirSync('src/site/themes', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Has the page in another theme, and waits until it has that theme's cut fonts: a browser that has the whole ones in memory uses those. */
export const chooseTheme = async (site: ReturnType<typeof ownedSite>, theme: string): Promise<void> => {
  await site.callAs(ada, 'PATCH', '/settings', { theme })
  const { tokens } = JSON.parse(readFileSync(`src/site/themes/${theme}/theme.json`, 'utf8'))
  const family = `--display:"${tokens.font.display.$value[0]}"`
  const isShown = (html: string) => html.includes(family) && html.includes('href="/assets/fonts/')
  await vi.waitUntil(async () => isShown(await (await fetch(site.url)).text()), 170_000)
}
