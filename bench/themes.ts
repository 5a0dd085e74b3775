import { globSync, readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { compressSmallest } from '../src/server/snapshots/snapshots.ts'
import { type OwnedProduct, startOwned } from './admin/owned-product.ts'
import { launch } from './chromium.ts'
import { type Bench, type Figure, median, percentile } from './figure.ts'
import { audit, categories, needLighthouse } from './lighthouse.ts'
import { visitAs } from './preview.ts'
import { fetchRaw } from './raw.ts'
import { startScriptless } from './servers/scriptless.ts'
import { layoutShift } from './shift.ts'
import { firstView, views } from './transfer.ts'

const runs = 3
const changes = 10

interface Theme {
  id: string
  name: string
  /** The first family of its display face, which no other has. */
  family: string
  pairs: { id: string; name: string; display?: string[] }[]
}

const themes: Theme[] = globSync('src/site/themes/*/theme.json')
  .sort()
  .map((file) => {
    const { name, tokens, pairs } = JSON.parse(readFileSync(file, 'utf8'))
    return { id: path.basename(path.dirname(file)), name, family: tokens.font.display.$value[0], pairs }
  })

/** Publishes another theme; the ms until a visitor is answered with it. */
const choose = async (
  { url, token }: OwnedProduct,
  { id, family, typefaces = [] }: Pick<Theme, 'id' | 'family'> & { typefaces?: string[] },
): Promise<number> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const started = performance.now()
  const saved = fetch(`${url}/api/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ theme: id, typefaces }),
  })
  try {
    while (!(await fetchRaw(`${url}/`, {}, agent)).body.includes(`--display:"${family}"`)) {
      if (performance.now() - started > 10_000) throw new Error(`The theme ${id} was not seen in time.`)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const took = performance.now() - started
    if (!(await saved).ok) throw new Error(`The theme ${id} was refused.`)
    return took
  } finally {
    agent.destroy()
  }
}

const settledMs = 180_000

/** Waits for the page with the fonts that are cut for it, in its smallest encoding, which on a busy machine comes long after the first. */
const settled = async ({ url }: OwnedProduct): Promise<void> => {
  for (const deadline = Date.now() + settledMs; ; ) {
    const page = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    const [sent, text] = [Number(page.headers.get('content-length')), await page.text()]
    if (text.includes('href="/assets/fonts/') && sent === (await compressSmallest(Buffer.from(text))).length) return
    if (Date.now() > deadline)
      throw new Error(`The page had no cut fonts or not its smallest encoding within ${settledMs / 1000} s.`)
    // Asked for again until it has both.
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The ms from a choice among the themes until the frame after the preview is drawn in it, for each of them in turn. */
const chosen = async (page: Page): Promise<number[]> => {
  await page.goto('/admin/settings?tab=theme')
  const toggle = page.getByRole('button', { name: 'Preview', exact: true })
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  await page.locator('iframe[data-drawn]').first().waitFor()
  // All are drawn small first; what comes after them is the choice alone.
  await page.waitForFunction(
    (count) =>
      document.querySelectorAll('.theme-thumb iframe').length === count && !document.querySelector('.theme-wait'),
    themes.length,
  )
  const times: number[] = []
  for (let round = 0; round < changes; round++)
    for (const { id, family } of themes) {
      times.push(
        await page.evaluate(
          ([theme = '', text = '']) =>
            new Promise<number>((resolve) => {
              const frame = document.querySelector<HTMLIFrameElement>('.preview-room iframe')
              const shown = () => {
                const root = frame?.contentDocument?.documentElement
                return root && getComputedStyle(root).getPropertyValue('--display').includes(text)
              }
              const started = performance.now()
              document.querySelector<HTMLInputElement>(`.themes input[value="${theme}"]`)?.click()
              const look = () => (shown() ? resolve(performance.now() - started) : requestAnimationFrame(look))
              requestAnimationFrame(look)
            }),
          [id, family],
        ),
      )
      await page.waitForTimeout(100)
    }
  return times
}

const ofTheme = async (product: OwnedProduct, theme: Theme): Promise<Figure[]> => {
  await choose(product, theme)
  await settled(product)
  const { name } = theme
  const control = await startScriptless(product.url)
  const browser = await launch()
  try {
    const { files } = await firstView(browser, product.url, views.phone)
    const pictures = files.filter(({ kind }) => kind === 'Image')
    const fonts = files.filter(({ kind }) => kind === 'Font')
    const kB = (some: typeof files) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
    const shifts = [
      await layoutShift(browser, product.url, { width: 390, height: 844 }, 4),
      await layoutShift(browser, product.url, { width: 1350, height: 940 }, 4),
    ]
    await browser.close()
    const [own, bare] = [[], []] as [Awaited<ReturnType<typeof audit>>[], Awaited<ReturnType<typeof audit>>[]]
    for (let run = 0; run < runs; run++) {
      own.push(await audit(`${product.url}/`))
      bare.push(await audit(`${control.url}/`))
    }
    const middle = (all: typeof own, of: (one: (typeof own)[number]) => number | undefined) =>
      median(all.map((one) => of(one) ?? Number.NaN))
    const scores = categories.map((id) => middle(own, (one) => one.scores[id]))
    const failed = [...new Set(own.flatMap((one) => one.failed))]
    return [
      {
        name: `${name}: phone, all but pictures, 5 s`,
        value: kB(files) - kB(pictures),
        unit: 'kB',
        goal: { atMost: 65 },
        note: `of it ${fonts.length} fonts with ${kB(fonts).toFixed(1)} kB`,
      },
      { name: `${name}: phone, with the pictures in view`, value: kB(files), unit: 'kB', goal: { atMost: 110 } },
      {
        name: `${name}: lowest of the four scores of Lighthouse mobile`,
        value: Math.min(...scores),
        unit: 'points',
        goal: { atLeast: 100 },
        note: `${scores.join(', ')}${failed.length > 0 ? `; audits below full score: ${failed.join(', ')}` : ''}`,
      },
      {
        name: `${name}: LCP ÷ LCP of the same page without scripts`,
        value: middle(own, ({ lcp }) => lcp) / middle(bare, ({ lcp }) => lcp),
        unit: 'ratio',
        goal: { atMost: 1.1 },
        note: `total blocking time ${middle(own, ({ tbt }) => tbt).toFixed(0)} ms`,
      },
      {
        name: `${name}: layout shift, 390 and 1350 px`,
        value: Math.max(...shifts),
        unit: 'shift',
        goal: { atMost: 0 },
      },
    ]
  } finally {
    await browser.close()
    await control.stop()
  }
}

/** Costs of each built-in theme for a visitor, and the time until another one is seen. */
export const themesOnPage = async (): Promise<Bench> => {
  await needLighthouse()
  const product = await startOwned()
  try {
    const published: number[] = []
    for (let round = 0; round < changes; round++)
      for (const theme of themes) published.push(await choose(product, theme))
    const previewed = await visitAs(product, chosen)
    const timed = (name: string, times: number[], atMost: number): Figure => ({
      name,
      value: percentile(times, 95),
      unit: 'ms',
      goal: { atMost },
      note: `median ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms, ${times.length} changes`,
    })
    const figures: Figure[] = []
    for (const theme of themes) figures.push(...(await ofTheme(product, theme)))
    return {
      title: 'The themes',
      method: `The sample content in each built-in theme, as in “The page”, once its fonts are cut to the page; Lighthouse's median of ${runs}. A change of theme is chosen in Settings and timed until the frame after the preview is drawn in it, and sent by a script and timed until a visitor is answered with it. \`npm run bench -- themes\``,
      figures: [
        timed('another theme: choice to preview, p95', previewed, 150),
        timed('another theme: save to visible, p95', published, 150),
        ...figures,
      ],
    }
  } finally {
    await product.stop()
  }
}

