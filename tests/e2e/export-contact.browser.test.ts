import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../../prove/support/run-cli.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { browser, eventually, newPage } from '../support/browser.ts'
import { jump, sent, watchWork, workDone } from '../support/moments.ts'
import { cheapWork, copySampleData, type Product, startProduct } from '../support/product.ts'
import { type StaticHost, startStaticHost } from '../support/static-host.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-living-form-'))
const [out, dataDir, base] = [path.join(folder, 'out'), path.join(folder, 'data'), '/portfolio']
let product: Product
let host: StaticHost
let stranger: StaticHost

beforeAll(async () => {
  await copySampleData(dataDir)
  host = await startStaticHost(out, base)
  stranger = await startStaticHost(out, base)
  product = await startProduct({ preload: cheapWork, dataDir, env: { CONTACT_ORIGINS: host.origin, LIMITS: 'off' } })
  const { code, err } = await runCli(
    ['export', out, '--origin', host.origin, '--base', `${base}/`, '--contact', product.url],
    { DATA_DIR: dataDir },
  )
  expect([code, err]).toEqual([0, ''])
})

afterAll(async () => {
  host?.close()
  stranger?.close()
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const stored = async () => {
  const database = await openDatabase({ dataDir })
  try {
    return await database.kysely
      .selectFrom('messages')
      .select(['user_name', 'message', 'status', 'spam_reasons'])
      .orderBy('id')
      .execute()
  } finally {
    await database.close()
  }
}
const texts = async () => (await stored()).map(({ message }) => message)

const form = (page: Page) => page.locator('form.contact-form')
const write = async (page: Page, message: string, name = 'Emmy') => {
  await form(page).scrollIntoViewIfNeeded()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email', { exact: true }).fill('emmy@example.com')
  await page.getByLabel('Message', { exact: true }).fill(message)
}
const awake = (page: Page) =>
  eventually(() => form(page).evaluate((element: HTMLFormElement) => element.noValidate), true)
const send = (page: Page) => form(page).locator('button[type=submit]').click()
const state = (page: Page) => form(page).getAttribute('data-state')

it('sends a message from an exported page to the inbox, with its proof of work', async () => {
  const page = await newPage()
  await watchWork(page)
  await page.goto(`${host.origin}${base}/`, { waitUntil: 'load' })
  await form(page).scrollIntoViewIfNeeded()
  await awake(page)
  await write(page, 'From the static page.')
  await workDone(page)
  // As long as one would take to write it, since what is written faster counts as spam.
  await jump(page, 4000)
  await send(page)
  await sent(page)
  const [message] = await stored()
  expect(message).toMatchObject({ message: 'From the static page.', status: 'new', spam_reasons: '[]' })
})

it('sends a plain form without JavaScript, and leads back to the exported site', async () => {
  const before = await texts()
  const page = await newPage({ javaScriptEnabled: false })
  await page.goto(`${host.origin}${base}/`)
  await write(page, 'Without a script.')
  await send(page)
  await page.waitForURL(`${host.origin}${base}/sent.html#contact`)
  expect(await page.locator('.contact-thanks').textContent()).toContain('sent')
  await page.getByRole('link', { name: 'another' }).click()
  await page.waitForURL(`${host.origin}${base}/#contact`)
  expect(await texts()).toEqual([...before, 'Without a script.'])
})

it('gives a refused plain form back with its text, and leads to the exported site once it is sent', async () => {
  const before = await texts()
  const page = await newPage({ javaScriptEnabled: false })
  await page.goto(`${host.origin}${base}/`)
  await write(page, 'A second try.', '   ')
  await send(page)
  await page.waitForURL(`${product.url}/api/messages`)
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('A second try.')
  expect(await texts()).toEqual(before)
  await page.getByLabel('Name', { exact: true }).fill('Emmy')
  await send(page)
  await page.waitForURL(`${host.origin}${base}/sent.html#contact`)
  expect(await texts()).toEqual([...before, 'A second try.'])
})

it('refuses the same page at an origin that is not allowed, by script and without, and stores nothing', async () => {
  const before = await texts()
  // Not a page of the bench's own: the browser says on the console that it was refused.
  const context = await (await browser()).newContext()
  const page = await context.newPage()
  await page.goto(`${stranger.origin}${base}/`, { waitUntil: 'load' })
  await form(page).scrollIntoViewIfNeeded()
  await awake(page)
  await write(page, 'From a stranger.')
  await send(page)
  await eventually(() => state(page), 'failed')
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('From a stranger.')
  await context.close()

  const plain = await newPage({ javaScriptEnabled: false })
  await plain.goto(`${stranger.origin}${base}/`)
  await write(plain, 'From a stranger.')
  const [answer] = await Promise.all([plain.waitForResponse(`${product.url}/api/messages`), send(plain)])
  expect(answer.status()).toBe(403)
  expect(await texts()).toEqual(before)
})
