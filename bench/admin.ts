import type { Browser } from 'playwright-core'
import { listTimes } from './admin/list-times.ts'
import { longTable } from './admin/long-table.ts'
import { type OwnedProduct, startOwned } from './admin/owned-product.ts'
import { saveToVisible } from './admin/save-to-visible.ts'
import { scriptWeight } from './admin/script-weight.ts'
import { launch } from './chromium.ts'
import type { Bench, Figure } from './figure.ts'

const rows = 10_000

const on = async (
  projects: number,
  measure: (browser: Browser, product: OwnedProduct) => Promise<Figure[]>,
): Promise<Figure[]> => {
  const [browser, product] = [await launch(), await startOwned(projects)]
  try {
    return await measure(browser, product)
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** The admin: weight of its scripts, and time from a save to the page. */
export const admin = async (): Promise<Bench> => ({
  title: "The owner's area",
  method:
    'The built product over HTTP. Script: compressed bytes of a first visit to each screen. A save: a script’s `PATCH` with a token, ' +
    'and a visitor who requests `/` repeatedly. `npm run bench -- admin`',
  figures: await on(0, async (browser, product) => [
    await scriptWeight(browser, product),
    await saveToVisible(product),
  ]),
})

/** Response times and scrolling of a table of ten thousand entries. */
export const tables = async (): Promise<Bench> => ({
  title: 'A long table',
  method:
    '10,000 projects with images; Chromium on the same machine scrolls through a fifth of the table at 1280 × 800, by a notch of ' +
    'the wheel every 12 ms and by Page Down every 30 ms, and through a plain table in the same way. `npm run bench -- tables`',
  figures: await on(rows, async (browser, product) => [
    ...(await listTimes(product, rows)),
    ...(await longTable(browser, product, rows)),
  ]),
})
