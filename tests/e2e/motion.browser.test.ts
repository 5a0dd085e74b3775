import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/browser.ts'
import { drawn, observed } from '../support/moments.ts'
import { folded } from './shifts.ts'
import { scrollThrough, useSite } from './site.ts'

/** Ends the wait of 1.5 s for the mono font, which moves nothing. */
const nameMono = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.documentElement.getAnimations()) animation.finish()
  })

describe('What moves', () => {
  const site = useSite()

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
    // The last that it does by itself, once the mono font is named.
    await nameMono(page)
    await eventually(() => folded(page), 0)
    await drawn(page)
    expect(Object.keys(sizes)).toEqual(['/assets/boot'])
    // Headers included.
    expect(sizes['/assets/boot']).toBeLessThanOrEqual(3000 + 1024)
    await scrollThrough(page)
    await eventually(async () => Object.keys(sizes).some((name) => name.includes('testimonials')), true)
  })

  it('shows as many testimonials as fit each width, and arrows where there is space', async () => {
    const page = await site.visit('/')
    await page.locator('[data-viewport]').evaluate((viewport) => viewport.scrollIntoView({ behavior: 'instant' }))
    await page.locator('#testimonial [data-rotation]').waitFor()
    const seen = async () => ({
      reachable: await page.locator('[data-slide]:not([inert])').count(),
      arrows: await page.locator('.carousel-arrows button').count(),
      inView: await page
        .locator('[data-viewport]')
        .evaluate((viewport) =>
          Number((viewport.clientWidth / (viewport.querySelector('[data-slide]')?.clientWidth ?? 1)).toFixed(1)),
        ),
    })
    for (const [width, count] of [
      [3000, 5],
      [2999, 3],
      [1024, 3],
      [1023, 2],
      [464, 2],
      [463, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await eventually(seen, { reachable: count, arrows: width < 1024 ? 0 : 2, inView: count })
    }
  })

  it('stands still under reduced motion: no animation runs, from the top to the end', async () => {
    const page = await site.visit('/', { reducedMotion: 'reduce' })
    await nameMono(page)
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
      await observed(page)
      await drawn(page)
      expect(await running(), id).toEqual([])
    }
  })
})
