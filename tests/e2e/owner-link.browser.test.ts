import { describe, expect, it } from 'vitest'
import { useSite } from './site.ts'

describe('the way to the editing', () => {
  const site = useSite()

  const visitWith = async (copy: string | null, width = 1280) => {
    const page = await site.open({ width })
    await page.addInitScript((text) => text !== null && localStorage.setItem('vitrine.user', text), copy)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    return page
  }

  it.each([360, 1280])('is shown to the owner, and to nobody else, at %i px', async (width) => {
    const page = await visitWith('{"name":"Ada","role":"owner"}', width)
    const link = page.getByRole('link', { name: 'Edit this site' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('/admin')
    // In sight from the first screen on.
    expect(await link.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    for (const copy of [null, '{"name":"Joan","role":"member"}', 'null', 'nonsense', '7']) {
      const other = await visitWith(copy)
      expect(await other.getByRole('link', { name: 'Edit this site' }).count()).toBe(0)
    }
  })
})
