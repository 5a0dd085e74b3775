import { describe, expect, it } from 'vitest'
import { scrollThrough, sideways, useSite } from './site.ts'

describe('Layout', () => {
  const site = useSite()

  it('can be seen to fail', async () => {
    const page = await site.visit('/', { width: 320 })
    await page.evaluate(() => {
      const line = Object.assign(document.createElement('p'), { textContent: 'x'.repeat(400) })
      line.style.overflowWrap = 'normal'
      line.style.width = '600px'
      document.querySelector('main section')?.after(line)
    })
    expect(await sideways(page)).not.toEqual([])
  })

  it('covers the giant name with the navbar before the two meet', async () => {
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
      [1280, 480],
    ] as const) {
      const page = await site.visit('/', { width, height })
      let met = 0
      for (let top = 0; top < height * 1.3; top += 24) {
        const seen = await page.evaluate(async (y) => {
          scrollTo({ top: y, behavior: 'instant' })
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
          const nav = document.querySelector('.nav') as HTMLElement
          const name = document.querySelector('.home-name')?.getBoundingClientRect() as DOMRect
          const { bottom } = nav.getBoundingClientRect()
          return {
            meet: name.top < bottom && name.bottom > 0,
            paper: Number(getComputedStyle(nav, '::before').opacity),
          }
        }, top)
        if (top === 0) expect(seen, `${width} × ${height}`).toEqual({ meet: false, paper: 0 })
        if (seen.meet) met += 1
        if (seen.meet) expect(seen.paper, `${width} × ${height}, ${top} px`).toBe(1)
      }
      expect(met).toBeGreaterThan(2)
    }
  })

  it('never scrolls sideways at 320 px, on any address', async () => {
    const page = await site.open({ width: 320, height: 640 })
    const found: string[] = []
    for (const address of [...(await site.addresses()), '/not-there']) {
      await page.goto(address)
      found.push(...(await sideways(page)).map((line) => `${address}: ${line}`))
    }
    expect(found).toEqual([])
  })

  it('never scrolls sideways at any usual width, nor with text twice as large', async () => {
    const page = await site.open()
    for (const width of [360, 463, 464, 768, 1023, 1024, 1280, 1920, 3000]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      expect(await sideways(page), `${width} px`).toEqual([])
    }
    // WCAG 1.4.4: text may be enlarged to 200 %.
    await page.setViewportSize({ width: 640, height: 900 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await sideways(page), 'large text').toEqual([])
  })

  it('gives every image its size before it has loaded, and loads those below the fold later', async () => {
    const page = await site.visit('/', { width: 390, height: 844 })
    const images = await page.locator('img').evaluateAll((images) =>
      (images as HTMLImageElement[]).map((image) => ({
        source: image.getAttribute('src'),
        sized: image.hasAttribute('width') && image.hasAttribute('height'),
        alt: image.hasAttribute('alt'),
        lazy: image.loading === 'lazy',
        below: image.getBoundingClientRect().top > innerHeight * 1.5,
      })),
    )
    expect(images.length).toBeGreaterThan(7)
    expect(images.filter(({ sized, alt }) => !sized || !alt)).toEqual([])
    expect(images.filter(({ below, lazy }) => below && !lazy)).toEqual([])
    await scrollThrough(page)
    const broken = await page
      .locator('img')
      .evaluateAll((images) =>
        (images as HTMLImageElement[])
          .filter((image) => image.getClientRects().length > 0 && image.complete && !image.naturalWidth)
          .map((image) => image.currentSrc),
      )
    expect(broken).toEqual([])
  })
})
