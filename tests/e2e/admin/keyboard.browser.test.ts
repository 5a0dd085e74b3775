import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually, started } from '../../support/browser.ts'
import { drawn } from '../../support/moments.ts'
import { currentPage } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent) ?? '')

const openPalette = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k')
  await eventually(() => focused(page), 'Search screens, entries and actions')
}

/** Opens the palette, types, and waits for what is found. */
const find = async (page: Page, letters: string, found: string | RegExp) => {
  await openPalette(page)
  await page.keyboard.type(letters)
  await page.getByRole('option', { name: found }).first().waitFor()
}

describe('by keyboard alone', () => {
  it('one signs in, goes to Settings past the sidebar, changes the role and saves', async () => {
    const page = await site.visit('/login?next=/admin/settings')
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(ada.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(ada.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await page.reload()
    await page.getByLabel('Role').waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('/')
    await page.keyboard.type('role')
    await page.getByRole('button', { name: 'Role in Introduction' }).waitFor()
    await page.keyboard.press('Enter')
    await eventually(() => page.getByLabel('Role').evaluate((field) => field === document.activeElement), true)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('By keyboard alone')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Settings published').waitFor()
    expect(await currentPage(site.url)).toContain('By keyboard alone')
  })

  it('shows a focus ring on every focusable element', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=theme')
    await page.getByText('Site icon').waitFor()
    const unmarked: string[] = []
    for (let at = 0; at < 40; at++) {
      await page.keyboard.press('Tab')
      const bare = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        if (element === document.body) return undefined
        // A field may show it by its border, a switch by the track beside it.
        const places = [element, element.nextElementSibling, element.parentElement, element.closest('label')]
        const marked = places.some((place) => {
          if (!place) return false
          const { outlineStyle, outlineWidth } = getComputedStyle(place)
          return outlineStyle !== 'none' && outlineWidth !== '0px'
        })
        const input = element.matches('input:not([type=checkbox], [type=radio]), textarea')
        return marked || input ? undefined : element.outerHTML.slice(0, 120)
      })
      if (bare) unmarked.push(bare)
    }
    expect(unmarked).toEqual([])
  })

  it('Ctrl+K opens the palette again in the moment in which Escape has closed it', async () => {
    const page = await site.visitAs(ada, '/admin')
    await page.locator('main h1').waitFor()
    await openPalette(page)
    // Before the browser tells that it is closed.
    await page.evaluate(() => {
      document.querySelector<HTMLDialogElement>('dialog[open]')?.requestClose()
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
    })
    await drawn(page)
    expect(await focused(page)).toBe('Search screens, entries and actions')
  })

  it.each([
    ['the palette', (page: Page) => openPalette(page), 'Search screens, entries and actions'],
    [
      'the list of shortcuts',
      async (page: Page) => {
        await page.keyboard.press('Shift+?')
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      },
      'Close',
    ],
  ])(
    '%s keeps the focus when a screen that was asked for before it arrives, and leaves it to that screen',
    async (_, open, holder) => {
      const page = await site.visitAs(ada, '/admin')
      await page.locator('main h1').waitFor()
      // Once, so that it need not be fetched below.
      await open(page)
      await page.keyboard.press('Escape')
      await eventually(() => page.getByRole('dialog').count(), 0)
      await find(page, 'histo', 'History')
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/assets/**', async (route) => {
        await held
        await route.continue()
      })
      await page.keyboard.press('Enter')
      await eventually(() => page.getByRole('dialog').count(), 0)
      await open(page)
      release()
      await page.getByRole('heading', { name: 'History', level: 1, includeHidden: true }).waitFor()
      // The screen could take the focus a moment after its heading is there.
      await started(page)
      await drawn(page)
      expect(await focused(page)).toBe(holder)
      await page.keyboard.press('Escape')
      await eventually(() => page.evaluate(() => document.activeElement?.id), 'main')
    },
  )
})
