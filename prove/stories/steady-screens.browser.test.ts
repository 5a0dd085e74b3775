import { beforeAll, describe, expect, it } from 'vitest'
import { contentOf } from '../../tests/e2e/admin/content.ts'
import { ada, ownedSite, withPreview } from '../../tests/e2e/admin/people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

/** What moves less is no risk for a pointer on its way. */
const steady = 0.004

/** Sum of the layout shifts of a visit, on a processor a sixth as fast, up to the condition. */
const shiftsAt = async (address: string, ready: string) => {
  const page = await site.openAs(ada, withPreview)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.addInitScript(() => {
    const found: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) found.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts: found })
  })
  await page.goto(address)
  await page.locator(ready).first().waitFor({ timeout: 40_000 })
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  await page.context().close()
  return shifts.reduce((sum, shift) => sum + shift, 0)
}

const firstOf = async (collection: string) => (await content.list(collection))[0]?.id

describe('a screen on a slow computer', () => {
  it.each([
    ['first steps and table', async () => '/admin', 'tbody tr, .entry-list li, .checklist'],
    ['form with an image', async () => `/admin/about/edit/${await firstOf('about')}`, '.image-details textarea'],
    ['settings with a file', async () => '/admin/settings?tab=links', 'iframe[data-drawn]'],
    ['inbox', async () => '/admin/contact', '.inbox-list .empty, .inbox-list li'],
  ])('keeps its place while it loads: %s', async (_, address, ready) => {
    expect(await shiftsAt(await address(), ready)).toBeLessThan(steady)
  })
})
