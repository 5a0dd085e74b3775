import type { Frame, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { appearances, axeViolations, turnTo } from '../../support/axe.ts'

/** Who is not signed in. */
export const doors = ['/login', '/login/forgot', '/register', '/register#claim=claim-token-of-the-tests']
/**
 * Screens of the owner, in groups; the ones of the content by themselves, of which tables and short forms are drawn by one code for all
 * collections: some stand for all. `edit/` lacks the id of a project.
 */
export const screens = {
  'contact, user, health and nothing': ['/admin/contact', '/admin/user', '/admin/health', '/admin/nowhere'],
  settings: ['', '?tab=links', '?tab=sections', '?tab=theme'].map((tab) => `/admin/settings${tab}`),
  'settings for the owner': ['?tab=mail', '?tab=replies', '?tab=access', '?tab=history'].map(
    (tab) => `/admin/settings${tab}`,
  ),
  'the start, connections and spam rules': ['/admin/start', '/admin/settings/connections', '/admin/contact/spam-rules'],
}
export const contentScreens = {
  tables: ['/admin', '/admin/chat?trash=chat', '/admin/portfolio', '/admin/resume'],
  'short forms': ['about', 'job'].map((link) => `/admin/${link}/create`),
  'long forms': ['/admin/chat/create', '/admin/portfolio/create', '/admin/portfolio/edit/'],
  'media and history': ['/admin/media', '/admin/media?trash', '/admin/history'],
}

/** From one screen to another as a link of the app leads there: to load the app again was most of what a walk through screens cost. */
const follow = async (page: Page, address: string): Promise<void> => {
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll<HTMLElement>('main h1')) heading.dataset.left = ''
    // As the router writes it, which then reads the address.
    history.pushState({ usr: null, key: to, idx: (history.state?.idx ?? 0) + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, address)
  await page.locator('main h1:not([data-left])').waitFor()
}

/** Goes to a screen and waits until all that it asks for is there and drawn. */
export const goTo = async (page: Page, address: string): Promise<void> => {
  const open = new Set<Request>()
  const begun = (request: Request) => open.add(request)
  const ended = (request: Request) => open.delete(request)
  // What the screen before asked for ends with it, and nothing says so.
  const arrived = (frame: Frame) => frame === page.mainFrame() && open.clear()
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended).on('framenavigated', arrived)
  const [from, to] = [new URL(page.url()), new URL(address, 'http://any.example')]
  const isNext = [from, to].every(({ pathname }) => /^\/admin(?:\/|$)/.test(pathname)) && from.pathname !== to.pathname
  await (isNext ? follow(page, address) : page.goto(address))
  await page.locator('main h1').waitFor()
  const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const awaited = page.locator('main :is([aria-busy=true], .mantine-Skeleton-root)')
  // What came may ask for more: so several times in a row.
  const deadline = Date.now() + 90_000
  for (let calm = 0; calm < 3; ) {
    await page.evaluate(twoFrames)
    calm = open.size === 0 && (await awaited.count()) === 0 ? calm + 1 : 0
    if (Date.now() > deadline) throw new Error(`${address} still waits for ${[...open].map((one) => one.url())}`)
  }
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended).off('framenavigated', arrived)
}

/** What axe finds on the owner's screen as it stands, and by how much it scrolls sideways. */
export const faultsOf = async (page: Page, screen: string): Promise<string[]> => {
  // A busy machine has not drawn the screen yet.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const found = await axeViolations(page)
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (beyond !== 0) found.push(`scrolls sideways by ${beyond} px`)
  return found.map((fault) => `${screen}: ${fault}`)
}

/** The same in each appearance, one after the other; the page stays in the last. */
export const faultsInEach = async (page: Page, screen: string): Promise<string[]> => {
  const found: string[] = []
  for (const appearance of appearances) {
    await turnTo(page, appearance)
    found.push(...(await faultsOf(page, `${screen}, ${appearance.width} px, ${appearance.colorScheme}`)))
  }
  return found
}

/** Nothing of that on the screen as it stands. */
export const expectFine = async (page: Page, screen: string): Promise<void> =>
  expect(await faultsOf(page, screen)).toEqual([])

/** Nothing of that on it in each appearance. */
export const expectFineInEach = async (page: Page, screen: string): Promise<void> =>
  expect(await faultsInEach(page, screen)).toEqual([])
