import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually, newPage, started, type Visit, visit } from '../../../tests/support/browser.ts'
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
const pathOf = (page: Page) => page.evaluate(() => location.pathname)
/** While a transition runs, the browser itself hands clicks to the root. */
const still = (page: Page) =>
  eventually(() => page.evaluate(() => document.documentElement.matches(':active-view-transition')), false)

const open = async (slug: string, path = '/', options: Visit = {}) => {
  const page = await visit(site.url + path, options)
  await page.evaluate(() => {
    document.body.dataset.same = ''
  })
  await card(page, slug).scrollIntoViewIfNeeded()
  await clickInPlace(card(page, slug), 'projects')
  await heading(page).waitFor()
  await still(page)
  return page
}

// Without a transition the same is done by another way.
describe.each(['no-preference', 'reduce'] as const)('A project’s dialog (motion: %s)', (reducedMotion) => {
  it('shows the project over the page, and closes in four ways: address, title, place and focus are as before', async () => {
    const page = await open('moss', '/design#portfolio', { reducedMotion })
    const state = () =>
      page.evaluate(() => ({
        path: location.pathname,
        title: document.title,
        place: scrollY,
        focused: document.activeElement?.getAttribute('href'),
        overflow: document.documentElement.style.overflow,
        projects: document.querySelectorAll('[data-portfolio] li:not([hidden])').length,
        isSame: 'same' in document.body.dataset,
      }))
    const before = { path: '/design', title: 'design – Fixture', overflow: '', projects: 2, isSame: true }
    const ways = [
      () => page.keyboard.press('Escape'),
      () => dialog(page).getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 400),
      () => page.goBack(),
    ]
    for (const close of ways) {
      expect(await heading(page).textContent()).toBe('Moss')
      const { path, title, isSame, place } = await state()
      expect(place).toBeGreaterThan(1000)
      expect({ path, title, isSame }).toEqual({ path: '/projects/moss', title: 'Moss – Fixture', isSame: true })
      const shown = await dialog(page).evaluate((element) => [
        element.matches(':modal'),
        element.getAttribute('aria-label'),
        element.contains(document.activeElement),
      ])
      expect(shown).toEqual([true, 'Moss', true])
      await close()
      await dialog(page).waitFor({ state: 'detached' })
      await eventually(() => pathOf(page), '/design')
      // What the browser does of its own accord on the way back, it has done.
      await started(page)
      await drawn(page)
      expect(await state()).toEqual({ ...before, place, focused: '/projects/moss' })
      await card(page, 'moss').click()
      await heading(page).waitFor()
      await still(page)
    }
  })
})

describe('In the dialog', () => {
  it('turns with buttons and arrow keys, around the end, through the projects that the filter shows', async () => {
    const page = await open('tide', '/design')
    await dialog(page).getByRole('button', { name: 'Next project' }).click()
    await eventually(() => heading(page).textContent(), 'Moss')
    expect(await pathOf(page)).toBe('/projects/moss')
    expect(await page.title()).toBe('Moss – Fixture')
    expect((await dialog(page).getByRole('status').textContent())?.replace(/\s+/g, ' ')).toBe('Moss, 2 of 22 / 2')
    await page.keyboard.press('ArrowRight')
    await eventually(() => heading(page).textContent(), 'Tide')
    await page.keyboard.press('ArrowLeft')
    await eventually(() => heading(page).textContent(), 'Moss')
    await page.keyboard.press('Escape')
    await eventually(() => pathOf(page), '/design')
  })

  it('turns with a swipe', async () => {
    const page = await open('tide', '/', { width: 390, height: 800, hasTouch: true })
    const swipe = async (from: [number, number], to: [number, number]) => {
      const session = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: [number, number]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] })
      await touch('touchStart', from)
      for (let part = 1; part <= 5; part += 1)
        await touch('touchMove', [from[0] + ((to[0] - from[0]) * part) / 5, from[1] + ((to[1] - from[1]) * part) / 5])
      await touch('touchEnd')
    }
    await swipe([300, 300], [100, 310])
    await eventually(() => heading(page).textContent(), 'Ember')
    await swipe([100, 300], [300, 310])
    await eventually(() => heading(page).textContent(), 'Tide')
    await swipe([200, 450], [260, 250])
    // Nothing turned, or the next would be another.
    await swipe([300, 300], [100, 310])
    await eventually(() => heading(page).textContent(), 'Ember')
  })

  it('follows a link to a section of the page, which is then there without the dialog', async () => {
    site.answers.set('/projects/tide', (_, response) => {
      const page = fixtureProjectPage(site.boot, 'tide')?.replace('https://example.com/', '/#contact')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
    const page = await open('tide')
    await dialog(page).getByRole('link', { name: 'Visit' }).click()
    await page.waitForURL(`${site.url}/#contact`)
    await page.locator('#contact').waitFor()
    expect(await dialog(page).count()).toBe(0)
  })

  it('opens again with the forward button', async () => {
    const page = await open('north')
    await page.goBack()
    await dialog(page).waitFor({ state: 'detached' })
    await page.goForward()
    await eventually(() => heading(page).textContent(), 'North')
    expect(await page.title()).toBe('North – Fixture')
    await page.keyboard.press('Escape')
    await eventually(() => pathOf(page), '/')
    await eventually(() => page.title(), 'Fixture')
  })

  it('becomes the project’s own page when it is reloaded, and back leads to the portfolio', async () => {
    const page = await open('ember')
    await page.reload()
    expect(await dialog(page).count()).toBe(0)
    expect(await page.locator('main h1').textContent()).toBe('Ember')
    await page.goBack()
    await page.locator('[data-portfolio]').waitFor()
    expect(await pathOf(page)).toBe('/')
  })

  it('leaves history as it was when one closes twice in a row', async () => {
    const page = await open('ember')
    await page.evaluate(() => {
      const close = document.querySelector<HTMLElement>('.project-close')
      close?.click()
      close?.click()
    })
    await dialog(page).waitFor({ state: 'detached' })
    // After a second step back, one forward would end here.
    await page.goForward()
    await eventually(() => pathOf(page), '/projects/ember')
    expect(await page.locator('body[data-same]').count()).toBe(1)
  })
})

