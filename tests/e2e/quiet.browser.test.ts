import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browser, eventually } from '../support/browser.ts'
import { openOver, scrollThrough, useSite } from './site.ts'

/** Everything a browser would complain about: console lines, exceptions, policy violations, requests that failed. */
const complaints = async (page: Page): Promise<string[]> => {
  const heard: string[] = []
  page.on('console', (message) => heard.push(`console.${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => heard.push(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // What was still on its way when the test went on to the next address.
    if (reason !== 'net::ERR_ABORTED') heard.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().endsWith('/not-there'))
      heard.push(`${response.status()}: ${response.url()}`)
  })
  await page.exposeFunction('reportViolation', (line: string) => heard.push(`policy: ${line}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      ;(globalThis as unknown as { reportViolation(line: string): void }).reportViolation(
        `${violatedDirective} ${blockedURI}`,
      )
    })
  })
  return heard
}

describe('In the browser', () => {
  const site = useSite()

  it('can be heard complaining', async () => {
    // Not a page of the bench's own, which fails a test at the first of these.
    const context = await (await browser()).newContext()
    const page = await context.newPage()
    const heard = await complaints(page)
    await page.goto(site.url)
    await page.evaluate(async () => {
      console.info('planted')
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'planted()' }))
      await fetch('/planted').catch(() => {})
    })
    for (const complaint of [/planted/, /policy: script-src/, /404: .*\/planted/])
      await expect.poll(() => heard.join('\n')).toMatch(complaint)
    await context.close()
  })

  it('no address says a word on the console, breaks its own policy or asks for what is elsewhere or nowhere', async () => {
    const page = await site.open()
    const heard = await complaints(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const [n, address] of (await site.addresses()).entries()) {
      // The one page at either width, of pages of one kind every other.
      for (const width of n === 0 ? [390, 1280] : [n % 2 === 0 ? 390 : 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(address)
        await scrollThrough(page)
      }
    }
    expect(heard).toEqual([])
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.filter((url) => !url.startsWith(site.url) && !url.startsWith('data:'))).toEqual([])
  })

  it('nothing that is used does either', async () => {
    const page = await site.open()
    const heard = await complaints(page)
    await page.goto('/')
    await scrollThrough(page)
    await page.locator('[data-filters] a[data-filter="design"]').click()
    await page.waitForURL('**/design')
    await openOver(page.locator('[data-portfolio] li:not([hidden]) a[data-project]').first())
    const title = page.locator('dialog[open] h1')
    const first = await title.textContent()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => title.textContent()).not.toBe(first)
    await page.keyboard.press('Escape')
    await title.waitFor({ state: 'detached' })
    await page.goBack()
    await page.locator('#contact form').scrollIntoViewIfNeeded()
    await eventually(() => page.locator('#contact form').evaluate((form: HTMLFormElement) => form.noValidate), true)
    await page.locator('#contact button[type=submit]').click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    expect(heard).toEqual([])
  })
})
