import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillWithProjects } from '../../../bench/admin/many-entries.ts'
import { eventually } from '../../support/browser.ts'
import { copySampleData } from '../../support/product.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const rows = 10_000
const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-long-table-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

beforeAll(async () => {
  await copySampleData(dataDir)
  await fillWithProjects(dataDir, rows)
})

describe('a table of ten thousand entries', () => {
  const site = ownedSite({ dataDir })
  const content = contentOf(site)
  beforeAll(() => site.register(ada, { claim: true }))

  const open = async () => {
    const page = await site.visitAs(ada, '/admin/portfolio')
    await page.locator('.entry-row .row-title').first().waitFor()
    return page
  }
  /** To the last row, once the page is as long as all of them are. The browser scrolls to the end of the page that it last drew, so a key right after the layout may fall short. */
  const toEnd = async (page: Page) => {
    await eventually(() => page.evaluate(() => document.documentElement.scrollHeight > 500_000), true)
    const last = page.getByRole('row', { name: new RegExp(` ${rows}\\b`) })
    await eventually(async () => {
      await page.locator('body').press('End')
      return last.isVisible()
    }, true)
    return last
  }
  const order = async () => (await content.call<{ ids: string[] }>('GET', '/entries/projects/order')).ids

  it('renders and loads only the visible rows', async () => {
    const asked: string[] = []
    const page = await open()
    page.on('request', (request) => {
      if (request.url().includes('/api/entries/projects?')) asked.push(request.url())
    })
    await toEnd(page)
    expect(await page.locator('.entry-row').count()).toBeLessThan(60)
    // Of the hundreds that all of it would take.
    expect(asked.length).toBeLessThan(10)
  })

  it('selects all rows, also before they are loaded, and a range with Shift', async () => {
    const page = await open()
    const bar = page.getByRole('toolbar', { name: 'Selected entries' })
    await page.getByRole('checkbox', { name: 'Select all projects' }).click()
    await bar.getByText(`${rows} selected`).waitFor()
    await bar.getByRole('button', { name: 'Clear the selection' }).click()
    await page.locator('.entry-row .row-box').first().click()
    const last = await toEnd(page)
    await last.getByRole('checkbox').click({ modifiers: ['Shift'] })
    await bar.getByText(`${rows} selected`).waitFor()
  })

  it('selects all results of a search, not only the rendered ones', async () => {
    const page = await open()
    await page.getByRole('searchbox').fill('tideline')
    await page
      .locator('.entry-row .row-title')
      .filter({ hasNotText: 'Tideline' })
      .first()
      .waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Select all projects' }).click()
    const chosen = page.getByRole('toolbar', { name: 'Selected entries' }).getByRole('status')
    await eventually(async () => Number.parseInt((await chosen.textContent()) ?? '', 10) > 1000, true)
  })

  it('moves the last row to the top in one call', async () => {
    const before = await order()
    const page = await open()
    const last = await toEnd(page)
    await last.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Move to top' }).click()
    await page.getByText('Projects reordered').waitFor()
    expect(await order()).toEqual([before.at(-1), ...before.slice(0, -1)])
    await page.locator('body').press('Home')
    await eventually(async () => (await page.locator('.row-title').first().textContent())?.endsWith(` ${rows}`), true)
  })
})
