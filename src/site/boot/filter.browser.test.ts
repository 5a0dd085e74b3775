import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, started, type Visit, visit } from '../../../tests/support/browser.ts'
import { fixturePage } from '../../../tests/support/fixture-page.ts'
import { type FixtureSite, startFixtureSite } from '../../../tests/support/fixture-site.ts'
import { clickInPlace, drawn, fetchedCode } from '../../../tests/support/moments.ts'

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.stop())

const shown = (page: Page) => page.locator('[data-portfolio] li:not([hidden]) h3').allTextContents()
const current = (page: Page) => page.locator('[data-filters] [aria-current]').allTextContents()
const pathOf = (page: Page) => page.evaluate(() => location.pathname)
/** While a transition runs, the browser itself hands clicks to the root, and a second try scrolls the page. */
const still = (page: Page) =>
  eventually(() => page.evaluate(() => document.documentElement.matches(':active-view-transition')), false)
const choose = async (page: Page, name: string) => {
  await still(page)
  await clickInPlace(page.locator(`[data-filter=${name}]`), 'filter')
}

describe('The portfolio filter', () => {
  const open = async (path = '/', options: Visit = {}) => {
    const page = await visit(site.url + path, options)
    await page.evaluate(() => {
      document.body.dataset.same = ''
    })
    await page.locator('[data-filters]').evaluate((bar) => bar.scrollIntoView({ behavior: 'instant', block: 'center' }))
    return page
  }

  // Without a transition the same is done by another way.
  it.each(['no-preference', 'reduce'] as const)(
    'filters in place, with an address, a title and a count, forward and back, under the pointer (motion: %s)',
    async (reducedMotion) => {
      const page = await open('/', { reducedMotion })
      const bar = page.locator('[data-filters]')
      const top = () => bar.evaluate((element) => Math.round(element.getBoundingClientRect().top))
      const before = await top()
      const seen = async () => ({
        titles: await shown(page),
        current: await current(page),
        path: await pathOf(page),
        title: await page.title(),
      })
      const all = { titles: ['Tide', 'Ember', 'Moss', 'North'], current: ['all'], path: '/', title: 'Fixture' }
      const design = { titles: ['Tide', 'Moss'], current: ['design'], path: '/design', title: 'design – Fixture' }
      const photos = { titles: ['North'], current: ['photos'], path: '/photos', title: 'photos – Fixture' }
      expect(await seen()).toEqual(all)
      await choose(page, 'design')
      await eventually(seen, design)
      expect(await bar.getByRole('status').textContent()).toBe('2 projects shown')
      await choose(page, 'photos')
      await eventually(seen, photos)
      expect(await bar.getByRole('status').textContent()).toBe('1 project shown')
      // Nor do the links move away later.
      await still(page)
      await started(page)
      await drawn(page)
      expect(await top()).toBe(before)
      await page.goBack()
      await eventually(seen, design)
      await page.goBack()
      await eventually(seen, all)
      await page.goForward()
      await eventually(seen, design)
      await choose(page, 'all')
      await eventually(seen, { ...all, path: '/all' })
      expect(await page.locator('body[data-same]').count()).toBe(1)
    },
  )

  it('starts from the filter that the server has applied', async () => {
    const page = await open('/brand')
    expect(await shown(page)).toEqual(['Ember'])
    await choose(page, 'design')
    await eventually(() => page.title(), 'design – Fixture')
    await choose(page, 'all')
    await eventually(() => page.title(), 'Fixture')
    await eventually(() => shown(page), ['Tide', 'Ember', 'Moss', 'North'])
    await page.goBack()
    await eventually(() => shown(page), ['Tide', 'Moss'])
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
    await page.locator('[data-filter=all]').hover()
    await fetchedCode(page, 'filter')
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
