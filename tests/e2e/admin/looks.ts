import type { Frame, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { axeViolations } from '../../support/axe.ts'

/** Goes to a screen and waits until all that it asks for is there and drawn. */
export const goTo = async (page: Page, address: string): Promise<void> => {
  const open = new Set<Request>()
  const begun = (request: Request) => open.add(request)
  const ended = (request: Request) => open.delete(request)
  // What the screen before asked for ends with it, and nothing says so.
  const arrived = (frame: Frame) => frame === page.mainFrame() && open.clear()
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended).on('framenavigated', arrived)
  await page.goto(address)
  await page.locator('main h1').waitFor()
  const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const awaited = page.locator('main :is([aria-busy=true], .mantine-Skeleton-root)')
  // What came may ask for more: so several times in a row.
  const deadline = Date.now() + 20_000
  for (let calm = 0; calm < 3; ) {
    await page.evaluate(twoFrames)
    calm = open.size === 0 && (await awaited.count()) === 0 ? calm + 1 : 0
    if (Date.now() > deadline) throw new Error(`${address} still waits for ${[...open].map((one) => one.url())}`)
  }
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended).off('framenavigated', arrived)
}

/** Nothing that axe finds and no sideways scrolling on the owner's screen as it stands. */
export const expectFine = async (page: Page, screen: string): Promise<void> => {
  // A busy machine has not drawn the screen yet.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  expect(await axeViolations(page), screen).toEqual([])
  const [wide, view] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(wide, screen).toBe(view)
}
