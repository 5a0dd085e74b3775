import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Appearance, appearances, axeViolations, turnTo } from '../support/axe.ts'
import { eventually } from '../support/browser.ts'
import { openOver, scrollThrough, sideways, useSite } from './site.ts'

/** Waits until all has arrived that fades or moves in; it begins a frame or two after it has come into view. */
const revealed = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    const moves = document
      .getAnimations()
      .filter(
        ({ timeline, effect, playState }) =>
          timeline instanceof DocumentTimeline &&
          playState === 'running' &&
          Number.isFinite(effect?.getComputedTiming().endTime),
      )
    await Promise.allSettled(moves.map(({ finished }) => finished))
  })

describe('Accessibility: WCAG 2.2 AA by axe', () => {
  const site = useSite()

  it('can be seen to fail', async () => {
    const page = await site.visit('/')
    await page.evaluate(() => document.body.append(document.createElement('button')))
    expect(await axeViolations(page)).toEqual([expect.stringContaining('button-name')])
  })

  /** What axe finds in each appearance, on the page as it stands; it stays in the last. */
  const foundOn = async (page: Page, what: string, chosen: readonly Appearance[] = appearances): Promise<string[]> => {
    const found: string[] = []
    for (const appearance of chosen) {
      await turnTo(page, appearance)
      const { width, colorScheme } = appearance
      const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
      expect(isDark, what).toBe(colorScheme === 'dark')
      found.push(...(await axeViolations(page)).map((line) => `${what}, ${width} px, ${colorScheme}: ${line}`))
    }
    return found
  }

  it('finds nothing on any address, and nothing is beyond the edge at 320 px', async () => {
    // Still, so that nothing is measured half faded in.
    const page = await site.open({ reducedMotion: 'reduce' })
    const found: string[] = []
    // The page is the same under each filter but for the cards that it leaves out: one of them stands for all.
    for (const [n, address] of [...(await site.listed()), '/design', '/not-there', '/?sent=1'].entries()) {
      await page.goto(address)
      // The pages of projects are of one kind: each appearance has every other of them.
      const isOneOfMany = address.startsWith('/projects/')
      found.push(...(await foundOn(page, address, isOneOfMany ? appearances.slice(n % 2).slice(0, 1) : appearances)))
      await page.setViewportSize({ width: 320, height: 640 })
      found.push(...(await sideways(page)).map((line) => `${address}: ${line}`))
    }
    expect(found).toEqual([])
  })

  it('finds nothing once everything has moved into place', async () => {
    const page = await site.visit('/')
    await scrollThrough(page)
    const found: string[] = []
    for (const id of ['home', 'about', 'job', 'resume', 'portfolio', 'testimonial', 'contact']) {
      await page.evaluate((id) => document.getElementById(id)?.scrollIntoView({ behavior: 'instant' }), id)
      await revealed(page)
      // Only the section, in light colours: it moves alike in dark ones, and the tests above look at the whole page in both.
      found.push(...(await axeViolations(page, `#${id}`)).map((line) => `${id}: ${line}`))
    }
    expect(found).toEqual([])
  })

  it('finds nothing in the open menu, the open project and the refused form', async () => {
    const narrow = await site.visit('/', { width: 360, reducedMotion: 'reduce' })
    await narrow.locator('button[data-menu-toggle]').click()
    await narrow.locator('dialog[data-menu][open]').waitFor()
    const found = await axeViolations(narrow)
    await turnTo(narrow, { width: 360, colorScheme: 'dark' })
    found.push(...(await axeViolations(narrow)))

    const wide = await site.visit('/', { reducedMotion: 'reduce' })
    await openOver(wide.locator('[data-portfolio] a[data-project]').first())
    await wide.locator('dialog[open] [data-project-article], dialog[open] article').first().waitFor()
    found.push(...(await foundOn(wide, 'project')))
    await wide.keyboard.press('Escape')
    await wide.locator('#contact form').scrollIntoViewIfNeeded()
    // Awake, it says itself what is wrong; asleep, the browser would.
    await eventually(() => wide.locator('#contact form').evaluate((form: HTMLFormElement) => form.noValidate), true)
    await wide.locator('#contact button[type=submit]').click()
    await wide.locator('[aria-invalid=true]').first().waitFor()
    found.push(...(await foundOn(wide, 'form')))
    expect(found).toEqual([])
  })
})
