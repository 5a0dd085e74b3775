import { describe, expect, it } from 'vitest'
import { useSite } from './site.ts'

describe('what the owner finds on the page', () => {
  const site = useSite()

  it.each([
    ['/login', 'Login'],
    ['/register', 'Register'],
    ['/account', 'Login'],
    ['/admin', 'Login'],
  ])('leads to %s without a word in the console', async (path, heading) => {
    const page = await site.visit('/')
    await page.waitForLoadState('networkidle')
    // As a link does; a page that reports an error fails the test.
    await page.evaluate((target) => {
      location.href = target
    }, path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.waitForLoadState('networkidle')
  })

  const visitWith = async (copy: string | null, width = 1280, welcome = false) => {
    const page = await site.open({ width })
    await page.addInitScript(
      ([text, due]) => {
        if (text !== null) localStorage.setItem('vitrine.user', text)
        if (due && !sessionStorage.getItem('begun')) localStorage.setItem('vitrine.welcome', '')
        sessionStorage.setItem('begun', '1')
      },
      [copy, welcome] as const,
    )
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    return page
  }
  const owner = '{"name":"Ada","role":"owner"}'

  it.each([360, 1280])('is a link in the navbar, which nobody else gets, at %i px', async (width) => {
    const page = await visitWith(owner, width)
    const link = page.getByRole('link', { name: 'Edit this site' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('/admin')
    expect(await link.evaluate((element) => element.closest('.nav') !== null)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await page.getByRole('complementary', { name: 'Welcome' }).count()).toBe(0)
    // Whatever a browser keeps, at either width.
    for (const copy of width === 360 ? [null] : ['{"name":"Joan","role":"member"}', 'null', 'nonsense', '7']) {
      const other = await visitWith(copy, width, true)
      expect(await other.getByRole('link', { name: 'Edit this site' }).count()).toBe(0)
      expect(await other.getByRole('complementary', { name: 'Welcome' }).count()).toBe(0)
    }
  })

  it.each([360, 1280])(
    'is a welcome on the first view, above the page and never again once closed, at %i px',
    async (width) => {
      const page = await visitWith(owner, width, true)
      const welcome = page.getByRole('complementary', { name: 'Welcome' })
      await welcome.getByText('Welcome, Ada.').waitFor()
      const covers = await welcome.evaluate((element) => {
        const own = element.getBoundingClientRect()
        const home = document.querySelector('#home')?.getBoundingClientRect()
        return home !== undefined && own.bottom > home.top
      })
      expect(covers).toBe(false)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await welcome.getByRole('link', { name: 'Make it yours' }).getAttribute('href')).toBe('/admin/start')
      await welcome.getByRole('button', { name: 'Look around first' }).click()
      await welcome.waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('link', { name: 'Edit this site' }).waitFor()
      expect(await welcome.count()).toBe(0)
    },
  )
})
