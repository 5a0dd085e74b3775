import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { examples } from '../../../src/model/content/examples.ts'
import { eventually } from '../../support/browser.ts'
import { ada, ownedSite, withPreview } from './people.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

/** In bytes as they come over the line, brotli. */
const budget = 200_000

/** What the scripts weigh that this page has fetched. */
const scripts = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ encodedBodySize, decodedBodySize }) => [encodedBodySize, decodedBodySize] as const),
  )
  expect(sizes.length).toBeGreaterThan(3)
  for (const [encoded, decoded] of sizes) if (decoded > 2000) expect(encoded).toBeLessThan(decoded * 0.6)
  return sizes.reduce((sum, [encoded]) => sum + encoded, 0)
}

/**
 * The owner's screen without what is fetched ahead when the browser is idle or the pointer moves: on a busy machine that comes before the
 * screen stands.
 */
const firstLoad = async (address: string, width?: number) => {
  const page = await site.openAs(ada, width === undefined ? withPreview : { width })
  await page.addInitScript(() => {
    Object.assign(window, { requestIdleCallback: () => 0 })
    addEventListener('pointermove', (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await page.goto(address)
  return page
}

describe('the first load', () => {
  // One of the screens with tables, which are one screen in the code. Forms with a preview are weighed with it, below.
  it.each([
    '/admin',
    '/admin/contact',
    '/admin/cv',
    '/admin/history',
    '/admin/list/create',
    '/admin/media',
    '/admin/user',
    '/admin/visits',
  ])('of %s brings at most 200 kB of script', async (address) => {
    const page = await firstLoad(address, 1100)
    await page.locator('main h1').waitFor()
    expect(await scripts(page)).toBeLessThan(budget)
  })

  it.each(['/admin/portfolio/create', '/admin/settings'])(
    'of %s with its preview brings at most 200 kB',
    async (address) => {
      const page = await firstLoad(address)
      await page.locator('iframe[data-drawn]').waitFor()
      expect(await scripts(page)).toBeLessThan(budget)
    },
  )

  it('of a variant of the CV with its preview brings at most 200 kB', async () => {
    const { id } = await site.callAs<{ id: string }>(ada, 'POST', '/cv-variants', { name: 'weighed' })
    const page = await firstLoad(`/admin/cv/edit/${id}`)
    await page.locator('.cv-page[role=img]').first().waitFor()
    expect(await scripts(page)).toBeLessThan(budget)
  })

  it('brings nothing of the sample content, in no script that a browser can fetch', () => {
    const text = String(examples.services[0]?.text).slice(0, 40)
    const scripts = ['admin', 'client', 'preview'].flatMap((part) =>
      globSync(`dist/${part}/assets/*.js`).map((file) => readFileSync(file, 'utf8')),
    )
    expect(scripts.length).toBeGreaterThan(50)
    expect(scripts.filter((script) => script.includes(text))).toEqual([])
  })

  it('loads the sorting layer only when a handle is touched', async () => {
    const page = await site.visitAs(ada, '/admin/chat')
    await page.locator('.sortable-handle').first().waitFor()
    await page.waitForLoadState('networkidle')
    const fetched = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/sorting-layer-')).length,
      )
    expect(await fetched()).toBe(0)
    await page.locator('.sortable-handle').first().hover()
    await eventually(fetched, 1)
  })

  it('fetches menus, dialogs and toasts ahead once the screen stands', async () => {
    const page = await site.visitAs(ada, '/admin/chat')
    await page.locator('main h1').waitFor()
    const fetched = (part: string) =>
      page.evaluate(
        (name) => performance.getEntriesByType('resource').some((one) => one.name.includes(`/${name}-`)),
        part,
      )
    expect(await fetched('menu-layer')).toBe(false)
    for (const part of ['menu-layer', 'modal-layer', 'toasts', 'return-dialog'])
      await eventually(() => fetched(part), true)
    // And then opens without a connection.
    await page.context().setOffline(true)
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await page.getByRole('menu').getAttribute('aria-labelledby')).toBe(
      await page.getByRole('button', { name: /^Account:/ }).getAttribute('id'),
    )
    await page.keyboard.press('Escape')
    await eventually(
      () => page.getByRole('button', { name: /^Account:/ }).evaluate((button) => button === document.activeElement),
      true,
    )
  })

  it('of Login brings at most 200 kB of script, and no screen behind it', async () => {
    const page = await site.visit('/login')
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    expect(await scripts(page)).toBeLessThan(budget)
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(names.filter((name) => /screen-/.test(name) && !/login/.test(name))).toEqual([])
  })
})
