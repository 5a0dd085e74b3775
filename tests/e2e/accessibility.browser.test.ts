import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeViolations, violationsIn } from '../support/axe.ts'
import { eventually } from '../support/browser.ts'
import { scrollThrough, useSite } from './site.ts'

const schemes = ['light', 'dark'] as const
const widths = [360, 1280]

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

  for (const width of widths)
    it(`finds nothing on any address, light and dark, ${width} px`, async () => {
      // Still, so that nothing is measured half faded in.
      const page = await site.open({ width, reducedMotion: 'reduce' })
      const found: string[] = []
      const ground = () => page.evaluate(() => getComputedStyle(document.body).color)
      for (const address of [...(await site.addresses()), '/not-there', '/?sent=1']) {
        await page.goto(address)
        const grounds: string[] = []
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme })
          grounds.push(await ground())
          found.push(...(await violationsIn[colorScheme](page)).map((line) => `${address}, ${colorScheme}: ${line}`))
        }
        expect(new Set(grounds).size, address).toBe(2)
      }
      expect(found).toEqual([])
    })

  for (const colorScheme of schemes) {
    it(`finds nothing once everything has moved into place, ${colorScheme}`, async () => {
      const page = await site.visit('/', { colorScheme })
      await scrollThrough(page)
      for (const id of ['home', 'about', 'job', 'resume', 'portfolio', 'testimonial', 'contact']) {
        await page.evaluate((id) => document.getElementById(id)?.scrollIntoView({ behavior: 'instant' }), id)
        await revealed(page)
        expect(await violationsIn[colorScheme](page), id).toEqual([])
      }
    })

    it(`finds nothing in the open menu, the open project and the refused form, ${colorScheme}`, async () => {
      const narrow = await site.visit('/', { width: 360, colorScheme, reducedMotion: 'reduce' })
      await narrow.locator('button[data-menu-toggle]').click()
      expect(await violationsIn[colorScheme](narrow), 'menu').toEqual([])

      const wide = await site.visit('/', { colorScheme, reducedMotion: 'reduce' })
      await wide.locator('[data-portfolio] a[data-project]').first().click()
      await wide.locator('dialog[open] [data-project-article], dialog[open] article').first().waitFor()
      expect(await violationsIn[colorScheme](wide), 'project').toEqual([])
      await wide.keyboard.press('Escape')
      await wide.locator('#contact form').scrollIntoViewIfNeeded()
      // Awake, it says itself what is wrong; asleep, the browser would.
      await eventually(() => wide.locator('#contact form').evaluate((form: HTMLFormElement) => form.noValidate), true)
      await wide.locator('#contact button[type=submit]').click()
      await wide.locator('[aria-invalid=true]').first().waitFor()
      expect(await violationsIn[colorScheme](wide), 'form').toEqual([])
    })
  }
})
