import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, started, visit } from '../../../tests/support/browser.ts'
import { type FixtureSite, startFixtureSite } from '../../../tests/support/fixture-site.ts'

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.stop())

describe('The navbar', () => {
  it('marks the section one is in, in the bar and in the menu, and itself once the page has left its top', async () => {
    const page = await visit(site.url)
    const marked = () =>
      page.locator('[data-section][aria-current=true]').evaluateAll((links) => links.map((a) => a.textContent))
    const scrolled = () => page.locator('header').evaluate((header) => header.hasAttribute('data-scrolled'))
    await eventually(marked, ['home', 'home'])
    expect(await scrolled()).toBe(false)
    await page.locator('#resume').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
    await eventually(marked, ['resume', 'resume'])
    expect(await scrolled()).toBe(true)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await eventually(marked, ['home', 'home'])
    expect(await scrolled()).toBe(false)
  })

  it('marks a last section too short to reach the middle', async () => {
    const page = await visit(site.url, { height: 1400 })
    await started(page)
    await page.locator('#contact').evaluate((section) => {
      section.style.minHeight = '100px'
      scrollTo({ top: 1e6, behavior: 'instant' })
    })
    await eventually(() => page.locator('[data-section=contact][aria-current]').count(), 2)
  })

  it('looks at the page at most ten times a second while it scrolls', async () => {
    const page = await visit(site.url)
    await started(page)
    const perSecond = await page.evaluate(async () => {
      const home = document.querySelector('#home') as HTMLElement
      let count = 0
      home.getBoundingClientRect = () => {
        count += 1
        return new DOMRect()
      }
      const begun = performance.now()
      // Longer where frames are slow.
      while (performance.now() - begun < 1000 || count < 5) {
        scrollBy({ top: 1, behavior: 'instant' })
        await new Promise(requestAnimationFrame)
      }
      return (1000 * count) / (performance.now() - begun)
    })
    expect(perSecond).toBeLessThanOrEqual(10)
  })

  it('leads to the sections of this page from a filter address without loading it again', async () => {
    const page = await visit(`${site.url}/design`)
    await page.evaluate(() => {
      document.body.dataset.same = ''
    })
    await page.locator('nav [data-section=about]').click()
    await eventually(() => page.evaluate(() => location.pathname + location.hash), '/design#about')
    await eventually(
      () => page.locator('#about').evaluate((section) => Math.round(section.getBoundingClientRect().top)),
      64,
    )
    expect(await page.locator('body[data-same]').count()).toBe(1)
    expect(await page.locator('[data-category=brand]').isVisible()).toBe(false)
  })
})
