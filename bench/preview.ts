import type { Page } from 'playwright-core'
import { type OwnedProduct, startOwned } from './admin/owned-product.ts'
import { launch } from './chromium.ts'
import { type Bench, type Figure, median, percentile } from './figure.ts'

/** In ms between two keys: a very quick typist. */
const pace = 60
const sentence = 'Forty products rather than forty thousand, and an order page your packing table can use.'

/** Notes for each key the ms from its press until the frame after the preview's text is that of the field. */
const watch = (page: Page, shownBy: string) =>
  page.evaluate((selector) => {
    const times: number[] = []
    Object.assign(globalThis, { times })
    const shown = document.querySelector('iframe')?.contentDocument
    if (!shown) throw new Error('There is no preview.')
    let pressed = 0
    let waiting: { pressed: number; wanted: string }[] = []
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        pressed = timeStamp
      },
      true,
    )
    addEventListener(
      'input',
      ({ target }) => {
        // The end of its paragraph: the one before is another element.
        const line = (target as HTMLInputElement).value.split('\n').at(-1) ?? ''
        // A space at the end is no part of a paragraph in Markdown: the page shows nothing new.
        if (!line.endsWith(' ')) waiting.push({ pressed, wanted: line.slice(-20) })
      },
      true,
    )
    new MutationObserver(() => {
      const text = [...shown.querySelectorAll(selector)].at(-1)?.textContent?.trim() ?? ''
      const reached = waiting.findLastIndex(({ wanted }) => text.endsWith(wanted))
      // What a later key has overtaken is shown with it.
      const now = waiting.slice(0, reached + 1)
      waiting = waiting.slice(reached + 1)
      requestAnimationFrame(() => times.push(...now.map((key) => performance.now() - key.pressed)))
    }).observe(shown, { subtree: true, childList: true, characterData: true })
  }, shownBy)

/** The ms from each key of a sentence until the preview shows it. */
export const typing = async (page: Page, label: string, shownBy: string): Promise<number[]> => {
  const toggle = page.getByRole('button', { name: 'Preview', exact: true })
  // A wide window begins with it.
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  await page.locator('iframe[data-drawn]').waitFor()
  const field = page.getByRole('textbox', { name: label, exact: true })
  await field.press('ControlOrMeta+End')
  await page.waitForTimeout(1000)
  await watch(page, shownBy)
  await page.keyboard.type(sentence, { delay: pace })
  await page.waitForTimeout(500)
  const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times)
  const letters = sentence.replaceAll(' ', '').length
  if (times.length < letters * 0.95) throw new Error(`Only ${times.length} of ${letters} keys were seen.`)
  return times
}

export const figure = (name: string, times: readonly number[]): Figure => ({
  name: `${name}: key to preview, p95`,
  value: percentile(times, 95),
  unit: 'ms',
  goal: { atMost: 100 },
  note: `median ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms, ${times.length} keys`,
})

/** A page of a browser in which the owner is signed in, at desktop width. */
export const visitAs = async <T>(product: OwnedProduct, measure: (page: Page) => Promise<T>): Promise<T> => {
  const browser = await launch()
  try {
    const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } })
    await context.addCookies([{ ...product.cookie, url: product.url }])
    return await measure(await context.newPage())
  } finally {
    await browser.close()
  }
}

/** Each answer then comes this many ms later. */
const slowLine = async (page: Page, latency: number) => {
  const devtools = await page.context().newCDPSession(page)
  const line = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', line)
}

const drafts = 40

/** The ms in which the server draws a project's draft and answers with its page, as for who reviews it. */
const drawnByServer = async (page: Page, { url, token }: OwnedProduct): Promise<number[]> => {
  const call = async (method: string, address: string, body?: object, version = 0) => {
    const headers = {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(version > 0 ? { 'if-match': String(version) } : {}),
    }
    const answer = await fetch(`${url}/api/entries/projects${address}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const { entries } = (await call('GET', '?limit=1')) as { entries: { id: string; version: number }[] }
  const [project] = entries
  if (!project) throw new Error('There is no project.')
  await call('PATCH', `/${project.id}`, { data: { summary: 'Not yet published' }, publish: false }, project.version)
  const link = (await call('POST', `/${project.id}/share-links`, {})) as { url: string }
  await page.goto('/admin')
  await slowLine(page, 50)
  return page.evaluate(
    async ({ path, count }) => {
      const times: number[] = []
      for (let n = 0; n < count; n++) {
        const started = performance.now()
        const answer = await fetch(path, { cache: 'no-store' })
        if (!(await answer.text()).includes('Not yet published')) throw new Error(`It answered ${answer.status}.`)
        times.push(performance.now() - started)
      }
      return times
    },
    { path: new URL(link.url).pathname, count: drafts },
  )
}

const on = async (projects: number, measure: (page: Page, product: OwnedProduct) => Promise<Figure>) => {
  const product = await startOwned(projects)
  try {
    return await visitAs(product, (page) => measure(page, product))
  } finally {
    await product.stop()
  }
}

/** Opens the form of the first entry. */
export const openFirst = async (page: Page, { url, token }: OwnedProduct, collection: string, link: string) => {
  const answer = await fetch(`${url}/api/entries/${collection}?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { entries } = (await answer.json()) as { entries: { id: string }[] }
  await page.goto(`/admin/${link}/edit/${entries[0]?.id}`)
}

/** How soon the preview beside a form shows what is typed. */
export const preview = async (): Promise<Bench> => ({
  title: 'The preview',
  method: `From a key press to the frame after the preview next to the form shows it; desktop width in a window of 1280 × 800, ${pace} ms between keys. \`npm run bench -- preview\``,
  figures: [
    await on(0, async (page, product) => {
      await openFirst(page, product, 'services', 'service')
      return figure(
        'sample content, a short text',
        await typing(page, 'Text', '.services-grid > :first-child .service-text'),
      )
    }),
    await on(0, async (page, product) => {
      await openFirst(page, product, 'projects', 'portfolio')
      const paragraph = `${'A sentence of a long text, **marked** here and there. '.repeat(20)}\n\n`
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill(paragraph.repeat(14))
      return figure('a text of 15,000 characters', await typing(page, 'Text', '.project-body > p'))
    }),
    await on(1000, async (page, product) => {
      await openFirst(page, product, 'services', 'service')
      return figure(
        '1,000 projects, a short text',
        await typing(page, 'Text', '.services-grid > :first-child .service-text'),
      )
    }),
    await on(0, async (page, product) => {
      await openFirst(page, product, 'services', 'service')
      await slowLine(page, 100)
      return figure(
        'a line of 100 ms, a short text',
        await typing(page, 'Text', '.services-grid > :first-child .service-text'),
      )
    }),
    await on(0, async (page, product) => {
      const times = await drawnByServer(page, product)
      return {
        name: 'for comparison, a draft drawn by the server on a line of 50 ms: request to answer, p95',
        value: percentile(times, 95),
        unit: 'ms',
        note: `median ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms, ${times.length} answers; nothing of it is on the screen yet`,
      }
    }),
  ],
})
