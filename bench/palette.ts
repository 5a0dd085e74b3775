import type { Page } from 'playwright-core'
import { startOwned } from './admin/owned-product.ts'
import { launch } from './chromium.ts'
import { type Bench, type Figure, median, percentile } from './figure.ts'

const entries = 10_000
/** In ms between two keys: a very quick typist. */
const pace = 60
const goal = { atMost: 50 }

/** Queries, each typed into an empty field: a word, one with letters left out, words in another order, a number, and one without a match. */
const queries = ['tideline', 'prtfolio', 'index azulejo 80', '9876', 'spam rules', 'zzqx zzqx']

/** Notes for each key the ms from its press until the frame with its results is drawn. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { times })
    const field = document.querySelector<HTMLInputElement>('.palette input')
    if (!field) throw new Error('There is no palette.')
    field.addEventListener('keydown', ({ timeStamp, key }) => {
      if (key.length > 1 || key === ' ') return
      // The palette searches while it handles the key; a task behind the frame runs once that is drawn.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => times.push(performance.now() - timeStamp)
        port2.postMessage(null)
      })
    })
  })

const typing = async (page: Page): Promise<number[]> => {
  await watch(page)
  const field = page.getByRole('combobox', { name: 'Search screens, entries and actions' })
  for (const query of queries) {
    await field.fill('')
    await page.waitForTimeout(300)
    await page.keyboard.type(query, { delay: pace })
    await page.waitForTimeout(500)
    const found = (await page.getByRole('option').count()) > 0
    if (found === query.startsWith('zz')) throw new Error(`“${query}” found ${found ? 'something' : 'nothing'}.`)
  }
  return page.evaluate(() => (globalThis as unknown as { times: number[] }).times)
}

const measure = async (): Promise<Figure[]> => {
  const [browser, product] = [await launch(), await startOwned(entries)]
  try {
    const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } })
    await context.addCookies([{ ...product.cookie, url: product.url }])
    const page = await context.newPage()
    await page.goto('/admin')
    await page.locator('main h1, main h2').first().waitFor()
    const titles = page.waitForResponse(/entry-titles/)
    await page.keyboard.press('ControlOrMeta+k')
    await titles
    await page.waitForTimeout(1000)
    const times = await typing(page)
    const keys = queries.join('').replaceAll(' ', '').length
    if (times.length < keys) throw new Error(`Only ${times.length} of ${keys} keys were seen.`)
    const note = `median ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms, ${times.length} keys`
    return [{ name: 'a key press to its results, p95', value: percentile(times, 95), unit: 'ms', goal, note }]
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Time from a key press to the drawn results. */
export const palette = async (): Promise<Bench> => ({
  title: 'The palette',
  method: `From a key press in the palette until its results are drawn, with ${entries.toLocaleString('en')} projects; Chromium on the same machine, ${pace} ms between keys. \`npm run bench -- palette\``,
  figures: await measure(),
})
