import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually, started, visit } from '../../../tests/support/browser.ts'
import { fixtureProjectPage } from '../../../tests/support/fixture-page.ts'
import { type FixtureSite, startFixtureSite } from '../../../tests/support/fixture-site.ts'
import { clickInPlace, drawn } from '../../../tests/support/moments.ts'

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.stop())
beforeEach(() => site.answers.clear())

const dialog = (page: Page) => page.locator('dialog.project-dialog')
const heading = (page: Page) => dialog(page).locator('h1')
const card = (page: Page, slug: string) => page.locator(`a[href="/projects/${slug}"]`)
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href'))

/** While a transition runs, the browser itself hands clicks to the root. */
const still = (page: Page) =>
  eventually(() => page.evaluate(() => document.documentElement.matches(':active-view-transition')), false)

const open = async (slug: string, path = '/') => {
  const page = await visit(site.url + path)
  await card(page, slug).scrollIntoViewIfNeeded()
  await clickInPlace(card(page, slug), 'projects')
  await heading(page).waitFor()
  await still(page)
  return page
}

/** Chromium notes in its history where one is a second later, or with the next change of the entry. */
const noted = (page: Page) => page.evaluate(() => history.replaceState(history.state, ''))
/** By then the page has done all that it does by itself. */
const settled = async (page: Page) => {
  await page.waitForLoadState('load')
  await started(page)
  await drawn(page)
}

describe('A project’s dialog in the browser’s history', () => {
  for (const path of ['/', '/design#portfolio'])
    it(`reloaded far down ${path}, shows the project’s own page from its top, and back leads to where one was`, async () => {
      // Taller than the window, so that there is somewhere to be scrolled to.
      site.answers.set('/projects/moss', (_, response) => {
        const tall = fixtureProjectPage(site.boot, 'moss')?.replace(
          '</article>',
          `${'<p>More</p>'.repeat(200)}</article>`,
        )
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(tall)
      })
      const page = await open('moss', path)
      const top = () => page.evaluate(() => Math.round(scrollY))
      const place = await top()
      expect(place).toBeGreaterThan(1000)
      await page.reload()
      await eventually(() => page.locator('main h1').textContent(), 'Moss')
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(4000)
      await eventually(top, 0)
      // Nor does it go away from there.
      await settled(page)
      expect(await top()).toBe(0)
      // The page is an ordinary one from here on: reloaded again, it stays where it is.
      await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
      await noted(page)
      await page.reload()
      await eventually(top, 700)
      await page.goBack()
      await page.locator('[data-portfolio]').waitFor()
      await eventually(top, place)
      // Nor away from here.
      await settled(page)
      expect(await top()).toBe(place)
      // The place is the browser's again. Reloaded with a fragment, it goes now there and now where it was, with or without us.
      expect(await page.evaluate(() => history.scrollRestoration)).toBe('auto')
      if (path !== '/') return
      await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
      await noted(page)
      await page.reload()
      await eventually(top, 300)
      // Nor away from here.
      await settled(page)
      expect(await top()).toBe(300)
    })

  it('gives scrolling back to the browser when it closes', async () => {
    const page = await open('ember')
    const restoration = () => page.evaluate(() => history.scrollRestoration)
    expect(await restoration()).toBe('manual')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await restoration()).toBe('auto')
  })

  it('hands the focus to the card of the project last seen', async () => {
    const page = await open('tide')
    await page.keyboard.press('ArrowRight')
    await eventually(() => heading(page).textContent(), 'Ember')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await eventually(() => focused(page), '/projects/ember')
  })

  it('leaves the title to the filter when one goes back past it', async () => {
    const page = await visit(site.url)
    await clickInPlace(page.locator('[data-filter=design]'), 'filter')
    await eventually(() => page.title(), 'design – Fixture')
    await still(page)
    await clickInPlace(card(page, 'moss'), 'projects')
    await eventually(() => page.title(), 'Moss – Fixture')
    await page.evaluate(() => history.go(-2))
    await dialog(page).waitFor({ state: 'detached' })
    await eventually(() => page.title(), 'Fixture')
  })
})
