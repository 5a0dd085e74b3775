import { describe, expect, it } from 'vitest'
import { eventually } from '../support/browser.ts'
import { openOver, useSite } from './site.ts'

const still = { reducedMotion: 'reduce' } as const

describe('On paper', () => {
  const site = useSite()

  it('stands all that the screen shows one after the other, and nothing that only a hand can use', async () => {
    const page = await site.open({ width: 720, height: 1000 })
    await page.goto('/')
    await page.locator('#testimonial').scrollIntoViewIfNeeded()
    await page.locator('.carousel-dot').nth(3).click()
    const fourth = page.locator('[data-slide]').nth(3)
    // How far the slide still is from where it is to stand.
    const way = () =>
      fourth.evaluate((slide) => {
        const edge = slide.closest('[data-viewport]')?.getBoundingClientRect().left ?? 0
        return Math.abs(Math.round(slide.getBoundingClientRect().left - edge))
      })
    await eventually(way, 0)
    await page.emulateMedia({ media: 'print' })
    const headlines = page.locator('.typed-room')
    expect(await headlines.count()).toBeGreaterThan(1)
    const lines = await headlines.evaluateAll((all) =>
      all.map((line) => [line.checkVisibility({ visibilityProperty: true }), line.getBoundingClientRect().top]),
    )
    expect(lines.map(([visible]) => visible)).not.toContain(false)
    expect(new Set(lines.map(([, top]) => top)).size).toBe(lines.length)
    const outside = await page
      .locator('[data-slide]')
      .evaluateAll((slides) =>
        slides
          .map((slide) => slide.getBoundingClientRect())
          .filter(({ left, right }) => left < 0 || right > innerWidth),
      )
    expect(outside).toEqual([])
    for (const control of ['.nav', '.typed-line', '.slides-controls', '.filters', '.contact-form', '.button-filled'])
      expect(await page.locator(control).first().isVisible(), control).toBe(false)
  })

  it('stands the project that is open, and not the page below it', async () => {
    const page = await site.open({ ...still, width: 720, height: 1000 })
    await page.goto('/')
    await openOver(page.locator('a[data-project]').first())
    await page.locator('dialog[open] [data-project-article]').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('main').isVisible()).toBe(false)
    const dialog = page.locator('dialog[open]')
    const heights = await dialog.evaluate((element) => [element.clientHeight, element.scrollHeight])
    expect(heights[0]).toBe(heights[1])
  })
})

describe('A printed page', () => {
  const site = useSite()

  it('has its projects three to a row, the addresses of links that lead elsewhere, and a margin', async () => {
    const page = await site.open({ ...still, width: 720, height: 1000 })
    await page.goto('/')
    await page.emulateMedia({ media: 'print' })
    const cards = await page
      .locator('.card')
      .evaluateAll((all) => all.map((card) => card.getBoundingClientRect()).map(({ top, left }) => [top, left]))
    const rows = Map.groupBy(cards, ([top]) => Math.round(top ?? 0))
    expect([...rows.values()].map((row) => row.length)).toEqual([3, 3, 1])
    const addresses = await page
      .locator('.footer-links a[href^="http"]')
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute('href'), getComputedStyle(link, '::after').content]),
      )
    expect(addresses.length).toBeGreaterThan(1)
    for (const [href, after] of addresses) expect(after).toContain(href)
    const pages = (await page.pdf({ format: 'A4', preferCSSPageSize: true }))
      .toString('latin1')
      .match(/\/Type ?\/Page\b/g)
    expect(pages?.length).toBeLessThan(7)
    expect(pages?.length).toBeGreaterThan(2)
  })
})

describe('In forced colours', () => {
  const site = useSite()

  it('keeps the marks of the section and of the slide one is at', async () => {
    const page = await site.open({ ...still, width: 1280, height: 800, forcedColors: 'active' })
    await page.goto('/#testimonial')
    await page.locator('.carousel-dot[aria-current]').waitFor()
    await page.locator('.nav-links [aria-current]').waitFor()
    const colour = (selector: string, pseudo: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, part) => getComputedStyle(element, part).backgroundColor, pseudo)
    const paper = await page.locator('body').evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const mark = await colour('.carousel-dot[aria-current]', '::before')
    const other = await colour('.carousel-dot:not([aria-current])', '::before')
    expect(new Set([paper, mark, other]).size).toBe(3)
    expect(await colour('.nav-links [aria-current]', '::after')).toBe(mark)
  })
})
