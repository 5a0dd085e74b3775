import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../../prove/support/run-cli.ts'
import { eventually, newPage, visit } from '../support/browser.ts'
import { copySampleData } from '../support/product.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-exported-'))
const out = path.join(folder, 'out')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}
let host: Server
let url = ''

/** What any static host does: files by their names, index.html for folders, after a redirect to the slash, and 404.html. */
beforeAll(async () => {
  await copySampleData(path.join(folder, 'data'))
  await runCli(['export', out], { DATA_DIR: path.join(folder, 'data') })
  host = createServer((request, response) => {
    const address = new URL(request.url ?? '/', url).pathname
    const place = path.join(out, decodeURIComponent(address))
    const isFolder = existsSync(place) && statSync(place).isDirectory()
    if (isFolder && !address.endsWith('/')) {
      response.writeHead(301, { location: `${address}/` }).end()
      return
    }
    const file = isFolder ? path.join(place, 'index.html') : place
    const found = existsSync(file)
    const served = found ? file : path.join(out, '404.html')
    response.writeHead(found ? 200 : 404, { 'content-type': types[path.extname(served)] ?? 'application/octet-stream' })
    response.end(readFileSync(served))
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
}, 120_000)

afterAll(() => {
  host.close()
  host.closeAllConnections()
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
