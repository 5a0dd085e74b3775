import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillWithProjects } from '../../bench/admin/many-entries.ts'
import { eventually } from '../support/browser.ts'
import { clickInPlace } from '../support/moments.ts'
import { copySampleData } from '../support/product.ts'
import { openOver, useSite } from './site.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-many-projects-'))
beforeAll(async () => {
  await copySampleData(dataDir)
  await fillWithProjects(dataDir, 120, { published: true })
})
describe('A portfolio of 120 projects', () => {
  const site = useSite({ dataDir })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  const cards = '[data-portfolio] > li:not([hidden])'

  it('shows 24 projects, and More adds the next ones below, with the focus on the first of them', async () => {
    const page = await site.visit('/')
    await eventually(() => page.locator(cards).count(), 24)
    await clickInPlace(page.locator('[data-more]'), 'more')
    await eventually(() => page.locator(cards).count(), 48)
    const focused = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[data-portfolio] a')].indexOf(document.activeElement as Element),
      )
    await eventually(focused, 24)
    expect(new URL(page.url()).pathname).toBe('/')
  })

  /** Adds two pages of projects and scrolls to one of the last; returns its title and where it stands in the window. */
  const deepIn = async (page: Page) => {
    for (const count of [48, 72]) {
      await clickInPlace(page.locator('[data-more]'), 'more')
      await eventually(() => page.locator(cards).count(), count)
    }
    await page
      .locator(cards)
      .nth(70)
      .evaluate((card) => card.scrollIntoView({ behavior: 'instant', block: 'center' }))
    return topOf(page)
  }
  const topOf = (page: Page) =>
    page
      .locator(cards)
      .nth(70)
      .evaluate((card) => Math.round(card.getBoundingClientRect().top))

  /** The same list, at the same place. */
  const isBack = async (page: Page, top: number) => {
    await eventually(() => page.locator(cards).count(), 72)
    await eventually(async () => Math.abs((await topOf(page)) - top) < 60, true)
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.locator('[data-more]').getAttribute('href')).toContain('page=4')
  }

  it('has the same projects at the same place after a reload and on the way back from a page and a dialog; opened again, the first', async () => {
    const page = await site.visit('/')
    const top = await deepIn(page)
    await page.reload()
    await isBack(page, top)

    await page.evaluate(() => location.assign('/projects'))
    await page.waitForURL('**/projects')
    await page.goBack()
    await isBack(page, top)

    await openOver(page.locator(cards).nth(70).locator('a'))
    await page.getByRole('dialog').waitFor()
    await page.reload()
    await page.locator('[data-project-article]').waitFor()
    await page.goBack()
    await isBack(page, top)

    await clickInPlace(page.locator('[data-more]'), 'more')
    await eventually(() => page.locator(cards).count(), 96)
    await page.reload()
    await eventually(() => page.locator(cards).count(), 96)

    await page.goto('/projects')
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    expect(await page.locator(cards).count()).toBe(24)
  })

  it('shows what it has when the further projects cannot be read any more, and More goes on', async () => {
    const page = await site.visit('/')
    await deepIn(page)
    await page.route('**/?page=3', (route) => route.abort())
    await page.reload()
    await eventually(() => page.locator(cards).count(), 48)
    const margin = () => page.locator('[data-portfolio]').evaluate((grid: HTMLElement) => grid.style.marginBottom)
    await eventually(margin, '')
    await page.unroute('**/?page=3')
    await clickInPlace(page.locator('[data-more]'), 'more')
    await eventually(() => page.locator(cards).count(), 72)
  })

  it('leads a filter that has more projects than are shown to the page of its category', async () => {
    const page = await site.visit('/')
    await page.locator('[data-filter=design]').click()
    await page.waitForURL('**/design')
    await eventually(() => page.locator(cards).count(), 24)
  })

  it('answers further pages, the archive and every project, and an unknown page with 404', async () => {
    const statusOf = async (path: string) => (await fetch(site.url + path)).status
    for (const path of [
      '/?page=2',
      '/design?page=2',
      '/projects',
      '/projects?page=5',
      '/projects/tideline',
      '/projects/category/design',
    ])
      expect([path, await statusOf(path)]).toEqual([path, 200])
    for (const path of ['/?page=6', '/design?page=40', '/projects?page=0'])
      expect([path, await statusOf(path)]).toEqual([path, 404])
  })
})
