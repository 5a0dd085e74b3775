import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../../prove/support/run-cli.ts'
import { eventually, newPage, visit } from '../support/browser.ts'
import { copySampleData } from '../support/product.ts'
import { type StaticHost, startStaticHost } from '../support/static-host.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-exported-'))
const out = path.join(folder, 'out')
let host: StaticHost
let url = ''

beforeAll(async () => {
  await copySampleData(path.join(folder, 'data'))
  await runCli(['export', out], { DATA_DIR: path.join(folder, 'data') })
  host = await startStaticHost(out)
  url = host.origin
}, 120_000)

afterAll(() => {
  host?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('an exported site works on a static host: filters, a project in its dialog, its own address, the unknown one', async () => {
  const page = await newPage()
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url())
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.locator('#portfolio').scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: /^Brand/ }).click()
  await eventually(async () => new URL(page.url()).pathname, '/brand')
  await page.locator('[data-filter=brand][aria-current]').waitFor()
  const link = page.locator('#portfolio a[href^="/projects/"]:visible').first()
  const address = (await link.getAttribute('href')) as string
  await link.click()
  await page.getByRole('dialog').waitFor()
  await eventually(async () => new URL(page.url()).pathname, address)
  expect(await page.locator('form').count()).toBe(0)
  expect(refused).toEqual([])

  const direct = await visit(url + address)
  expect(await direct.getByRole('heading', { level: 1 }).count()).toBe(1)
  const archive = await visit(`${url}/projects`)
  expect(await archive.getByRole('heading', { level: 1 }).count()).toBe(1)
  const lost = await visit(`${url}/no-such-page`)
  expect(await lost.getByRole('heading', { level: 1 }).textContent()).toContain('empty')
})

it('an exported site goes back to a filter whose address the host has given a slash', async () => {
  const page = await visit(`${url}/photos`)
  await eventually(async () => new URL(page.url()).pathname, '/photos/')
  await page.getByRole('link', { name: /^Brand/ }).click()
  await page.locator('[data-filter=brand][aria-current]').waitFor()
  await page.goBack()
  await page.locator('[data-filter=photos][aria-current]').waitFor()
  expect(await page.locator('[data-portfolio] > li:visible').count()).toBeGreaterThan(0)
})
