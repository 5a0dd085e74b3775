import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { firstView, views } from '../../bench/transfer.ts'
import { axeViolations } from '../support/axe.ts'
import { browser } from '../support/browser.ts'
import { ada, ownedSite } from './admin/people.ts'
import { scrollThrough, sideways } from './site.ts'

interface StoredPair {
  id: string
  display?: string[]
}

/** Each pair of typefaces in its theme, of which the first is the usual one. */
export const pairs = readdirSync('src/site/themes', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: theme }) => {
    const { pairs, tokens } = JSON.parse(readFileSync(`src/site/themes/${theme}/theme.json`, 'utf8'))
    return (pairs as StoredPair[]).map(({ id, display = tokens.font.display.$value }, n) => ({
      theme,
      id,
      family: display[0],
      usual: n === 0,
    }))
  })
export const still = { reducedMotion: 'reduce' } as const

/** Of two and of eighty characters, and one long word. */
const names = [
  'Åg',
  'Pablo Diego José Francisco de Paula Juan Nepomuceno María de los Remedios Ruiz P',
  'Wolfeschlegelsteinhausenbergerdorff',
]

/** A site of this file's own, whose owner publishes settings. */
export const typefaceSite = () => {
  const site = ownedSite()
  beforeAll(() => site.register(ada, { claim: true }))
  const html = async () => (await fetch(site.url)).text()

  /** Publishes settings, and waits for the page that has them with its cut fonts. */
  const publish = async (settings: object, isShown: (page: string) => boolean) => {
    await site.callAs(ada, 'PATCH', '/settings', settings)
    await vi.waitUntil(
      async () => {
        const page = await html()
        return isShown(page) && page.includes('href="/assets/fonts/')
      },
      { timeout: 170_000, interval: 100 },
    )
  }
  return { site, html, publish }
}

/** Text whose ink leaves a box that clips it, above or below. */
const cutTexts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    return [...document.querySelectorAll('h1, h1 > span, h2, h3, .typed, .nav-name')].flatMap((element) => {
      const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim())
      const [text] = own
      if (!text || !(element as HTMLElement).checkVisibility() || element.closest('.visually-hidden')) return []
      let box: Element | null = element
      const clips = (one: Element) => {
        const { overflowY, backgroundClip } = getComputedStyle(one)
        return overflowY !== 'visible' || (one === element && backgroundClip.includes('text'))
      }
      while (box && box !== document.body && !clips(box)) box = box.parentElement
      if (!box || box === document.body) return []
      const { font, textTransform } = getComputedStyle(element)
      canvas.font = font
      const written = (text.textContent ?? '').trim().split(/\s+/)[0] ?? ''
      const cased = textTransform === 'lowercase' ? written.toLowerCase() : written
      const first = textTransform === 'uppercase' ? written.toUpperCase() : cased
      const { actualBoundingBoxAscent: up, fontBoundingBoxAscent: ascent } = canvas.measureText(first)
      const range = document.createRange()
      range.selectNodeContents(text)
      const baseline = (range.getClientRects()[0]?.top ?? 0) + ascent
      const { top } = box.getBoundingClientRect()
      return baseline - up < top - 0.75 ? [`${element.className || element.tagName}: ${top - baseline + up} px`] : []
    })
  })

/** The sum of layout shifts of a page whose fonts come after its first paint. */
const shiftOf = async (url: string, size: { width: number; height: number }): Promise<number> => {
  const context = await (await browser()).newContext({ viewport: size, ...still })
  try {
    const page = await context.newPage()
    await page.addInitScript(() => {
      const seen = { shift: 0, painted: false }
      Object.assign(globalThis, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
      const drawn = () => {
        seen.painted = true
      }
      new PerformanceObserver(() => requestAnimationFrame(() => requestAnimationFrame(drawn))).observe({
        type: 'paint',
        buffered: true,
      })
    })
    const held: (() => void)[] = []
    let free = false
    await page.route('**/*.woff2', async (route) => {
      if (!free) await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => (globalThis as unknown as { seen?: { painted: boolean } }).seen?.painted)
    await expect.poll(() => held.length).toBeGreaterThan(0)
    free = true
    for (const go of held) go()
    await page.waitForLoadState('networkidle')
    await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    return await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)
  } finally {
    await context.close()
  }
}

interface Extent {
  /** A site whose settings it may change. */
  on?: ReturnType<typeof typefaceSite>
  /** With one name, and without axe, which has looked at the usual pair of each theme. */
  short?: boolean
}

/** What is promised of pairs of typefaces. */
export const describePairs = (chosen: typeof pairs, { on = typefaceSite(), short = false }: Extent = {}): void => {
  const { site, html, publish } = on

  describe.each(chosen)('In $theme, the typefaces $id', ({ theme, id, family }) => {
    beforeAll(async () => {
      await publish({ theme, typefaces: [`${theme}/${id}`], name: 'Mira Solberg' }, (page) =>
        page.includes(`--display:"${family}"`),
      )
    })

    it('cost at most 65 kB on a phone, images apart, and name no font of another pair', async () => {
      const { files } = await firstView(await browser(), site.url, views.phone, 2)
      // This product does without the last compression of its pages.
      const smallest = brotliCompressSync(await html()).length
      const sizeOf = ({ kind, bytes, body }: (typeof files)[number]) =>
        kind === 'Image' ? 0 : kind === 'Document' ? bytes - body + smallest : bytes
      const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0)
      expect(bytes).toBeLessThanOrEqual(65_000)
      const page = await html()
      const families = pairs.filter((one) => one.theme === theme && one.family !== family).map((one) => one.family)
      for (const other of families) expect(page).not.toContain(`font-family:"${other}"`)
    })

    it('move nothing when they come after what stands in for them', async () => {
      const shifts = [
        await shiftOf(site.url, { width: 390, height: 844 }),
        await shiftOf(site.url, { width: 1350, height: 940 }),
      ]
      expect(Math.max(...shifts)).toBeLessThanOrEqual(0.001)
    })

    if (!short)
      it('have nothing that axe finds', async () => {
        const page = await site.visit('/', { ...still, width: 360 })
        await scrollThrough(page)
        expect(await axeViolations(page)).toEqual([])
      })

    it('hold short and long names, uncut, on a phone and on a desk', async () => {
      for (const name of short ? names.slice(-1) : names) {
        await publish({ name }, (page) => page.includes(name.split(' ')[0] as string))
        const page = await site.visit('/', still)
        for (const width of [1280, 320]) {
          await page.setViewportSize({ width, height: 800 })
          await page.evaluate(() => document.fonts.ready)
          // The name of a poster stands out by the air in its letters.
          const out = (await sideways(page)).filter((line) => !/^(?:SPAN\.|H1\.home-name) /.test(line))
          expect([...out, ...(await cutTexts(page))], `${name}, ${width} px`).toEqual([])
        }
      }
    })
  })
}
