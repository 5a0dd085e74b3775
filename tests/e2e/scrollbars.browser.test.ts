import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserWith, eventually } from '../support/browser.ts'
import { inItsFonts } from '../support/moments.ts'
import { openOver, useSite } from './site.ts'

/** Where things of the page stand, in px, and how much of the window's width a scrollbar takes. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const lefts = [
      '.nav-name',
      '.nav-toggle',
      '.nav-links a:last-child',
      '.heading-title',
      '[data-portfolio] li:last-child',
    ]
    const rect = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    return {
      scrollbar: innerWidth - document.documentElement.clientWidth,
      places: lefts.map((selector) => rect(selector)?.left ?? Number.NaN),
    }
  })

describe('With classic scrollbars', () => {
  const site = useSite()
  const open = async (width: number) => {
    const context = await (await browserWith({ ignoreDefaultArgs: ['--hide-scrollbars'] })).newContext({
      viewport: { width, height: 800 },
      baseURL: site.url,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto('/')
    await inItsFonts(page)
    return page
  }

  for (const [what, width, opener, modal] of [
    ['the project dialog', 1600, '[data-portfolio] a[data-project]', 'dialog.project-dialog'],
    ['the menu', 600, '[data-menu-toggle]', 'dialog[data-menu]'],
  ] as const)
    it(`${what} reaches the edge of the window, and nothing behind it moves`, async () => {
      const page = await open(width)
      await page.locator(opener).first().scrollIntoViewIfNeeded()
      const before = await measure(page)
      expect(before.scrollbar).toBeGreaterThan(5)
      if (opener.includes('project')) await openOver(page.locator(opener).first())
      else await page.locator(opener).first().click()
      await page.locator(`${modal}[open]`).waitFor()
      const during = await measure(page)
      expect(during).toEqual({ scrollbar: 0, places: before.places })
      expect(
        await page.locator(modal).evaluate((dialog) => [dialog.getBoundingClientRect().width, innerWidth]),
      ).toEqual([width, width])
      await page.keyboard.press('Escape')
      await page.locator(`${modal}[open]`).waitFor({ state: 'detached' })
      // A dialog is closed a task before it says so, and then the scrollbar comes back.
      await eventually(() => measure(page), before)
      await page.context().close()
    })
})
