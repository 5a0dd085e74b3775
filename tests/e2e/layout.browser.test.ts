import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../../src/model/words/languages.ts'
import { contentOf } from './admin/content.ts'
import { ada, ownedSite } from './admin/people.ts'
import { scrollThrough, sideways, useSite } from './site.ts'

describe('Layout', () => {
  const site = useSite()

  it('can be seen to fail', async () => {
    const page = await site.visit('/', { width: 320 })
    await page.evaluate(() => {
      const line = Object.assign(document.createElement('p'), { textContent: 'x'.repeat(400) })
      line.style.overflowWrap = 'normal'
      line.style.width = '600px'
      document.querySelector('main section')?.after(line)
    })
    expect(await sideways(page)).not.toEqual([])
  })

  it('covers the giant name with the navbar before the two meet', async () => {
    const page = await site.open()
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
      [1280, 480],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('/')
      let met = 0
      for (let top = 0; top < height * 1.3; top += 24) {
        const seen = await page.evaluate(async (y) => {
          scrollTo({ top: y, behavior: 'instant' })
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
          const nav = document.querySelector('.nav') as HTMLElement
          const name = document.querySelector('.home-name')?.getBoundingClientRect() as DOMRect
          const { bottom } = nav.getBoundingClientRect()
          return {
            meet: name.top < bottom && name.bottom > 0,
            paper: Number(getComputedStyle(nav, '::before').opacity),
          }
        }, top)
        if (top === 0) expect(seen, `${width} × ${height}`).toEqual({ meet: false, paper: 0 })
        if (seen.meet) met += 1
        if (seen.meet) expect(seen.paper, `${width} × ${height}, ${top} px`).toBe(1)
      }
      expect(met).toBeGreaterThan(2)
    }
  })

  it('never scrolls sideways at any usual width, nor with text twice as large', async () => {
    const page = await site.open()
    await page.goto('/')
    for (const width of [360, 463, 464, 768, 1023, 1024, 1280, 1920, 3000]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await sideways(page), `${width} px`).toEqual([])
    }
    // WCAG 1.4.4: text may be enlarged to 200 %.
    await page.setViewportSize({ width: 640, height: 900 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await sideways(page), 'large text').toEqual([])
  })

  it('gives every image its size before it has loaded, and loads those below the fold later', async () => {
    const page = await site.visit('/', { width: 390, height: 844 })
    const images = await page.locator('img').evaluateAll((images) =>
      (images as HTMLImageElement[]).map((image) => ({
        source: image.getAttribute('src'),
        sized: image.hasAttribute('width') && image.hasAttribute('height'),
        alt: image.hasAttribute('alt'),
        lazy: image.loading === 'lazy',
        below: image.getBoundingClientRect().top > innerHeight * 1.5,
      })),
    )
    expect(images.length).toBeGreaterThan(7)
    expect(images.filter(({ sized, alt }) => !sized || !alt)).toEqual([])
    expect(images.filter(({ below, lazy }) => below && !lazy)).toEqual([])
    await scrollThrough(page)
    const broken = await page
      .locator('img')
      .evaluateAll((images) =>
        (images as HTMLImageElement[])
          .filter((image) => image.getClientRects().length > 0 && image.complete && !image.naturalWidth)
          .map((image) => image.currentSrc),
      )
    expect(broken).toEqual([])
  })
})

describe('With other content', () => {
  const site = ownedSite()
  const owner = contentOf(site)
  const settings = async (changes: object) => {
    const { version } = await owner.call<{ version: number }>('GET', '/settings')
    await owner.call('PATCH', '/settings', changes, version)
    await owner.page()
  }
  beforeAll(() => site.register(ada, { claim: true }))

  it('has the facts beside the text where there is space, and below it elsewhere, when there is no portrait', async () => {
    const [person] = await owner.list('about')
    await owner.call('PATCH', `/entries/about/${person?.id}`, { data: { image: null }, publish: true }, person?.version)
    await owner.page()
    const page = await site.visit('/', { reducedMotion: 'reduce' })
    const boxes = () =>
      page.evaluate(() =>
        ['#about', '.about-text', '.facts'].map((one) => document.querySelector(one)?.getBoundingClientRect().toJSON()),
      )
    for (const width of [1280, 1920, 768, 360]) {
      await page.setViewportSize({ width, height: 900 })
      const [section, text, facts] = await boxes()
      expect(facts.right, `${width} px`).toBeCloseTo(section.right, 0)
      if (width > 1023) expect(facts.top, `${width} px`).toBeCloseTo(text.top, 0)
      else expect(facts.top, `${width} px`).toBeGreaterThan(text.bottom)
    }
    expect(await page.locator('.about-portrait').count()).toBe(0)
  })

  const window = () => site.open({ width: 768, height: 900, reducedMotion: 'reduce' })
  const menuOf = async (page: Page) => {
    await page.goto('/')
    await page.evaluate(() => document.fonts.ready)
    expect(await sideways(page)).toEqual([])
    const [links, toggle] = [page.locator('.nav-links'), page.locator('.nav-toggle-script').first()]
    const cut = await page
      .locator('.nav-inner > a, .nav-links a')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
    expect(await links.isVisible()).toBe(!(await toggle.isVisible()))
    return { spelledOut: await links.isVisible(), cut }
  }

  it('has the menu spelled out at 768 px in every language in which it fits, without a word that is cut, and a button elsewhere', async () => {
    const page = await window()
    const spelledOut: string[] = []
    for (const language of languages) {
      await settings({ language })
      const menu = await menuOf(page)
      expect(menu.cut, language).toEqual([])
      if (menu.spelledOut) spelledOut.push(language)
    }
    expect(spelledOut).toEqual(expect.arrayContaining(['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'cs', 'tr', 'ja']))
    await settings({ language: 'en' })
  })

  it('has a button for the menu at 768 px where the name or the labels are long, or many', async () => {
    const page = await window()
    await settings({ name: 'Alexandra Montgomery-Featherstonehaugh' })
    expect(await menuOf(page)).toEqual({ spelledOut: false, cut: [] })
    await settings({ name: '' })
    expect(await menuOf(page)).toEqual({ spelledOut: true, cut: [] })
    for (const title of ['Barrierefreiheitserklärung', 'Prices']) {
      const slug = title === 'Prices' ? 'prices' : 'accessible'
      const blocks = [{ id: 'a', kind: 'text', markdown: 'A page.' }]
      await owner.create('pages', { title, slug, placement: 'page', link: 'navbar', blocks })
    }
    await owner.page()
    expect(await menuOf(page)).toEqual({ spelledOut: false, cut: [] })
  })
})
