import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, started, visit } from '../../../tests/support/browser.ts'
import { fixturePage } from '../../../tests/support/fixture-page.ts'
import { type FixtureSite, startFixtureSite } from '../../../tests/support/fixture-site.ts'
import { drawn } from '../../../tests/support/moments.ts'

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.stop())

const shown = (page: Page) => page.locator('[data-portfolio] li:not([hidden]) h3').allTextContents()
const current = (page: Page) => page.locator('[data-filters] [aria-current]').allTextContents()
const pathOf = (page: Page) => page.evaluate(() => location.pathname)
const choose = (page: Page, name: string) => page.locator(`[data-filter=${name}]`).click()

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  describe(`The portfolio filter (motion: ${reducedMotion})`, () => {
    const open = async (path = '/') => {
      const page = await visit(site.url + path, { reducedMotion })
      await page.evaluate(() => {
        document.body.dataset.same = ''
      })
      await page
        .locator('[data-filters]')
        .evaluate((bar) => bar.scrollIntoView({ behavior: 'instant', block: 'center' }))
      return page
    }

    it('filters in place, with its own address, and says how many are left', async () => {
      const page = await open()
      await choose(page, 'design')
      await eventually(() => shown(page), ['Tide', 'Moss'])
      expect(await current(page)).toEqual(['design'])
      expect(await pathOf(page)).toBe('/design')
      expect(await page.locator('[data-filters] [role=status]').textContent()).toBe('2 projects shown')
      await choose(page, 'photos')
      await eventually(() => shown(page), ['North'])
      expect(await page.locator('[data-filters] [role=status]').textContent()).toBe('1 project shown')
      await choose(page, 'all')
      await eventually(() => shown(page), ['Tide', 'Ember', 'Moss', 'North'])
      expect(await pathOf(page)).toBe('/all')
      expect(await page.locator('body[data-same]').count()).toBe(1)
    })

    it('goes back and forward with the browser', async () => {
      const page = await open()
      await choose(page, 'design')
      await choose(page, 'brand')
      await eventually(() => shown(page), ['Ember'])
      await page.goBack()
      await eventually(() => shown(page), ['Tide', 'Moss'])
      await page.goBack()
      await eventually(() => shown(page), ['Tide', 'Ember', 'Moss', 'North'])
      expect(await current(page)).toEqual(['all'])
      await page.goForward()
      await eventually(() => current(page), ['design'])
      expect(await page.locator('body[data-same]').count()).toBe(1)
    })

    it('titles the page as the server does, on the way there and back', async () => {
      const page = await open()
      expect(await page.title()).toBe('Fixture')
      await choose(page, 'design')
      await eventually(() => page.title(), 'design – Fixture')
      await choose(page, 'brand')
      await eventually(() => page.title(), 'brand – Fixture')
      await page.goBack()
      await eventually(() => page.title(), 'design – Fixture')
      await page.goBack()
      await eventually(() => page.title(), 'Fixture')
      const landed = await open('/photos')
      await choose(landed, 'design')
      await eventually(() => landed.title(), 'design – Fixture')
      await choose(landed, 'all')
      await eventually(() => landed.title(), 'Fixture')
    })

    it('starts from the filter that the server has applied', async () => {
      const page = await open('/brand')
      expect(await shown(page)).toEqual(['Ember'])
      await choose(page, 'all')
      await eventually(() => shown(page), ['Tide', 'Ember', 'Moss', 'North'])
      await page.goBack()
      await eventually(() => shown(page), ['Ember'])
    })

    it('goes back to all projects after a reload of a page that has those of one filter only', async () => {
      const page = await open()
      await choose(page, 'design')
      await eventually(() => shown(page), ['Tide', 'Moss'])
      const part = fixturePage(site.boot, 'design', site.content)
        .replaceAll(/<li [^>]* hidden>.*?<\/li>/g, '')
        .replace('>all</a>', '>all <span>4</span></a>')
      site.answers.set('/design', (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(part)
      })
      await page.reload()
      site.answers.delete('/design')
      expect(await page.locator('[data-portfolio] li').count()).toBe(2)
      await page.goBack()
      await eventually(() => shown(page), ['Tide', 'Ember', 'Moss', 'North'])
      expect(await current(page)).toEqual(['all'])
    })

    it('keeps the links under the pointer', async () => {
      const page = await open()
      await page
        .locator('[data-filters]')
        .evaluate((bar) => bar.scrollIntoView({ behavior: 'instant', block: 'center' }))
      const top = () => page.locator('[data-filters]').evaluate((bar) => Math.round(bar.getBoundingClientRect().top))
      const before = await top()
      await choose(page, 'photos')
      await eventually(() => shown(page), ['North'])
      // Nor do they move away later.
      await eventually(() => page.evaluate(() => document.documentElement.matches(':active-view-transition')), false)
      await started(page)
      await drawn(page)
      expect(await top()).toBe(before)
    })

    it('leaves clicks for a new tab to the browser', async () => {
      const page = await open()
      const opened = page.context().waitForEvent('page')
      await page.locator('[data-filter=design]').click({ modifiers: ['ControlOrMeta'] })
      await (await opened).waitForURL('**/design')
      expect(await pathOf(page)).toBe('/')
      expect(await shown(page)).toHaveLength(4)
    })

    it('leaves nothing of its transition behind, however quickly one clicks', async () => {
      const page = await open()
      await page.evaluate(() => {
        for (const name of ['design', 'brand', 'photos', 'design'])
          document.querySelector<HTMLElement>(`[data-filter=${name}]`)?.click()
      })
      await eventually(() => shown(page), ['Tide', 'Moss'])
      await eventually(
        () =>
          page.evaluate(() =>
            [...document.querySelectorAll<HTMLElement>('[data-category], header')]
              .map((one) => one.style.viewTransitionName)
              .join(''),
          ),
        '',
      )
      expect(await pathOf(page)).toBe('/design')
      expect(await current(page)).toEqual(['design'])
    })
  })
}

