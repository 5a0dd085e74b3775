import { describe, expect, it } from 'vitest'
import { eventually, type Visit } from '../support/browser.ts'
import { shifts, type Watched, watchShifts } from './shifts.ts'
import { scrollThrough, useSite } from './site.ts'

describe('What moves', () => {
  const site = useSite()

  const watched = async (visit: Visit) => {
    const page = await site.open(visit)
    await watchShifts(page)
    await page.goto('/')
    return page
  }

  for (const width of [360, 768, 1280])
    it(`shifts nothing while the headline types for twelve seconds, ${width} px`, async () => {
      const page = await watched({ width })
      // That nothing shifts, only time can show; here and below.
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
    expect(sizes['/assets/boot']).toBeLessThanOrEqual(3000 + 1024)
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
      // Nothing begins to move, either.
      await page.waitForTimeout(400)
      expect(await running(), id).toEqual([])
    }
  })
})
