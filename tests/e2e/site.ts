import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { newPage, type Visit } from '../support/browser.ts'
import { type Product, type ProductOptions, startProduct } from '../support/product.ts'

/** The built product for one test file. */
export const useSite = (options: ProductOptions = {}) => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct(options)
    // The first file of a first run also makes the sample data.
  }, 180_000)
  afterAll(async () => {
    await product?.stop()
  })
  /** A new window, empty, that knows where the site is. */
  const open = (visit: Visit = {}): Promise<Page> => newPage({ baseURL: product.url, ...visit })
  return {
    get url() {
      return product.url
    },
    get product() {
      return product
    },
    open,
    /** A new window at an address. */
    async visit(address: string, visit: Visit = {}): Promise<Page> {
      const page = await open(visit)
      await page.goto(address)
      return page
    },
    /** Every address there is to visit, as paths: what the sitemap lists, and the filters, whose canonical address is the page's own. */
    async addresses(): Promise<string[]> {
      return [...new Set([...(await this.listed()), '/all', '/design', '/brand', '/photos'])]
    },
    /** What the sitemap lists, as paths. */
    async listed(): Promise<string[]> {
      const sitemap = await (await fetch(`${product.url}/sitemap.xml`)).text()
      const found = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => new URL(loc ?? '').pathname)
      if (found.length === 0) throw new Error('The sitemap lists nothing; a check of every address would check none.')
      return found
    },
  }
}

/** Scrolls to the end and back up, step by step, so that everything lazy has loaded and everything revealed is there. */
export const scrollThrough = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 40))
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight * 0.7) {
      scrollTo({ top, behavior: 'instant' })
      await pause()
    }
    scrollTo({ top: 0, behavior: 'instant' })
    await pause()
  })
  await page.waitForLoadState('networkidle')
}

/** How far the page can be moved sideways, in px, and what sticks out. */
export const sideways = (page: Page) =>
  page.evaluate(() => {
    scrollTo({ left: 10_000, behavior: 'instant' })
    const moved = scrollX
    scrollTo({ left: 0, behavior: 'instant' })
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (moved === 0 && over <= 0) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5,
    )
    return [
      `${Math.max(moved, over)} px: ${wide
        .slice(0, 3)
        .map((element) => `${element.tagName} ${element.className}`)
        .join(', ')}`,
    ]
  })
