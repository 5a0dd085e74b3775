import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, visit } from '../../../tests/support/browser.ts'
import { type FixtureSite, startFixtureSite } from '../../../tests/support/fixture-site.ts'

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.stop())

const phone = { width: 390, height: 800 }
const isOpen = (page: Page) => page.locator('[data-menu]').isVisible()
const toggle = (page: Page) => page.locator('[data-menu-toggle]')
const locked = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden')

describe('The mobile menu', () => {
  it('opens over the whole screen with the focus in it and the page behind it still', async () => {
    const page = await visit(site.url, phone)
    const before = await page.locator('h1').boundingBox()
    await toggle(page).click()
    expect(await isOpen(page)).toBe(true)
    expect(await toggle(page).getAttribute('aria-expanded')).toBe('true')
    expect(await locked(page)).toBe(true)
    expect(await page.locator('h1').boundingBox()).toEqual(before)
    expect(await page.locator('[data-menu]').evaluate((menu) => menu.contains(document.activeElement))).toBe(true)
  })

  it('closes with its button, and with a link that leads on', async () => {
    const page = await visit(site.url, phone)
    await toggle(page).click()
    await page.locator('[data-menu-close]').click()
    expect(await isOpen(page)).toBe(false)
    await eventually(() => locked(page), false)
    await toggle(page).click()
    await page.locator('[data-menu] [data-section=portfolio]').click()
    expect(await isOpen(page)).toBe(false)
    await eventually(
      () => page.locator('#portfolio').evaluate((section) => Math.round(section.getBoundingClientRect().top)),
      64,
    )
    expect(await page.evaluate(() => location.hash)).toBe('#portfolio')
    await eventually(() => locked(page), false)
  })

  it('closes when the window grows to where the whole navbar fits', async () => {
    const page = await visit(site.url, phone)
    await toggle(page).click()
    await page.setViewportSize({ width: 1280, height: 800 })
    await eventually(() => isOpen(page), false)
    await eventually(() => locked(page), false)
  })
})
