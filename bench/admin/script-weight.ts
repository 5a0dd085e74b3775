import type { Browser } from 'playwright-core'
import type { Figure } from '../figure.ts'
import type { OwnedProduct } from './owned-product.ts'

const screens = ['', '/chat', '/contact', '/history', '/media', '/portfolio/create', '/resume', '/settings', '/user']

/** What the scripts of each screen weigh when it is opened first, as they come over the line. */
export const scriptWeight = async (browser: Browser, { url, cookie }: OwnedProduct): Promise<Figure> => {
  const weights: [screen: string, kilobytes: number][] = []
  for (const screen of screens) {
    // A context of its own has an empty cache.
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1100, height: 800 } })
    try {
      await context.addCookies([{ ...cookie, url }])
      const page = await context.newPage()
      await page.goto(`/admin${screen}`)
      await page.locator('main h1').waitFor()
      await page.waitForLoadState('networkidle')
      const bytes = await page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      )
      weights.push([`/admin${screen}`, bytes / 1000])
    } finally {
      await context.close()
    }
  }
  const [heaviest, most] = weights.toSorted(([, a], [, b]) => b - a)[0] ?? ['', Number.NaN]
  return {
    name: 'script of the first load, the heaviest screen',
    value: most,
    unit: 'kB',
    goal: { atMost: 200 },
    note: `br; ${heaviest}; /admin ${weights[0]?.[1].toFixed(1)} kB`,
  }
}
