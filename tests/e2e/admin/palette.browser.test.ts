import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { observed } from '../../support/moments.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const open = async (page: Page) => {
  await page.locator('main h1, main h2').first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search screens, entries and actions' }).waitFor()
}
const type = async (page: Page, text: string, first: string | RegExp) => {
  await page.keyboard.type(text)
  await page.getByRole('option', { name: first, selected: true }).waitFor()
}
const pathOf = async (page: Page) => new URL(page.url()).pathname
const box = (page: Page) => page.locator('.palette').boundingBox()

describe('the palette', () => {
  it('stays where it is while results come and go', async () => {
    const page = await site.visitAs(ada, '/admin')
    await open(page)
    const before = await box(page)
    for (const text of ['l', 'a', 'ravel', ' zzzz']) {
      await page.keyboard.type(text)
      expect(await box(page)).toEqual(before)
    }
    await page.getByText('Nothing found').waitFor()
    expect(await box(page)).toEqual(before)
    expect(await axeViolations(page)).toEqual([])
  })

  it('takes what is typed from the moment it opens, before its code has arrived, finds fuzzily and marks what was typed', async () => {
    const page = await site.openAs(ada)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/palette-results-*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/admin')
    await page.locator('main h1, main h2').first().waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('larvel')
    const field = page.getByRole('combobox', { name: 'Search screens, entries and actions' })
    expect(await field.inputValue()).toBe('larvel')
    const before = await box(page)
    // There is nothing yet that Enter could choose.
    await page.keyboard.press('Enter')
    await page.getByText('Loading…').waitFor()
    expect(await axeViolations(page)).toEqual([])
    release()
    const chosen = page.getByRole('option', { name: /Laravel/, selected: true })
    await chosen.waitFor()
    expect(await chosen.locator('mark').allTextContents()).toEqual(['Lar', 'vel'])
    expect(await field.inputValue()).toBe('larvel')
    expect(await box(page)).toEqual(before)
    await page.keyboard.press('Enter')
    await eventually(async () => /^\/admin\/skill\/edit\//.test(await pathOf(page)), true)
  })

  it('closes with a message when its code cannot be fetched, and opens at the next try', async () => {
    const page = await site.openAs(ada)
    await page.route('**/assets/palette-results-*', (route) => route.abort())
    await page.goto('/admin')
    await page.locator('main h1, main h2').first().waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByText('Search could not be loaded. Check the connection, then try again.').waitFor()
    expect(await page.getByRole('combobox').count()).toBe(0)
    await page.unroute('**/assets/palette-results-*')
    await open(page)
    await type(page, 'media', 'Media')
  })

  it('finds words within texts, marked in their line, after what has them in its name', async () => {
    const page = await site.visitAs(ada, '/admin')
    const [first] = await content.list('testimonials')
    const word =
      String(first?.data.feedback)
        .split(/\W+/)
        .find((one) => one.length > 7) ?? ''
    await open(page)
    await page.keyboard.type(word)
    const group = page.getByRole('group', { name: 'In texts' })
    const option = group.getByRole('option', { name: `${first?.data.fullname}, Feedback` })
    expect((await option.locator('mark').textContent())?.toLowerCase()).toBe(word.toLowerCase())
    await option.click()
    await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name), 'feedback')
    expect(await pathOf(page)).toBe(`/admin/chat/edit/${first?.id}`)
  })

  it('shows no answer to an older query, and a late one moves nothing that is chosen', async () => {
    const page = await site.visitAs(ada, '/admin')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const answered: string[] = []
    await page.route('**/api/text-matches?*', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q') ?? ''
      if (q === 'lisbon') await held
      answered.push(q)
      await route.continue().catch(() => {})
    })
    await open(page)
    const asked = (q: string) => page.waitForRequest((request) => request.url().endsWith(`/text-matches?q=${q}`))
    const [first] = await Promise.all([asked('lisbon'), page.keyboard.type('lisbon')])
    await page.getByText('Searching texts…').waitFor()
    for (let n = 0; n < 6; n += 1) await page.keyboard.press('Backspace')
    await page.keyboard.type('ferry')
    const texts = page.getByRole('group', { name: 'In texts' })
    await texts.getByRole('option').first().waitFor()
    const before = await texts.textContent()
    release()
    await eventually(async () => answered.includes('lisbon') || first.failure() !== null, true)
    expect(await texts.textContent()).toBe(before)

    for (let n = 0; n < 5; n += 1) await page.keyboard.press('Backspace')
    const { promise: slow, resolve: go } = Promise.withResolvers<void>()
    await page.route('**/api/text-matches?q=port', async (route) => {
      await slow
      await route.continue()
    })
    await type(page, 'port', 'Portfolio')
    await page.keyboard.press('ArrowDown')
    const chosen = await page.getByRole('option', { selected: true }).textContent()
    go()
    await texts.getByRole('option').first().waitFor()
    expect(await page.getByRole('option', { selected: true }).textContent()).toBe(chosen)
  })

  it('opens a setting and a field with the focus in it, also from the same screen', async () => {
    const page = await site.visitAs(ada, '/admin')
    const focusedLabel = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null
        return element?.name || element?.outerHTML.slice(0, 300)
      })
    await open(page)
    await type(page, 'copyright since', /Copyright since/)
    await page.keyboard.press('Enter')
    await eventually(focusedLabel, 'copyrightSince')
    await open(page)
    await type(page, 'hire me link', /Hire Me link/)
    await page.keyboard.press('Enter')
    await eventually(focusedLabel, 'hireLink')
    await open(page)
    await type(page, 'percent skill', /Percent/)
    await page.keyboard.press('Enter')
    await eventually(focusedLabel, 'percent')
    expect(await pathOf(page)).toMatch(/^\/admin\/skill\/edit\//)
  })

  it('focuses a setting whose input comes late, unless a key was pressed meanwhile', async () => {
    const page = await site.visitAs(ada, '/admin')
    let code = Promise.withResolvers<void>()
    await page.route('**/assets/sections-input-*', async (route) => {
      await code.promise
      await route.continue()
    })
    const isFocused = () => page.evaluate(() => document.activeElement?.closest('[data-field=resumeOrder] li') !== null)
    const arrive = async () => {
      await page.goto('/admin')
      await open(page)
      await type(page, 'parts of resume', /Parts of Resume/)
      await page.keyboard.press('Enter')
      await page.locator('[data-field=resumeOrder]').waitFor()
      // A slow line: far more than the frames in which it is drawn otherwise, and a minute by the clock.
      await page.evaluate(async () => {
        const now = performance.now.bind(performance)
        performance.now = () => now() + 60_000
        for (let left = 100; left > 0; left -= 1) await new Promise(requestAnimationFrame)
      })
    }
    await arrive()
    code.resolve()
    await eventually(isFocused, true)

    code = Promise.withResolvers()
    await arrive()
    await page.keyboard.press('Tab')
    code.resolve()
    await page.locator('[data-field=resumeOrder] li').first().waitFor()
    await observed(page)
    expect(await isFocused()).toBe(false)
  })

  it('opens by the place of its key on a keyboard of another script', async () => {
    const page = await site.visitAs(ada, '/admin')
    await page.locator('main h1, main h2').first().waitFor()
    await page.evaluate(() => {
      const press = { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', press))
    })
    await page.getByRole('combobox', { name: 'Search screens, entries and actions' }).waitFor()
  })

  it('offers what was chosen last first, and gives the focus back on Escape', async () => {
    const page = await site.visitAs(ada, '/admin')
    await open(page)
    await type(page, 'media', /Media/)
    await page.keyboard.press('Enter')
    await eventually(() => pathOf(page), '/admin/media')
    // The new screen has taken the focus.
    await eventually(() => page.evaluate(() => document.activeElement?.id), 'main')
    const button = page.getByRole('button', { name: /^Account/ })
    await button.focus()
    await page.keyboard.press('ControlOrMeta+k')
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
    expect(await recent.first().textContent()).toContain('Media')
    await page.keyboard.press('Escape')
    await eventually(() => button.evaluate((element) => element === document.activeElement), true)
  })

  it('acts on the selected rows, and on the row that has the focus', async () => {
    const page = await site.visitAs(ada, '/admin/service')
    const titles = await content.column('services', 'title')
    await page.getByRole('checkbox', { name: `Select ${titles[0]}` }).click()
    await page.getByRole('checkbox', { name: `Select ${titles[1]}` }).click()
    await open(page)
    await type(page, 'delete', 'Delete: 2 services')
    await page.keyboard.press('Enter')
    await page.getByText('2 services deleted').waitFor()
    expect(await content.column('services', 'title')).toEqual(titles.slice(2))
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(() => content.column('services', 'title'), titles)

    await page.getByRole('link', { name: String(titles[2]) }).focus()
    await open(page)
    await type(page, 'duplicate', new RegExp(`Duplicate: service “${titles[2]}”`))
    await page.keyboard.press('Enter')
    await eventually(async () => (await content.column('services', 'title'))[3], `${titles[2]} (copy)`)
  })

  it('fits a phone, without hints at keys', async () => {
    const page = await site.visitAs(ada, '/admin', { width: 360, hasTouch: true, isMobile: true })
    await page.getByRole('button', { name: 'Search and commands' }).click()
    await page.getByRole('combobox').waitFor()
    await page.getByRole('option', { name: 'Portfolio' }).waitFor()
    expect(await page.locator('kbd:visible').count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await axeViolations(page)).toEqual([])
  })
})