/** Weight of each pair of typefaces of each built-in theme. */
export const typefacesOnPage = async (): Promise<Bench> => {
  const product = await startOwned()
  const browser = await launch()
  try {
    const figures: Figure[] = []
    for (const { id, name, family, pairs } of themes)
      for (const pair of pairs) {
        const typefaces = [`${id}/${pair.id}`]
        await choose(product, { id, family: pair.display?.[0] ?? family, typefaces })
        await settled(product)
        const { files } = await firstView(browser, product.url, views.phone)
        const kB = (isMeant: (file: (typeof files)[number]) => boolean) =>
          files.filter(isMeant).reduce((sum, { bytes }) => sum + bytes, 0) / 1000
        const fonts = files.filter(({ kind }) => kind === 'Font')
        figures.push({
          name: `${name}, ${pair.name}: phone, all but pictures, 5 s`,
          value: kB(({ kind }) => kind !== 'Image'),
          unit: 'kB',
          goal: { atMost: 65 },
          note: `of it ${fonts.length} fonts with ${kB(({ kind }) => kind === 'Font').toFixed(1)} kB`,
        })
      }
    return {
      title: 'The typefaces',
      method:
        'The sample content in each pair of typefaces of each built-in theme, once its fonts are cut to the page. `npm run bench -- typefaces`',
      figures,
    }
  } finally {
    await browser.close()
    await product.stop()
  }
}
