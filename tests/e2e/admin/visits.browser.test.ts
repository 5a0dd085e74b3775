import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually, started } from '../../support/browser.ts'
import { countryDatabase } from '../../support/country-database.ts'
import { openOver } from '../site.ts'
import { expectFineInEach } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-countries-'))
const file = path.join(folder, 'countries.mmdb')
writeFileSync(file, countryDatabase({ '127.0.0.0/8': 'PT' }))
const site = ownedSite({ env: { COUNTRY_DATABASE: file } })
beforeAll(() => site.register(ada, { claim: true }))
afterAll(() => rmSync(folder, { recursive: true }))

/** The browser’s own name, but for the word by which it would be left out. */
const ordinaryAgent = async () =>
  (await (await site.open()).evaluate(() => navigator.userAgent)).replace('HeadlessChrome', 'Chrome')

interface Report {
  now: { people: number; views: number; messages: number; downloads: number; opens: number }
  projects: { opens: number }[]
  excluded: { class: string }[]
}
const report = () => site.callAs<Report>(ada, 'GET', '/visits?days=7')

describe('visits', () => {
  it('are switched on where they will be shown, and say what for', async () => {
    const page = await site.visitAs(ada, '/admin/visits')
    await page.getByRole('heading', { name: 'Visits are not counted' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Count visits' }).click()
    await page.getByRole('heading', { name: 'Nobody has come yet' }).waitFor()
  })

  it('count a page and a project opened over it, and no hover; the owner’s are left out', async () => {
    const visitor = await site.open({ userAgent: await ordinaryAgent(), locale: 'en-GB' })
    await visitor.goto('/')
    await started(visitor)
    const card = visitor.locator('[data-portfolio] a[data-project]').first()
    await card.scrollIntoViewIfNeeded()
    const fetched = visitor.waitForResponse((response) => new URL(response.url()).pathname.startsWith('/projects/'))
    await card.hover()
    await fetched
    await eventually(async () => (await report()).now, { people: 1, views: 1, messages: 0, downloads: 0, opens: 0 })
    await openOver(card)
    await visitor.locator('dialog[open] h1, dialog[open] h2').first().waitFor()
    await eventually(async () => (await report()).now, { people: 1, views: 2, messages: 0, downloads: 0, opens: 1 })
    await site.visitAs(ada, '/')
    await eventually(async () => (await report()).excluded.some((one) => one.class === 'own'), true)
    const page = await site.visitAs(ada, '/admin/visits')
    await page.getByRole('row', { name: /You Views in a browser that has signed in/ }).waitFor()
    expect((await report()).now.views).toBe(2)
  })

  it('are shown as a plot with a table beside it, on a phone and in the dark', async () => {
    const page = await site.visitAs(ada, '/admin/visits?days=7')
    await page.locator('.plot canvas').waitFor()
    await page.getByText('The same as a table').click()
    const days = page.getByRole('table', { name: 'By day' })
    await eventually(() => days.getByRole('row').count(), 8)
    await expectFineInEach(page, 'visits')
    await page.getByText('90 days', { exact: true }).click()
    await eventually(async () => new URL(page.url()).searchParams.get('days'), '90')
    await eventually(async () => days.getByRole('row').count(), 91)
  })

  it('stand in the plot where the label of their day does', async () => {
    const page = await site.visitAs(ada, '/admin/visits?days=7')
    const plotted = () =>
      page.locator('.plot canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas
        const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
        if (!copy) throw new Error('There is no canvas.')
        copy.drawImage(canvas, 0, 0)
        const pixels = copy.getImageData(0, 0, width, height).data
        // Columns of which at least this part has the colour.
        const columns = (name: string, part: number) => {
          copy.clearRect(0, 0, 1, 1)
          copy.fillStyle = getComputedStyle(canvas).getPropertyValue(name)
          copy.fillRect(0, 0, 1, 1)
          const colour = copy.getImageData(0, 0, 1, 1).data
          const isIt = (at: number) => [0, 1, 2, 3].every((i) => Math.abs((pixels[at + i] ?? 0) - (colour[i] ?? 0)) < 3)
          return Array.from({ length: width }, (_, x) => x).filter((x) => {
            const count = Array.from({ length: height }, (_, y) => isIt(4 * (y * width + x))).filter(Boolean).length
            return count >= part * height
          })
        }
        return { days: columns('--plot-grid', 0.4), bar: columns('--plot-goals', 0.1) }
      })
    await eventually(async () => (await plotted()).bar.length > 4, true)
    const { days, bar } = await plotted()
    expect(days.length).toBe(7)
    const [today, first, last] = [days.at(-1) ?? 0, bar[0] ?? 0, bar.at(-1) ?? 0]
    expect([first < today, today < last]).toEqual([true, true])
  })

  it('are shown by country, and one by one with what spoke for each', async () => {
    await fetch(site.url, { headers: { accept: 'text/html', 'user-agent': 'curl/8.11.0' } })
    await eventually(
      async () => (await site.callAs<{ visits: object[] }>(ada, 'GET', '/visits/single?class=crawlers')).visits.length,
      1,
    )
    const page = await site.visitAs(ada, '/admin/visits?days=7')
    await page.getByRole('table', { name: 'Countries' }).getByRole('row', { name: 'Portugal 1' }).waitFor()
    await page.getByText('Single visits, with what spoke for each').click()
    const row = page.getByRole('listitem').filter({ hasText: 'Its name is on isbot’s list' })
    await row
      .getByText(
        'isbot’s list: yes, AI crawler: no, AI reader: no, Link preview: no, Monitor: no, No language: no, Not as its browser: no, Burst: no',
      )
      .waitFor()
    await page.getByLabel('Class').selectOption('People')
    await page
      .getByRole('listitem')
      .filter({ hasText: /No rule applies\..*computer, Portugal.*isbot’s list: no/ })
      .waitFor()
    await page.getByLabel('Class').selectOption('Monitors')
    await page.getByText('None of this class is kept.').waitFor()
    await page.getByLabel('Class').selectOption('Crawlers')
    await row.waitFor()
    await expectFineInEach(page, 'single visits')
  })

  it('go into a spreadsheet as CSV', async () => {
    const headers = await site.headersOf(ada)
    const answer = await fetch(`${site.url}/api/visits.csv?days=7`, { headers })
    const lines = (await answer.text()).split('\r\n')
    expect(lines[0]).toBe('day,people,views,messages,downloads,projects_opened')
    expect(lines.at(-2)).toMatch(/^\d{4}-\d\d-\d\d,1,2,0,0,1$/)
  })
})
