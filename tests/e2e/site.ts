import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { newPage, type Visit } from '../support/browser.ts'
import { type Product, type ProductOptions, startProduct } from '../support/product.ts'

/** The built product for one test file. */
export const useSite = (options: ProductOptions = {}) => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct(options)
  })
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
    /** Every address that the sitemap lists, as paths. */
    async addresses(): Promise<string[]> {
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
