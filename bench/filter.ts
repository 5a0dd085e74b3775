import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { openDatabase } from '../src/server/db/open.ts'
import { copySampleData, startProduct } from '../tests/support/product.ts'
import { fillWithProjects } from './admin/many-entries.ts'
import { launch } from './chromium.ts'
import { type Bench, type Figure, median } from './figure.ts'

const clicks = 6
const counts = [7, 100, 300, 1000]

/** From a click on a filter to the first frame of its transition, in ms: what the visitor waits for an answer. */
const clickTimes = async (browser: Browser, url: string): Promise<number[]> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    await page.goto(url)
    const bar = page.locator('[data-filters]')
    await bar.evaluate((bar) => bar.scrollIntoView({ behavior: 'instant', block: 'start' }))
    await page.waitForLoadState('networkidle')
    const times: number[] = []
    for (let turn = 0; turn <= clicks; turn++) {
      const time = await bar.evaluate(
        async (bar, filter) => {
          const start = document.startViewTransition.bind(document)
          const begun = performance.now()
          const shown = new Promise<number>((resolve) => {
            document.startViewTransition = (change) => {
              const running = start(change)
              running.ready.then(() => requestAnimationFrame((now) => resolve(now - begun)))
              return running
            }
          })
          bar.querySelector<HTMLElement>(`[data-filter=${filter}]`)?.click()
          const time = await shown
          document.startViewTransition = start
          return time
        },
        turn % 2 === 0 ? 'design' : 'all',
      )
      await page.waitForFunction(() => !document.documentElement.matches(':active-view-transition'))
      // The first has what is done once: styles of the transition, pictures decoded.
      if (turn > 0) times.push(time)
    }
    return times
  } finally {
    await context.close()
  }
}

const withProjects = async (browser: Browser, count: number): Promise<number[]> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-filter-'))
  try {
    await copySampleData(dataDir)
    await fillWithProjects(dataDir, count)
    const database = await openDatabase({ dataDir })
    // Its rows are drafts, and here they have to be on the page.
    await database.kysely
      .updateTable('entries')
      .set(({ ref }) => ({ published: ref('draft') }))
      .where('collection', '=', 'projects')
      .where('published', 'is', null)
      .execute()
    await database.close()
    const product = await startProduct({ dataDir, env: { LIMITS: 'off', LOG_LEVEL: 'error' } })
    try {
      return await clickTimes(browser, product.url)
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A click on a filter of the portfolio, with more and more projects. */
export const filter = async (): Promise<Bench> => {
  const browser = await launch()
  try {
    const figures: Figure[] = []
    let few = Number.NaN
    for (const count of counts) {
      const times = await withProjects(browser, count)
      const time = median(times)
      if (count === counts[0]) few = time
      const note = `worst ${Math.max(...times).toFixed(0)} ms`
      figures.push({ name: `${count} projects: click to the first frame, median`, value: time, unit: 'ms', note })
      if (count === 300)
        figures.push({ name: '300 projects ÷ 7', value: time / few, unit: 'ratio', goal: { atMost: 2 } })
    }
    return {
      title: 'The portfolio filter',
      method: `From a click on a filter to the first frame of its transition, ${clicks} clicks on a page of 1280 × 800. \`npm run bench -- filter\``,
      figures,
    }
  } finally {
    await browser.close()
  }
}
