import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appearances, axeViolations } from '../support/axe.ts'
import { eventually } from '../support/browser.ts'
import { openOver, scrollThrough, useSite } from './site.ts'

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

  for (const { width, colorScheme } of appearances) {
    it(`finds nothing on any address, ${colorScheme}, ${width} px`, async () => {
      // Still, so that nothing is measured half faded in.
      const page = await site.open({ width, colorScheme, reducedMotion: 'reduce' })
      const found: string[] = []
      const lightness = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
      for (const address of [...(await site.addresses()), '/not-there', '/?sent=1']) {
        await page.goto(address)
        expect(await lightness(), address).toBe(colorScheme === 'dark')
        found.push(...(await axeViolations(page)).map((line) => `${address}: ${line}`))
      }
      expect(found).toEqual([])
    })

    it(`finds nothing once everything has moved into place, ${colorScheme}`, async () => {
      const page = await site.visit('/', { colorScheme })
      await scrollThrough(page)
      for (const id of ['home', 'about', 'job', 'resume', 'portfolio', 'testimonial', 'contact']) {
        await page.evaluate((id) => document.getElementById(id)?.scrollIntoView({ behavior: 'instant' }), id)
        await revealed(page)
        expect(await axeViolations(page), id).toEqual([])
      }
    })

    it(`finds nothing in the open menu, the open project and the refused form, ${colorScheme}`, async () => {
      const narrow = await site.visit('/', { width: 360, colorScheme, reducedMotion: 'reduce' })
      await narrow.locator('button[data-menu-toggle]').click()
      expect(await axeViolations(narrow), 'menu').toEqual([])

      const wide = await site.visit('/', { colorScheme, reducedMotion: 'reduce' })
      await openOver(wide.locator('[data-portfolio] a[data-project]').first())
      await wide.locator('dialog[open] [data-project-article], dialog[open] article').first().waitFor()
      expect(await axeViolations(wide), 'project').toEqual([])
      await wide.keyboard.press('Escape')
      await wide.locator('#contact form').scrollIntoViewIfNeeded()
      // Awake, it says itself what is wrong; asleep, the browser would.
      await eventually(() => wide.locator('#contact form').evaluate((form: HTMLFormElement) => form.noValidate), true)
      await wide.locator('#contact button[type=submit]').click()
      await wide.locator('[aria-invalid=true]').first().waitFor()
      expect(await axeViolations(wide), 'form').toEqual([])
    })
  }
})
