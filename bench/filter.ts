import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { copySampleData, startProduct } from '../tests/support/product.ts'
import { fillWithProjects } from './admin/many-entries.ts'
import { launch } from './chromium.ts'
import { type Bench, median } from './figure.ts'

const rounds = 8
const counts = [7, 100, 300, 1000]

interface Shown {
  filter: string
  /** In ms since 1970: the list may stand in another document than the click. */
  at: number
}

/** Notes in each document when the list of a filter is first drawn. */
const watch = () => {
  const look = () => {
    const filter = document.querySelector<HTMLElement>('[data-filters] [aria-current]')?.dataset.filter
    const known = (globalThis as { shown?: Shown }).shown
    if (filter && filter !== known?.filter && document.querySelector('[data-portfolio] > li:not([hidden])')) {
      // A task behind the frame runs once that is drawn.
      const { port1, port2 } = new MessageChannel()
      const shown = { filter, at: 0 }
      Object.assign(globalThis, { shown })
      port1.onmessage = () => {
        shown.at = performance.timeOrigin + performance.now()
      }
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  }
  look()
}

/** From a click on a filter to the first frame with its list, in ms: here, or on a page of its own when the list is long. */
const clickTime = async (page: Page, filter: string): Promise<number> => {
  await page.locator(`[data-filter=${filter}]`).hover()
  const clicked = await page.evaluate((filter) => {
    const begun = performance.timeOrigin + performance.now()
    document.querySelector<HTMLElement>(`[data-filter=${filter}]`)?.click()
    return begun
  }, filter)
  const drawn = await page.waitForFunction((filter) => {
    const { shown } = globalThis as { shown?: Shown }
    return shown?.filter === filter && shown.at > 0 ? shown.at : false
  }, filter)
  const at = Number(await drawn.jsonValue())
  await page.waitForFunction(
    () => document.readyState === 'complete' && !document.documentElement.matches(':active-view-transition'),
  )
  return at - clicked
}

interface Opened {
  count: number
  page: Page
  times: number[]
  close(): Promise<void>
}

/** The product with so many projects, open at its filters. */
const openWith = async (browser: Browser, count: number): Promise<Opened> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-filter-'))
  await copySampleData(dataDir)
  await fillWithProjects(dataDir, count, { published: true })
  const product = await startProduct({ dataDir, env: { LIMITS: 'off', LOG_LEVEL: 'error' } })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.addInitScript(watch)
  await page.goto(product.url)
  await page.locator('[data-filters]').evaluate((bar) => bar.scrollIntoView({ behavior: 'instant', block: 'start' }))
  await page.waitForLoadState('networkidle')
  const close = async () => {
    await context.close()
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { count, page, times: [], close }
}

/** A click on a filter of the portfolio, with more and more projects. */
export const filter = async (): Promise<Bench> => {
  const browser = await launch()
  const opened: Opened[] = []
  try {
    for (const count of counts) opened.push(await openWith(browser, count))
    // In turn, as the machine's speed changes. The first round has what is done once: images decoded, code compiled.
    for (let round = 0; round <= rounds; round++)
      for (const { page, times } of opened) {
        const time = await clickTime(page, round % 2 === 0 ? 'design' : 'all')
        if (round > 0) times.push(time)
      }
    const of = (count: number) => median(opened.find((one) => one.count === count)?.times ?? [])
    return {
      title: 'The portfolio filter',
      method: `From a click on a filter to the first frame with its list, 1280 × 800, ${rounds} rounds in turn, the median. With more than 24 projects the list is a page of its own. \`npm run bench -- filter\``,
      figures: [
        ...opened.map(({ count, times }) => ({
          name: `${count} projects: click to the list`,
          value: median(times),
          unit: 'ms' as const,
          note: `worst ${Math.max(...times).toFixed(0)} ms`,
        })),
        { name: '300 projects ÷ 7', value: of(300) / of(7), unit: 'ratio', goal: { atMost: 2 } },
      ],
    }
  } finally {
    for (const { close } of opened) await close()
    await browser.close()
  }
}
