import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPage, started, type Visit } from '../../../tests/support/browser.ts'
import { type FixtureSite, startFixtureSite } from '../../../tests/support/fixture-site.ts'
import { observed } from '../../../tests/support/moments.ts'

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.stop())

/** The page, with time under our hand. */
const open = async (options: Visit = {}) => {
  const page = await newPage(options)
  await page.clock.install()
  await page.goto(site.url)
  await started(page)
  await observed(page)
  await page.clock.pauseAt(Date.now() + 10_000)
  return page
}
/** Each number shown once the counter comes into view, from frame to frame, with its time in ms. */
const count = async (page: Page) => {
  const counter = page.locator('[data-counter]')
  const shown = await counter.evaluateHandle((counter) => {
    const shown: { text: string; at: number }[] = []
    const look = () => {
      if (shown.at(-1)?.text !== counter.textContent)
        shown.push({ text: counter.textContent ?? '', at: performance.now() })
      requestAnimationFrame(look)
    }
    counter.scrollIntoView({ behavior: 'instant' })
    look()
    return shown
  })
  await observed(page)
  await page.clock.runFor(1600)
  return shown.jsonValue()
}

describe('The qualification counter', () => {
  it('counts from 0 to its value in one second when it is seen, and not before', async () => {
    const page = await open()
    expect(await page.locator('[data-counter]').textContent()).toBe('10')
    const shown = await count(page)
    const from = shown.findIndex(({ text }) => text === '0')
    const counted = shown.slice(from)
    expect(from).toBeGreaterThanOrEqual(0)
    expect(counted.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    const took = (counted.at(-1)?.at ?? 0) - (counted[0]?.at ?? 0)
    expect(took).toBeGreaterThan(980)
    expect(took).toBeLessThan(1020)
    expect((await count(page)).map(({ text }) => text)).toEqual(['10'])
  })

  it('stays at its value under reduced motion', async () => {
    const page = await open({ reducedMotion: 'reduce' })
    expect((await count(page)).map(({ text }) => text)).toEqual(['10'])
  })
})