describe('A card', () => {
  it('has its project fetched before the click, once', async () => {
    const page = await visit(site.url)
    await card(page, 'tide').scrollIntoViewIfNeeded()
    site.asked.length = 0
    await card(page, 'tide').hover()
    await eventually(async () => site.asked.filter((path) => path === '/projects/tide').length, 1)
    await card(page, 'tide').click()
    await heading(page).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await card(page, 'tide').click()
    await heading(page).waitFor()
    expect(site.asked.filter((path) => path === '/projects/tide')).toHaveLength(1)
  })

  it('leaves clicks for a new tab to the browser', async () => {
    const page = await visit(site.url)
    const opened = page.context().waitForEvent('page')
    await card(page, 'ember').click({ modifiers: ['ControlOrMeta'] })
    await (await opened).waitForURL('**/projects/ember')
    expect(await dialog(page).count()).toBe(0)
  })

  it('is the plain link it was when the dialog’s code cannot be fetched', async () => {
    const page = await visit(site.url)
    await page.route('**/assets/projects-*', (route) => route.abort())
    await card(page, 'ember').click()
    await page.waitForURL('**/projects/ember')
    expect(await page.locator('main h1').textContent()).toBe('Ember')
  })
})

describe('A project that takes its time', () => {
  it('shows nothing for 150 ms, then a skeleton, then itself', async () => {
    const page = await newPage()
    await page.clock.install()
    await page.goto(site.url)
    const code = page.waitForResponse('**/assets/projects-*')
    await card(page, 'moss').hover()
    // The code is here; what is slow is the page.
    await (await code).finished()
    let release = () => {}
    await page.route('**/projects/tide', async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      await route.continue()
    })
    await page.clock.pauseAt(Date.now() + 10_000)
    const asked = page.waitForRequest('**/projects/tide')
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/projects/tide"]')?.click())
    await asked
    await page.clock.runFor(149)
    expect(await page.locator('.project-skeleton').count()).toBe(0)
    await page.clock.runFor(1)
    expect(await page.locator('.project-skeleton').count()).toBe(1)
    await page.clock.resume()
    expect(await dialog(page).getAttribute('aria-busy')).toBe('true')
    release()
    await eventually(() => heading(page).textContent(), 'Tide')
    expect(await page.locator('.project-skeleton').count()).toBe(0)
    expect(await dialog(page).getAttribute('aria-busy')).toBe('false')
  })

  it('says so when it cannot be had, with another try and a plain link', async () => {
    site.answers.set('/projects/tide', (_, response) => void response.writeHead(503).end())
    const page = await visit(site.url)
    await clickInPlace(card(page, 'tide'), 'projects')
    await dialog(page).getByRole('alert').waitFor()
    expect(await pathOf(page)).toBe('/projects/tide')
    expect(await dialog(page).getByRole('link').getAttribute('href')).toBe(`${site.url}/projects/tide`)
    const first = await dialog(page).getByRole('alert').elementHandle()
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await first?.waitForElementState('hidden')
    await dialog(page).getByRole('alert').waitFor()
    site.answers.clear()
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await eventually(() => heading(page).textContent(), 'Tide')
    expect(await dialog(page).getByRole('alert').count()).toBe(0)
    await page.keyboard.press('Escape')
    await eventually(() => pathOf(page), '/')
  })

  it('does not come back after one has left it', async () => {
    const page = await visit(site.url)
    let release = () => {}
    await page.route('**/projects/tide', async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      await route.continue()
    })
    await clickInPlace(card(page, 'tide'), 'projects')
    await page.locator('.project-skeleton').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    const came = page.waitForEvent('requestfinished')
    release()
    await came
    // What comes late opens nothing.
    await started(page)
    await drawn(page)
    expect(await dialog(page).count()).toBe(0)
    expect(await page.title()).toBe('Fixture')
  })
})

it('turns the card’s image into the project’s with a view transition, and names nothing afterwards', async () => {
  const page = await visit(site.url)
  await card(page, 'tide').scrollIntoViewIfNeeded()
  await page.evaluate(() => {
    const names: string[] = []
    Object.assign(window, { names })
    const start = document.startViewTransition.bind(document) as (change: () => void) => ViewTransition
    document.startViewTransition = (change: () => void) => {
      const named = () =>
        [...document.querySelectorAll<HTMLElement>('*')]
          .filter((one) => getComputedStyle(one).viewTransitionName === 'project-image')
          .map((one) => (one.closest('dialog') ? 'detail' : 'card'))
          .join()
      const running = start(() => {
        names.push(named())
        change()
      })
      running.updateCallbackDone.then(() => names.push(named()))
      return running
    }
  })
  // Fetched before the click: what comes after the skeleton stands still.
  const fetched = page.waitForResponse('**/projects/tide')
  await card(page, 'tide').hover()
  await (await fetched).finished()
  await card(page, 'tide').click()
  await heading(page).waitFor()
  await eventually(() => page.locator('img[style*=view-transition-name]').count(), 0)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await eventually(() => page.locator('img[style*=view-transition-name]').count(), 0)
  expect(await page.evaluate(() => (window as unknown as { names: string[] }).names)).toEqual([
    'card',
    'detail',
    'detail',
    'card',
  ])
})
