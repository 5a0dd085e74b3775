import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually, type Visit } from '../support/browser.ts'
import { scrollThrough, useSite } from './site.ts'

interface Shift {
  value: number
  what: string
}

type Watched = Window & { shifts: Shift[]; typed: Set<string> }

describe('What moves', () => {
  const site = useSite()

  /** A page that notes each layout shift, however small and whatever caused it, and each text of the headline. */
  const watched = async (visit: Visit = {}, prepare?: (page: Page) => Promise<void>): Promise<Page> => {
    const page = await site.open(visit)
    await prepare?.(page)
    await page.addInitScript(() => {
      const noted = Object.assign(window, { shifts: [] as Shift[], typed: new Set<string>() })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          sources: { node: Node | null }[]
        })[])
          noted.shifts.push({
            value: entry.value,
            what: entry.sources
              .map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 60) : node?.nodeName))
              .join(' | '),
          })
      }).observe({ type: 'layout-shift', buffered: true })
      addEventListener('DOMContentLoaded', () => {
        const text = document.querySelector('[data-typed-text]')
        new MutationObserver(() => noted.typed.add(text?.textContent ?? '')).observe(document, {
          childList: true,
          characterData: true,
          subtree: true,
        })
      })
    })
    await page.goto('/')
    return page
  }
  const shifts = (page: Page) => page.evaluate(() => (window as unknown as Watched).shifts)

  for (const width of [360, 768, 1280])
    it(`shifts nothing when its faces come after the first frame, ${width} px`, async () => {
      const page = await watched({ width }, async (opened) => {
        await opened.route('**/*.woff2', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 700))
          await route.continue()
        })
      })
      await page.waitForTimeout(3500)
      const faces = await page.evaluate(() => [...document.fonts].filter((face) => face.status === 'loaded').length)
      expect(faces).toBeGreaterThanOrEqual(3)
      // A word of the navbar comes to stand less than four px aside (0.00001), as the one before it is that much narrower in its own face.
      expect((await shifts(page)).filter(({ value }) => value > 0.000015)).toEqual([])
    })

  for (const width of [360, 768, 1280])
    it(`shifts nothing while the headline types for twelve seconds, ${width} px`, async () => {
      const page = await watched({ width })
      await page.waitForTimeout(12_000)
      expect(await page.evaluate(() => (window as unknown as Watched).typed.size)).toBeGreaterThan(30)
      expect(await shifts(page)).toEqual([])
    })

  for (const width of [360, 1280])
    it(`shifts nothing on the way down, islands waking and counter counting, ${width} px`, async () => {
      const page = await watched({ width })
      await scrollThrough(page)
      await page.locator('[data-controls] button').first().waitFor({ state: 'attached' })
      await page.locator('[data-counter]').first().scrollIntoViewIfNeeded()
      await page.waitForTimeout(1500)
      await page.locator('[data-viewport]').scrollIntoViewIfNeeded()
      await page.waitForTimeout(500)
      expect(await shifts(page)).toEqual([])
    })

  it('is fetched late: before anyone scrolls, the boot script alone, at most 3 kB', async () => {
    const page = await site.open()
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const scripts = new Map<string, string>()
    const sizes: Record<string, number> = {}
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script') scripts.set(requestId, new URL(response.url).pathname.replace(/-[\w-]{8}\.js$/, ''))
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const name = scripts.get(requestId)
      if (name) sizes[name] = encodedDataLength
    })
    await page.goto('/')
    await eventually(async () => Object.keys(sizes), ['/assets/boot'])
    await page.waitForTimeout(1500)
    expect(Object.keys(sizes)).toEqual(['/assets/boot'])
    // Headers included.
    expect(sizes['/assets/boot']).toBeLessThanOrEqual(3072 + 1024)
    await scrollThrough(page)
    await eventually(async () => Object.keys(sizes).some((name) => name.includes('testimonials')), true)
  })

  for (const [width, count] of [
    [3000, 5],
    [2999, 3],
    [1024, 3],
    [1023, 2],
    [464, 2],
    [463, 1],
  ] as const)
    it(`shows ${count} testimonials at ${width} px, arrows ${width < 1024 ? 'not' : 'too'}`, async () => {
      const page = await site.visit('/', { width })
      await page.locator('[data-viewport]').evaluate((viewport) => viewport.scrollIntoView({ behavior: 'instant' }))
      await page.locator('#testimonial [data-rotation]').waitFor()
      expect(await page.locator('[data-slide]:not([inert])').count()).toBe(count)
      expect(await page.locator('.carousel-arrows button').count()).toBe(width < 1024 ? 0 : 2)
      const parts = await page
        .locator('[data-viewport]')
        .evaluate((viewport) => viewport.clientWidth / (viewport.querySelector('[data-slide]')?.clientWidth ?? 1))
      expect(parts).toBeCloseTo(count, 1)
    })

  it('stands still under reduced motion: no animation runs, from the top to the end', async () => {
    const page = await site.visit('/', { reducedMotion: 'reduce' })
    await scrollThrough(page)
    expect(await page.locator('[data-typed]').getAttribute('data-typing')).toBe(null)
    const running = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().duration !== 0)
          .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'transition')),
      )
    for (const id of ['home', 'resume', 'portfolio', 'testimonial', 'contact']) {
      await page.evaluate((id) => document.getElementById(id)?.scrollIntoView(), id)
      await page.waitForTimeout(400)
      expect(await running(), id).toEqual([])
    }
  })
})
