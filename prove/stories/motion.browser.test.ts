import { describe, expect, it } from 'vitest'
import { mostOfLateFonts, shifts, sumOf, type Watched, watchShifts } from '../../tests/e2e/shifts.ts'
import { scrollThrough, useSite } from '../../tests/e2e/site.ts'
import { eventually, type Visit } from '../../tests/support/browser.ts'
import { drawn, observed } from '../../tests/support/moments.ts'

describe('What moves', () => {
  const site = useSite()

  const watched = async (visit: Visit) => {
    const page = await site.open(visit)
    await watchShifts(page)
    await page.goto('/')
    // On a busy machine the fonts come after the first frame.
    await page.evaluate(() => document.fonts.ready)
    await drawn(page)
    const before = await page.evaluate(() => (window as unknown as Watched).shifts.splice(0))
    expect(sumOf(before), JSON.stringify(before)).toBeLessThanOrEqual(mostOfLateFonts)
    return page
  }

  for (const width of [360, 768, 1280])
    it(`shifts nothing while the headline types thirty texts, ${width} px`, async () => {
      const page = await watched({ width })
      await expect.poll(() => page.evaluate(() => (window as unknown as Watched).typed.size)).toBeGreaterThan(30)
      await drawn(page)
      expect(await shifts(page)).toEqual([])
    })

  for (const width of [360, 1280])
    it(`shifts nothing on the way down, islands waking and counter counting, ${width} px`, async () => {
      const page = await watched({ width })
      await scrollThrough(page)
      await page.locator('[data-controls] button').first().waitFor({ state: 'attached' })
      const counter = page.locator('[data-counter]').first()
      const final = await counter.getAttribute('data-counter')
      await counter.scrollIntoViewIfNeeded()
      await observed(page)
      await drawn(page)
      await eventually(() => counter.textContent(), final)
      await page.locator('[data-viewport]').scrollIntoViewIfNeeded()
      await observed(page)
      await drawn(page)
      expect(await shifts(page)).toEqual([])
    })
})
