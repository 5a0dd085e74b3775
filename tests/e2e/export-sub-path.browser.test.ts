import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillWithProjects } from '../../bench/admin/many-entries.ts'
import { runCli } from '../../prove/support/run-cli.ts'
import { createEntries } from '../../src/server/content/entries.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { eventually, newPage, visit } from '../support/browser.ts'
import { crawl } from '../support/crawl.ts'
import { clickInPlace } from '../support/moments.ts'
import { copySampleData } from '../support/product.ts'
import { type StaticHost, startStaticHost } from '../support/static-host.ts'
import { openOver } from './site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-sub-path-'))
const out = path.join(folder, 'out')
const base = '/mira/portfolio'
let host: StaticHost
let url = ''

beforeAll(async () => {
  const dataDir = path.join(folder, 'data')
  await copySampleData(dataDir)
  // More than a page of them, so that *More* has something to add.
  await fillWithProjects(dataDir, 30, { published: true })
  const database = await openDatabase({ dataDir })
  const entries = createEntries(database)
  const markdown = 'See [the work](/#portfolio), [all](/all) and `[this](/as-it-is)`.'
  const blocks = [{ id: 'own-links', kind: 'text' as const, markdown }]
  await entries.create(
    'pages',
    { title: '旅の地図', slug: 'own-links', placement: 'page', link: 'footer', blocks },
    { by: 'owner' },
  )
  await entries.create(
    'pages',
    { title: 'Prices', slug: 'prices', placement: 'section', link: 'navbar', blocks },
    { by: 'owner' },
  )
  await database.close()
  host = await startStaticHost(out, base)
  url = `${host.origin}${base}/`
  const { code, err } = await runCli(['export', out, '--origin', host.origin, '--base', `${base}/`], {
    DATA_DIR: dataDir,
  })
  expect([code, err]).toEqual([0, ''])
})

afterAll(() => {
  host?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('has no dead link under a sub-path: pages, sources of images, styles, scripts, feed, sitemap, Markdown', async () => {
  const { visited, dead } = await crawl(host.origin, base)
  expect(dead).toEqual([])
  const found = [...visited].map((one) => one.slice(base.length))
  expect(found).toEqual(
    expect.arrayContaining(['/', '/page/2', '/design', '/own-links', '/own-links.md', '/site.webmanifest']),
  )
  for (const kind of [/\.woff2$/, /^\/media\/.*\.avif$/, /^\/media\/cards\/.*\.png$/, /islands|projects-.*\.js$/])
    expect([kind, found.some((one) => kind.test(one))]).toEqual([kind, true])
  expect(readFileSync(path.join(out, 'own-links.md'), 'utf8')).toContain(
    `[the work](${base}/#portfolio), [all](${base}/all) and \`[this](/as-it-is)\``,
  )
  // The built product finds the font for it.
  const card = found.find((one) => one.startsWith('/media/cards/pages/own-links.')) ?? ''
  expect(readFileSync(path.join(out, card)).subarray(1, 4).toString()).toBe('PNG')
})

it('works under a sub-path: filters, a project in its dialog, More, the way back to a filter, the unknown address', async () => {
  const page = await newPage()
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url())
  })
  await page.goto(url, { waitUntil: 'load' })
  const cards = page.locator('[data-portfolio] > li')
  const count = await cards.count()
  await clickInPlace(page.locator('a[data-more]'), 'more')
  await expect.poll(() => cards.count()).toBeGreaterThan(count)

  await clickInPlace(page.getByRole('link', { name: /^Brand/ }), 'filter')
  await eventually(async () => new URL(page.url()).pathname.replace(/\/$/, ''), `${base}/brand`)
  await page.locator('[data-filter=brand][aria-current]').waitFor()
  const link = page.locator('#portfolio a[data-project]:visible').first()
  const address = (await link.getAttribute('href')) as string
  expect(address).toMatch(new RegExp(`^${base}/projects/`))
  await openOver(link)
  await page.getByRole('dialog').getByRole('heading').first().waitFor()
  await eventually(async () => new URL(page.url()).pathname, address)
  expect(refused).toEqual([])

  const direct = await visit(host.origin + address)
  expect(await direct.getByRole('heading', { level: 1 }).count()).toBe(1)
  const archive = await visit(`${url}projects`)
  expect(await archive.getByRole('heading', { level: 1 }).count()).toBe(1)
  const lost = await visit(`${url}no-such/page`)
  expect(await lost.getByRole('heading', { level: 1 }).textContent()).toContain('empty')
  await lost.getByRole('navigation').getByRole('link').first().click()
  await eventually(async () => new URL(lost.url()).pathname, `${base}/`)
})

it('goes back to a filter whose address the host has given a slash', async () => {
  const page = await visit(`${url}photos`)
  await eventually(async () => new URL(page.url()).pathname, `${base}/photos/`)
  await clickInPlace(page.getByRole('link', { name: /^Brand/ }), 'filter')
  await page.locator('[data-filter=brand][aria-current]').waitFor()
  await page.goBack()
  await page.locator('[data-filter=photos][aria-current]').waitFor()
  await page.locator('[data-portfolio] > li:visible').first().waitFor()
})

it('stays on the page of a filter when a link leads to one of its sections', async () => {
  const page = await visit(`${url}photos/`)
  await page.locator('[data-filter=photos][aria-current]').waitFor()
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.locator('nav a[href$="#about"]').first().click()
  await eventually(async () => new URL(page.url()).hash, '#about')
  expect(new URL(page.url()).pathname).toBe(`${base}/photos/`)
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
})