describe('The transition of the portfolio filter', () => {
  /** The cards that had a name when the browser took its image of the page before a change, and of the page after it. */
  const named = async (page: Page, change: string) => {
    await page.evaluate(() => {
      const counts: number[] = []
      Object.assign(window, { counts })
      const start = document.startViewTransition.bind(document) as (update: () => void) => ViewTransition
      document.startViewTransition = (update: () => void) => {
        const count = () =>
          counts.push(
            [...document.querySelectorAll('[data-category]')].filter(
              (card) => card.checkVisibility() && getComputedStyle(card).viewTransitionName !== 'none',
            ).length,
          )
        const running = start(() => {
          count()
          update()
        })
        running.ready.then(count)
        return running
      }
    })
    await page.locator('[data-filters]').evaluate((bar) => bar.scrollIntoView({ behavior: 'instant', block: 'center' }))
    await choose(page, change)
    const counts = () => page.evaluate(() => (window as unknown as { counts: number[] }).counts)
    await eventually(async () => (await counts()).length, 2)
    return counts()
  }

  afterEach(() => {
    site.content.moreProjects = 0
  })

  it('names only the cards in sight, before the change and after it', async () => {
    site.content.moreProjects = 296
    const page = await visit(site.url)
    for (const count of await named(page, 'design')) {
      expect(count).toBeGreaterThan(3)
      expect(count).toBeLessThanOrEqual(10)
    }
  })

  it('names all cards when all are in sight', async () => {
    const page = await visit(site.url)
    expect(await named(page, 'design')).toEqual([4, 2])
  })

  it('names no card when too many are in sight', async () => {
    site.content.moreProjects = 296
    const page = await visit(site.url)
    await page.evaluate(() => {
      const grid = document.querySelector<HTMLElement>('[data-portfolio]')
      if (grid) grid.style.gridTemplateColumns = 'repeat(24, 1fr)'
    })
    expect(await named(page, 'design')).toEqual([0, 0])
  })
})
