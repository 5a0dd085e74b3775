import { beforeAll, describe, expect, it } from 'vitest'
import { appearances, axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { inboxOf } from './inbox.ts'
import { doors, expectFine, goTo, screens } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
beforeAll(async () => {
  await site.register(ada, { claim: true })
  await inboxOf(site).send('Emmy')
})

describe.each(appearances)('$width px wide, $colorScheme', ({ width, colorScheme }) => {
  it.each(doors)('%s has nothing that axe finds, and no sideways scrolling', async (address) => {
    const page = await site.visit(address, { colorScheme, width })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

  it.each(Object.entries(screens))('%s: nothing that axe finds, and no sideways scrolling', async (_, addresses) => {
    const page = await site.openAs(ada, { width, colorScheme })
    for (const address of addresses) {
      await goTo(page, address)
      await expectFine(page, address)
    }
  })

  it('has nothing that axe finds while a screen still loads', async () => {
    const page = await site.openAs(ada, { width, colorScheme })
    await page.route(/\/api\/(entries|messages|settings|media|changes)/, () => undefined)
    for (const address of ['/admin', '/admin/contact', '/admin/history', '/admin/media', '/admin/settings']) {
      await page.goto(address)
      await page.locator('main h1').waitFor()
      await page.getByRole('status').filter({ hasText: 'Loading' }).first().waitFor()
      await expectFine(page, `${address}, loading`)
    }
  })

  it('menus have nothing that axe finds', async () => {
    const page = await site.visitAs(ada, '/admin', { width, colorScheme })
    await page.locator('main h1').waitFor()
    if (width < 768) {
      await page.getByRole('button', { name: 'Open the menu' }).click()
      await page.getByRole('link', { name: 'Settings' }).waitFor()
      await expectFine(page, 'the menu')
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await expectFine(page, 'the account’s menu')
  })

  it('palette and shortcuts have nothing that axe finds', async () => {
    const page = await site.visitAs(ada, '/admin', { width, colorScheme })
    await page.locator('main h1').waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search screens, entries and actions' }).fill('mira')
    await page.getByRole('option', { name: /Mira/ }).first().waitFor()
    await expectFine(page, 'the palette')
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('dialog').count(), 0)
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectFine(page, 'the shortcuts')
  })
})
