import { beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

const doors = ['/login', '/register', '/register#claim=claim-token-of-the-tests']
const screens = [
  '/admin',
  '/admin/contact',
  '/admin/user',
  '/admin/health',
  '/admin/settings',
  '/admin/settings?tab=links',
  '/admin/settings?tab=sections',
  '/admin/settings?tab=look',
  '/admin/settings?tab=access',
  '/admin/nowhere',
]

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1280])
    describe(`${colorScheme}, ${width} px`, () => {
      it.each(doors)('%s has nothing that axe finds, and no sideways scrolling', async (address) => {
        const page = await site.visit(address, { colorScheme, width })
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(await axeViolations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      })

      it('the screens have nothing that axe finds, and no sideways scrolling', async () => {
        await fetch(`${site.url}/api/messages`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ user_name: 'Emmy', user_email: 'v@example.com', message: 'A question.' }),
        })
        const page = await site.visitAs(ada, '/admin', { colorScheme, width })
        for (const address of screens) {
          await page.goto(address, { waitUntil: 'networkidle' })
          await page.locator('main h1').waitFor()
          expect(await axeViolations(page), address).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(width)
        }
      })

      it('menus, palette and shortcuts have nothing that axe finds', async () => {
        const page = await site.visitAs(ada, '/admin', { colorScheme, width })
        await page.locator('main h1').waitFor()
        if (width < 768) {
          await page.getByRole('button', { name: 'Open the menu' }).click()
          await page.getByRole('link', { name: 'Settings' }).waitFor()
          expect(await axeViolations(page)).toEqual([])
          await page.keyboard.press('Escape')
        }
        await page.getByRole('button', { name: /^Account/ }).click()
        await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
        expect(await axeViolations(page)).toEqual([])
        await page.keyboard.press('Escape')
        await page.keyboard.press('ControlOrMeta+k')
        await page.getByPlaceholder('Screens, entries, actions').fill('mira')
        await page.getByRole('button', { name: /Mira/ }).first().waitFor()
        expect(await axeViolations(page)).toEqual([])
        await page.keyboard.press('Escape')
        await eventually(() => page.getByRole('dialog').count(), 0)
        await page.keyboard.press('Shift+?')
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
        expect(await axeViolations(page)).toEqual([])
      })
    })
