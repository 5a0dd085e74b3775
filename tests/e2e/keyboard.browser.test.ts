import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/browser.ts'
import { fetchedCode } from '../support/moments.ts'
import { useSite } from './site.ts'

/** Presses Tab until the focus is on a match; fails after `most` presses. */
const tabTo = async (page: Page, selector: string, most = 120) => {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return
  }
  throw new Error(`Tab never reached ${selector}.`)
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element
      ? `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`
      : ''
  })

describe('By keyboard alone', () => {
  const site = useSite()
  const still = { reducedMotion: 'reduce' } as const

  it('the first Tab offers to skip the navigation, and what is focused can be seen', async () => {
    const page = await site.visit('/', still)
    await page.keyboard.press('Tab')
    const target = await page.evaluate(() => document.activeElement?.getAttribute('href'))
    expect(target).toMatch(/^#/)
    await page.keyboard.press('Enter')
    expect(await page.evaluate((id) => document.querySelector(id)?.matches('main, main *'), target ?? '')).toBe(true)

    await page.goto('/')
    const unseen: string[] = []
    const reached: string[] = []
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const state = await page.evaluate(() => {
        const element = document.activeElement
        if (!element || element === document.body) return undefined
        const style = getComputedStyle(element)
        const box = element.getBoundingClientRect()
        const ring = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
        const inside =
          box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
        return { name: element.outerHTML.slice(0, 90), seen: (ring || style.boxShadow !== 'none') && inside }
      })
      if (!state) continue
      reached.push(state.name)
      if (!state.seen) unseen.push(state.name)
    }
    expect(unseen).toEqual([])
    expect(new Set(reached).size).toBeGreaterThan(20)
  })

  it('the menu opens, holds the focus, closes by Escape and gives the focus back', async () => {
    const page = await site.visit('/', { ...still, width: 390, height: 844 })
    await page.waitForLoadState('networkidle')
    await tabTo(page, '[data-menu-toggle]', 10)
    await page.keyboard.press('Enter')
    const menu = page.locator('dialog[data-menu][open]')
    await menu.waitFor()
    for (let presses = 0; presses < 15; presses++) {
      await page.keyboard.press('Tab')
      // Out of the page into the browser's own bar is fine, into the page behind is not.
      const outside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      )
      expect(outside, await focused(page)).toBe(false)
    }
    await page.keyboard.press('Escape')
    await eventually(() => menu.count(), 0)
    // What follows the closing comes with its event, a moment after it.
    await eventually(() => page.evaluate(() => document.activeElement?.matches('[data-menu-toggle]')), true)
    await eventually(() => page.locator('[data-menu-toggle]').getAttribute('aria-expanded'), 'false')

    await page.keyboard.press('Enter')
    await menu.waitFor()
    await tabTo(page, 'dialog a[href="/#portfolio"]', 15)
    await page.keyboard.press('Enter')
    await eventually(() => menu.count(), 0)
    await eventually(async () => new URL(page.url()).hash, '#portfolio')
  })

  it('the filter narrows the projects in place, and Back brings them again', async () => {
    const page = await site.visit('/#portfolio', still)
    await page.waitForLoadState('networkidle')
    const shown = () => page.locator('[data-portfolio] li:visible').count()
    expect(await shown()).toBe(7)
    await tabTo(page, '[data-filters] a[data-filter="brand"]')
    await fetchedCode(page, 'filter')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/brand')
    await page.locator('[data-filter=brand][aria-current]').waitFor()
    const narrowed = await shown()
    expect(narrowed).toBeGreaterThan(0)
    expect(narrowed).toBeLessThan(7)
    expect(await focused(page)).toContain('A ')
    await page.goBack()
    await eventually(shown, 7)
  })

  it('a project opens as a dialog with its own address, turns by arrow keys, closes by Escape', async () => {
    const page = await site.visit('/#portfolio', still)
    await page.waitForLoadState('networkidle')
    await tabTo(page, '[data-portfolio] a[data-project]')
    const address = await page.evaluate(() => (document.activeElement as HTMLAnchorElement).pathname)
    await fetchedCode(page, 'projects')
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog.project-dialog[open], dialog[open]:has(article)').first()
    await dialog.waitFor()
    await eventually(async () => new URL(page.url()).pathname, address)
    await page.keyboard.press('ArrowRight')
    await eventually(
      async () => new URL(page.url()).pathname !== address && new URL(page.url()).pathname.startsWith('/projects/'),
      true,
    )
    await page.keyboard.press('ArrowLeft')
    await eventually(async () => new URL(page.url()).pathname, address)
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      const outside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      )
      expect(outside, await focused(page)).toBe(false)
    }
    await page.keyboard.press('Escape')
    await eventually(() => dialog.count(), 0)
    await eventually(async () => new URL(page.url()).pathname, '/')
    await eventually(() => page.evaluate(() => (document.activeElement as HTMLAnchorElement).pathname), address)
  })

  it('the carousel turns and can be paused', async () => {
    const page = await site.visit('/#testimonial', { width: 390, height: 844 })
    await page.locator('#testimonial [data-rotation]').waitFor()
    await tabTo(page, '#testimonial [data-rotation]', 200)
    const label = () => page.locator('#testimonial [data-rotation]').getAttribute('aria-label')
    const before = await label()
    await page.keyboard.press('Enter')
    expect(await label()).not.toBe(before)
    const current = () => page.locator('#testimonial button[aria-current=true]').getAttribute('aria-label')
    const first = await current()
    await tabTo(page, '#testimonial button.carousel-dot:not([aria-current])', 10)
    await page.keyboard.press('Enter')
    await eventually(async () => (await current()) !== first, true)
  })

  it('the form says what is wrong beside the field, then sends, thanks and is there again', async () => {
    const page = await site.visit('/#contact', still)
    await page.locator('#contact').scrollIntoViewIfNeeded()
    // Awake, it says itself what is wrong; asleep, the browser would.
    await eventually(() => page.locator('#contact form').evaluate((form: HTMLFormElement) => form.noValidate), true)
    await tabTo(page, '[name=user_name]', 200)
    await page.keyboard.type('Ada Lovelace')
    await page.keyboard.press('Tab')
    await page.keyboard.type('ada@')
    await page.keyboard.press('Enter')
    await page.locator('[name=user_email][aria-invalid=true]').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('user_email')
    await page.keyboard.press('End')
    await page.keyboard.type('example.com')
    await tabTo(page, '[name=message]', 4)
    await page.keyboard.type('I need a website.')
    await tabTo(page, '#contact button[type=submit]', 6)
    const said = page.locator('#contact [role=status]')
    // It stands for two seconds.
    const isSaid = page.waitForFunction(
      () => document.querySelector('#contact [role=status]')?.textContent === 'Your email has been sent successfully!',
    )
    await page.keyboard.press('Enter')
    await isSaid
    await eventually(() => said.innerText(), '')
    expect(await page.locator('[name=message]').inputValue()).toBe('')
    expect(await page.locator('[name=user_name]').isEditable()).toBe(true)
  })
})
