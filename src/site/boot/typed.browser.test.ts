import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, newPage, started } from '../../../tests/support/browser.ts'
import { fixturePauseMs } from '../../../tests/support/fixture-page.ts'
import { type FixtureSite, startFixtureSite } from '../../../tests/support/fixture-site.ts'
import { observed } from '../../../tests/support/moments.ts'

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.stop())

/** The page, with time under our hand. */
const timed = async () => {
  const page = await newPage()
  await page.clock.install()
  await page.goto(site.url)
  return page
}

/** Every text that the headline had until the wait was over, with its time in ms, and the layout shifts meanwhile. */
const watch = async (page: Page, wait: () => Promise<unknown>) => {
  await page.addInitScript(() => {
    const seen: { text: string; at: number }[] = []
    const shifts: number[] = []
    Object.assign(window, { seen, shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
    addEventListener('DOMContentLoaded', () => {
      const text = document.querySelector('[data-typed-text]') as HTMLElement
      new MutationObserver(() => seen.push({ text: text.textContent ?? '', at: performance.now() })).observe(text, {
        childList: true,
        characterData: true,
      })
    })
  })
  await page.goto(site.url)
  await wait()
  return page.evaluate(
    () =>
      (window as unknown as { seen: { text: string; at: number }[]; shifts: number[] }) && {
        seen: (window as unknown as { seen: { text: string; at: number }[] }).seen,
        shifts: (window as unknown as { shifts: number[] }).shifts,
      },
  )
}

describe('The typed headline', () => {
  it('deletes, types and loops by whole characters, 50 ms each, lets a full headline stand, and shifts nothing', async () => {
    const page = await newPage()
    await page.clock.install()
    const { seen, shifts } = await watch(page, async () => {
      await page.locator('[data-typing]').waitFor()
      await page.clock.runFor(20_000)
    })
    const words = ['I build.', 'Cafe\u0301 👩‍💻!'].map((line) =>
      Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment),
    )
    const down = (line: string[]) => line.map((_, index) => line.slice(0, line.length - 1 - index).join('') || '\u200b')
    const up = (line: string[]) => line.map((_, index) => line.slice(0, index + 1).join(''))
    const [first = [], second = []] = words
    const once = [...down(first), ...up(second), ...down(second), ...up(first)]
    expect(seen.length).toBeGreaterThan(once.length)
    expect(seen.map(({ text }) => text)).toEqual(seen.map((_, index) => once[index % once.length]))
    const gaps = seen.slice(1).map(({ at }, index) => at - (seen[index]?.at ?? 0))
    const full = seen.findIndex(({ text }) => text === second.join(''))
    const steps = gaps.filter((_, index) => index !== full).sort((a, b) => a - b)
    expect(steps[Math.floor(steps.length / 2)]).toBe(50)
    expect(gaps[full]).toBeGreaterThan(fixturePauseMs + 95)
    expect(shifts).toEqual([])
  })

  it('stands as plain text under reduced motion, and again when motion is reduced later', async () => {
    const still = await newPage({ reducedMotion: 'reduce' })
    await still.clock.install()
    const { seen } = await watch(still, async () => {
      await started(still)
      await observed(still)
      await still.clock.runFor(10_000)
    })
    expect(seen).toEqual([])
    const page = await timed()
    const text = () => page.locator('[data-typed-text]').textContent()
    await expect.poll(text, { interval: 20 }).not.toBe('I build.')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await eventually(text, 'I build.')
    // And stays so.
    await page.clock.runFor(10_000)
    expect(await text()).toBe('I build.')
  })

  it('rests while it is out of view', async () => {
    const page = await timed()
    const text = () => page.locator('[data-typed-text]').textContent()
    await page.locator('[data-typing]').waitFor()
    await page.locator('#contact').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
    await page.locator('[data-typed]:not([data-typing])').waitFor({ state: 'attached' })
    const before = await text()
    await page.clock.runFor(10_000)
    expect(await text()).toBe(before)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect.poll(text, { interval: 20 }).not.toBe(before)
  })

  it('rests while the tab is hidden', async () => {
    const page = await timed()
    await page.locator('[data-typing]').waitFor()
    const text = () => page.locator('[data-typed-text]').textContent()
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await hide(true)
    const before = await text()
    await page.clock.runFor(10_000)
    expect(await text()).toBe(before)
    await hide(false)
    await expect.poll(text, { interval: 20 }).not.toBe(before)
  })
})
