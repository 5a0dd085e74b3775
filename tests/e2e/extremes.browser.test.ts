import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { perPage } from '../../src/site/markup/paging.ts'
import { appearances, axeViolations, turnTo } from '../support/axe.ts'
import { htmlProblems } from '../support/html.ts'
import { copySampleData } from '../support/product.ts'
import { fillWithTooMuch, tooMany } from '../support/too-much.ts'
import { sideways, useSite } from './site.ts'

const still = { reducedMotion: 'reduce' } as const

describe('With far too much content', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-too-much-'))
  beforeAll(async () => {
    await copySampleData(dataDir)
    await fillWithTooMuch(dataDir)
  })
  const site = useSite({ dataDir })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  /** The first of its projects, whose texts are in five scripts by turns. */
  const projects = async (count: number) =>
    (await site.listed()).filter((path) => path.startsWith('/projects/a-project')).slice(0, count)

  it('shows all of it', async () => {
    const page = await site.visit('/')
    expect(await page.locator('[data-portfolio] a[data-project]').count()).toBe(perPage)
    expect(await page.locator('#testimonial [data-slide]').count()).toBe(tooMany.testimonials)
    await page.goto('/?page=2')
    expect(await page.locator('main a[href^="/projects/a-project"]').count()).toBe(tooMany.projects - perPage)
    const listed = await site.listed()
    expect(listed.filter((address) => address.startsWith('/projects/a-project'))).toHaveLength(tooMany.projects)
  })

  it('nothing sticks out at any width, neither of the page nor of its box', async () => {
    const page = await site.open({ ...still, height: 900 })
    for (const address of ['/', ...(await projects(5))]) {
      await page.goto(address)
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await sideways(page), `${address}, ${width} px`).toEqual([])
        const cut = await page
          .locator('main :is(h1, h2, h3, p, li, dt, dd, a, button, blockquote)')
          .evaluateAll((elements) =>
            elements
              // Clipped on purpose: a row that scrolls, what is for screen readers, and an ellipsis.
              .filter((element) => !element.closest('[data-viewport], [data-typed], .visually-hidden, [hidden]'))
              .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
              .filter(
                (element) =>
                  getComputedStyle(element).textOverflow !== 'ellipsis' &&
                  getComputedStyle(element).display !== 'inline',
              )
              .map(
                (element) =>
                  `${element.tagName}.${element.className} ${element.scrollWidth} > ${element.clientWidth}: ${element.textContent?.slice(0, 30)}`,
              ),
          )
        expect(cut, `${address}, ${width} px`).toEqual([])
      }
    }
  })

  it('is valid HTML', async () => {
    for (const address of ['/', ...(await projects(2))]) {
      const html = await (await fetch(new URL(address, site.url))).text()
      expect(await htmlProblems(html), address).toEqual([])
    }
  })

  it('is accessible', async () => {
    const page = await site.open(still)
    // Colours are those of any page: each of the two has one appearance.
    for (const [n, address] of ['/', ...(await projects(1))].entries()) {
      const appearance = appearances[n % 2 === 0 ? 1 : 0]
      await page.goto(address)
      await turnTo(page, appearance)
      expect(await axeViolations(page), `${address}, ${appearance.width} px`).toEqual([])
    }
  })

  it('writes right-to-left text from right to left', async () => {
    const page = await site.visit('/')
    const directions = await page
      .locator('#testimonial [data-slide] :is(blockquote, p)')
      .evaluateAll((elements) =>
        elements
          .filter((element) => /^\s*[“"«]?[\u0590-\u06ff]/.test(element.textContent ?? ''))
          .map((element) => getComputedStyle(element).direction),
      )
    expect(directions.length).toBeGreaterThan(2)
    expect(new Set(directions)).toEqual(new Set(['rtl']))
  })
})

describe('With no content at all', () => {
  const site = useSite({ empty: true })

  it('leaves out the sections that have nothing to say, and the links to them', async () => {
    const page = await site.visit('/')
    const sections = await page.locator('main section[id]').evaluateAll((list) => list.map(({ id }) => id))
    expect(sections[0]).toBe('home')
    expect(sections).toContain('contact')
    for (const id of ['job', 'resume', 'portfolio', 'testimonial']) expect(sections).not.toContain(id)
    const links = await page
      .locator('header a[href*="#"], dialog a[href*="#"]')
      .evaluateAll((list) =>
        list
          .map((link) => (link as HTMLAnchorElement).hash.slice(1))
          .filter((id) => !['menu', 'main', 'top', 'content'].includes(id)),
      )
    for (const id of links) expect([...sections, ''], `#${id}`).toContain(id)
  })

  it('keeps the only link of the navbar at the end of its line', async () => {
    const page = await site.open(still)
    await page.goto('/')
    const gap = await page.locator('.nav-links').evaluate((list) => {
      const last = list.lastElementChild?.getBoundingClientRect().right ?? 0
      return [list.children.length, list.getBoundingClientRect().right - last]
    })
    expect(gap).toEqual([1, 0])
  })

  const addresses = ['/', '/design', '/not-there']

  it('is valid HTML, on every address', async () => {
    for (const address of addresses) {
      const html = await (await fetch(new URL(address, site.url))).text()
      expect(await htmlProblems(html), address).toEqual([])
    }
  })

  it('is accessible and fits, on every address', async () => {
    const page = await site.open(still)
    for (const address of addresses) {
      await page.goto(address)
      for (const appearance of appearances) {
        await turnTo(page, appearance)
        expect(await axeViolations(page), `${address}, ${appearance.width} px`).toEqual([])
        expect(await sideways(page), `${address}, ${appearance.width} px`).toEqual([])
      }
    }
  })
})
