import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { goTo } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const sidebar =
  'About Chat Contact Portfolio Resume Service User Lists Pages CV Media Visits History Look Settings'.split(' ')

// An address for each link of the sidebar, the link that is marked there, and the screen's first words. The forms of all
// collections have their addresses from one table; of them those here that stand under another link than their own name.
const screens = [
  ['/admin', 'About', 'About'],
  ['/admin/about/create', 'About', undefined],
  ['/admin/chat', 'Chat', 'Testimonials'],
  ['/admin/contact', 'Contact', 'Contact'],
  ['/admin/portfolio', 'Portfolio', undefined],
  ['/admin/resume', 'Resume', undefined],
  ['/admin/job/create', 'Resume', undefined],
  ['/admin/service', 'Service', undefined],
  ['/admin/user', 'User', 'User'],
  ['/admin/list', 'Lists', 'Lists'],
  ['/admin/page', 'Pages', 'Pages'],
  ['/admin/cv', 'CV', 'CV'],
  ['/admin/media', 'Media', undefined],
  ['/admin/visits', 'Visits', 'Visits'],
  ['/admin/history', 'History', undefined],
  ['/admin/settings?tab=theme', 'Look', 'Settings'],
  ['/admin/settings?tab=mail', 'Settings', 'Settings'],
  ['/admin/settings', 'Settings', 'Settings'],
] as const

describe('the frame', () => {
  it('lists the screens in the specification’s order, then Vitrine’s own, has one at every path of the contract and marks the current one', async () => {
    const page = await site.visitAs(ada, '/admin')
    const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
    await links.first().waitFor()
    expect(await links.allTextContents()).toEqual(sidebar)
    const current = page.getByRole('navigation', { name: 'Screens' }).locator('[aria-current="page"]')
    for (const [address, marked, title] of screens) {
      expect((await page.request.get(address)).status(), address).toBe(200)
      const link = links.and(page.locator(`[href="${address}"]`))
      await ((await link.count()) > 0 ? link.click() : goTo(page, address))
      await expect.poll(() => current.allTextContents(), { message: address }).toEqual([marked])
      if (title) await eventually(() => page.locator('main h1').textContent(), title)
    }
  })

  it('opens its part of Resume at /admin/job', async () => {
    const page = await site.visitAs(ada, '/admin/job')
    await page.locator('main h1').waitFor()
    await eventually(async () => new URL(page.url()).pathname + new URL(page.url()).hash, '/admin/resume#job')
  })

  it('tells that an unknown path has no screen', async () => {
    const page = await site.visitAs(ada, '/admin/nowhere/at/all')
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
  })

  it('is a drawer on a phone, closed by Escape, the backdrop and navigation', async () => {
    const page = await site.visitAs(ada, '/admin', { width: 360, height: 740 })
    const settings = page.getByRole('link', { name: 'Settings' })
    const menu = page.getByRole('button', { name: 'Open the menu' })
    await menu.click()
    await settings.click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await eventually(() => settings.isVisible(), false)
    await menu.click()
    await eventually(() => settings.isVisible(), true)
    await page.keyboard.press('Escape')
    await eventually(() => settings.isVisible(), false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  it.each([
    ['wide', ['/admin/history', '/admin/settings?tab=mail'], { width: 1280, height: 800 }],
    ['on a phone', ['/admin/settings?tab=mail'], { width: 360, height: 740 }],
  ])(
    'opens Look with one press from every screen, from another group of Settings too, %s',
    async (_, addresses, size) => {
      const page = await site.visitAs(ada, '/admin', size)
      const look = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Look' })
      const menu = page.getByRole('button', { name: 'Open the menu' })
      const heading = page.getByRole('heading', { name: 'Look', level: 2 })
      for (const from of addresses) {
        await goTo(page, from)
        await page.locator('main h1').waitFor()
        if (await menu.isVisible()) await menu.click()
        await look.click()
        await heading.waitFor()
        if (await menu.isVisible()) await eventually(() => look.isVisible(), false)
        await eventually(() => page.locator('main').evaluate((main) => main.contains(document.activeElement)), true)
      }
      await page.getByRole('radio', { name: 'Moss' }).waitFor()
    },
  )

  it('keeps the theme for the next visit', async () => {
    const page = await site.visitAs(ada, '/admin', { colorScheme: 'light' })
    const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
    await page.getByRole('button', { name: /^Appearance/ }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await eventually(scheme, 'dark')
    await page.reload()
    await eventually(scheme, 'dark')
  })

  it('shows and removes the offline notice', async () => {
    const page = await site.visitAs(ada, '/admin')
    await page.locator('main h1').waitFor()
    await page.context().setOffline(true)
    await page.getByText('No connection.').waitFor()
    await page.context().setOffline(false)
    await eventually(() => page.getByText('No connection.').isVisible(), false)
  })

  it('asks for the password when the session has ended, and continues', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    await page.getByLabel('Role').waitFor()
    // Otherwise the draft may be saved before the click, and ask first.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 10_000)
    await page.getByLabel('Role').fill('Keeper of lighthouses')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.clock.resume()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    expect(await dialog.getByLabel('Email address').inputValue()).toBe(ada.email)
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await dialog.getByText('Wrong Email or Password').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.keyboard.press('Enter')
    await page.getByText('Settings published').waitFor()
    await expect.poll(async () => (await fetch(site.url)).text()).toContain('Keeper of lighthouses')
  })

  it.each([
    ['the list of drafts', 'drafts-dialog', '/admin/chat', 'not yet visible', 'Not yet visible'],
    ['the images to choose from', 'media-picker', '/admin/portfolio/create', 'Choose image', 'Choose an image'],
  ])(
    'stays when %s cannot be fetched, says so, and opens it at the next press',
    async (_, part, address, name, title) => {
      await content.create('skills', { name: 'Unseen', percent: 5 }, false)
      const page = await site.openAs(ada)
      await page.route(`**/assets/${part}-*`, (route) => route.abort())
      await page.goto(address)
      const button = page.getByRole('button', { name })
      await button.click()
      await page.getByText('This could not be loaded. Check the connection, then try again.').waitFor()
      await page.unroute(`**/assets/${part}-*`)
      await button.click()
      await page.getByRole('dialog', { name: title }).waitFor()
    },
  )

  it('shows a progress bar while an answer is slow', async () => {
    const page = await site.visitAs(ada, '/admin')
    await page.locator('main h1').waitFor()
    const shown = () => page.locator('.progress-bar').evaluate((bar) => 'shown' in (bar as HTMLElement).dataset)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/settings', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: 'Settings' }).click()
    await eventually(shown, true)
    release()
    await eventually(shown, false)
  })
})
