import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { started, visit } from '../../../tests/support/browser.ts'
import { type FixtureSite, startFixtureSite } from '../../../tests/support/fixture-site.ts'

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.stop())

/** Each number shown from the moment the counter comes into view, with its time in ms. */
const count = (page: Page) =>
  page.locator('[data-counter]').evaluate(async (counter) => {
    const shown: { text: string; at: number }[] = []
    counter.scrollIntoView({ behavior: 'instant' })
    const start = performance.now()
    while (performance.now() < start + 1600) {
      await new Promise(requestAnimationFrame)
      if (shown.at(-1)?.text !== counter.textContent)
        shown.push({ text: counter.textContent ?? '', at: performance.now() - start })
    }
    return shown
  })

describe('The qualification counter', () => {
  it('counts from 0 to its value in one second when it is seen, and not before', async () => {
    const page = await visit(site.url)
    await started(page)
    // Half of the time that counting takes: it has not begun.
    await page.waitForTimeout(500)
    expect(await page.locator('[data-counter]').textContent()).toBe('10')
    const shown = await count(page)
    const from = shown.findIndex(({ text }) => text === '0')
    const counted = shown.slice(from)
    expect(from).toBeGreaterThanOrEqual(0)
    expect(counted.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    const took = (counted.at(-1)?.at ?? 0) - (counted[0]?.at ?? 0)
    expect(took).toBeGreaterThan(900)
    expect(took).toBeLessThan(1150)
    expect((await count(page)).map(({ text }) => text)).toEqual(['10'])
  })

  it('stays at its value under reduced motion', async () => {
    const page = await visit(site.url, { reducedMotion: 'reduce' })
    await started(page)
    expect((await count(page)).map(({ text }) => text)).toEqual(['10'])
  })
})
