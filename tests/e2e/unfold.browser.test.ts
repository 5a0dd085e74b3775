import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually, started } from '../support/browser.ts'
import { drawn } from '../support/moments.ts'
import { folded } from './shifts.ts'
import { useSite } from './site.ts'

const phone = { width: 390, height: 844 }
/** The page, on which the mono font is not named before something is touched, so that nothing unfolds by itself. */
const openFolded = async (page: Page) => {
  await page.addInitScript(() => {
    const hold = () => {
      const waiting = document.documentElement?.getAnimations() ?? []
      for (const animation of waiting) animation.pause()
      if (waiting.length === 0) requestAnimationFrame(hold)
    }
    hold()
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
}
const topOf = (page: Page, id: string) =>
  page.locator(id).evaluate((section) => Math.round(section.getBoundingClientRect().top))

describe('Sections below the home section', () => {
  const site = useSite()

  it('wait until they come near, and are there when one scrolls, even if the script that unfolds them never comes', async () => {
    const page = await site.open(phone)
    await page.route('**/assets/boot-*', (route) => route.abort())
    await page.goto('/')
    expect(await folded(page)).toBe(await page.locator('main > .section').count())
    await page.locator('#contact').scrollIntoViewIfNeeded()
    await page.getByLabel('Message').waitFor()
  })

  it('never wait where scripts are off', async () => {
    const page = await site.visit('/', { ...phone, javaScriptEnabled: false })
    expect(await folded(page)).toBe(0)
  })

  it('are all laid out once the browser had a moment', async () => {
    const page = await site.visit('/', phone)
    await eventually(() => folded(page), 0)
  })

  it('wait for the mono font to be named, and are all laid out at once when the page is touched before that', async () => {
    for (const touch of ['key', 'pointer']) {
      const page = await site.open(phone)
      await openFolded(page)
      // They go on waiting: the first would have come when the browser had a moment.
      await started(page)
      await drawn(page)
      expect(await folded(page)).toBe(await page.locator('main > .section').count())
      if (touch === 'key') await page.keyboard.press('Tab')
      else await page.mouse.click(2, 300)
      expect(await folded(page)).toBe(0)
    }
  })

  it('do not take a link away from under a pointer that is held down on it', async () => {
    const page = await site.open({ width: 1280, height: 720 })
    await openFolded(page)
    await page.locator('#portfolio').scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: /^Brand/ }).hover()
    const waiting = await folded(page)
    expect(waiting).toBeGreaterThan(0)
    await page.mouse.down()
    await started(page)
    await drawn(page)
    expect(await folded(page)).toBe(waiting)
    await page.mouse.up()
    await eventually(async () => new URL(page.url()).pathname, '/brand')
  })

  it('unfold without moving what is read: an address with a fragment opens there and stays there', async () => {
    const page = await site.open(phone)
    for (const id of ['#resume', '#contact']) {
      await page.goto(`/${id}`)
      await eventually(() => folded(page), 0)
      await expect.poll(() => topOf(page, id)).toSatisfy((top: number) => top >= -1 && top < 120)
    }
  })

  it('have their height before a reload returns to its place', async () => {
    const page = await site.visit('/', phone)
    await eventually(() => folded(page), 0)
    await page.evaluate(() => document.querySelector('#testimonial')?.scrollIntoView({ behavior: 'instant' }))
    // The mono font comes about now; where what stands in for it is wider, it moves a few pixels.
    await eventually(() => page.evaluate(() => document.fonts.check('1em "Geist Mono"')), true)
    await drawn(page)
    const before = await topOf(page, '#testimonial')
    await page.reload()
    await eventually(() => folded(page), 0)
    const moved = async () => Math.abs((await topOf(page, '#testimonial')) - before)
    await expect.poll(moved).toBeLessThanOrEqual(2)
  })
})
