import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, started, visit } from '../../../tests/support/browser.ts'
import { type FixtureSite, startFixtureSite } from '../../../tests/support/fixture-site.ts'

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.stop())

const scripts = () =>
  site.asked.filter((path) => path.startsWith('/assets/')).map((path) => path.replace(/-[\w-]{8}\.js$/, ''))

describe('The boot script', () => {
  it('stays small, and with all islands of visitors within 20 kB', () => {
    const { boot, 'owner-bar': ownerBar, questions, ...rest } = site.sizes()
    expect(Object.keys(rest)).toEqual(expect.arrayContaining(['contact', 'projects', 'testimonials']))
    expect(boot).toBeLessThanOrEqual(2800)
    expect(ownerBar).toBeLessThanOrEqual(1100)
    // Fetched after a message alone.
    expect(questions).toBeLessThanOrEqual(850)
    expect(Object.values(rest).reduce((sum, size) => sum + size, boot ?? 0)).toBeLessThanOrEqual(20_100)
  })

  it('hydrates an island that is focused before it is near', async () => {
    site.asked.length = 0
    const page = await visit(site.url)
    await started(page)
    await page.evaluate(() => document.querySelector<HTMLElement>('#name')?.focus({ preventScroll: true }))
    await eventually(async () => scripts().includes('/assets/contact'), true)
  })

  it('leaves the form as it was when its island cannot be fetched, and tries again at the next touch', async () => {
    const page = await visit(site.url)
    await page.route('**/assets/contact-*', (route) => route.abort(), { times: 1 })
    const own = () => page.locator('form').evaluate((form: HTMLFormElement) => form.noValidate)
    await started(page)
    const failed = page.waitForEvent('requestfailed')
    await page.locator('#text').scrollIntoViewIfNeeded()
    await failed
    expect(await own()).toBe(false)
    await eventually(async () => {
      await page.locator('#text').click()
      return own()
    }, true)
  })
})
