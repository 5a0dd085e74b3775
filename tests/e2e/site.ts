import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { newPage, type Visit } from '../support/browser.ts'
import { clickInPlace } from '../support/moments.ts'
import { cheapWork, type Product, type ProductOptions, startProduct } from '../support/product.ts'

let visited: Promise<Product> | undefined

/** The sample site of this worker, for files that only visit it: they share one process, which ends with the worker. */
const visitedProduct = (): Promise<Product> => {
  visited ??= startProduct({ preload: cheapWork, env: { LIMITS: 'off' } })
  return visited
}

/** The built product for one test file, of its own where options are given. */
export const useSite = (options?: ProductOptions) => {
  let product: Product
  beforeAll(async () => {
    product = await (options ? startProduct({ preload: cheapWork, ...options }) : visitedProduct())
    // The first file of a first run also makes the sample data.
  })
  afterAll(async () => {
    if (options) await product?.stop()
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
    // The frame after the next one: by then its observers have been told what is in view.
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight * 0.7) {
      scrollTo({ top, behavior: 'instant' })
      await drawn()
    }
    scrollTo({ top: 0, behavior: 'instant' })
    await drawn()
  })
  await page.waitForLoadState('networkidle')
}

/**
 * What lies beyond the left or right edge of the page, and how far the page can be moved sideways. Looks at each element itself,
 * since a page that clips would not scroll but cut. What an inner box clips or scrolls, and what is only drawn, may lie outside.
 */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement
    const { clientWidth } = root
    // A box as wide as the page that clips is the page: what it hides is lost.
    const clips = (element: Element) => {
      const { overflowX } = getComputedStyle(element)
      if (overflowX === 'visible') return false
      return (
        element.clientWidth < clientWidth ||
        ['auto', 'scroll'].includes(overflowX) ||
        element.matches('[data-viewport]')
      )
    }
    const boxed = (element: Element) => {
      let parent = element.parentElement
      while (parent && parent !== document.body && parent !== root) {
        if (clips(parent)) return true
        parent = parent.parentElement
      }
      return false
    }
    const found = [...document.body.querySelectorAll('*')].flatMap((element) => {
      const { left, right, width, height } = element.getBoundingClientRect()
      const drawn = element.closest('svg, [aria-hidden=true], .visually-hidden, dialog:not([open])')
      if (drawn || !width || !height || (right <= clientWidth + 0.5 && left >= -0.5) || boxed(element)) return []
      return [`${element.tagName}.${element.className} from ${Math.round(left)} to ${Math.round(right)}`]
    })
    scrollTo({ left: 10_000, behavior: 'instant' })
    if (scrollX > 0) found.push(`moves ${scrollX} px`)
    scrollTo({ left: 0, behavior: 'instant' })
    return found.slice(0, 5)
  })

/** Opens a project over the page. */
export const openOver = (card: Locator): Promise<void> => clickInPlace(card, 'projects')
