import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { contentOf } from './content.ts'
import { inboxOf } from './inbox.ts'
import { contentScreens, doors, goTo, screens } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
const phone = { width: 360, height: 740, hasTouch: true, isMobile: true }
let message: string
beforeAll(async () => {
  await site.register(ada, { claim: true })
  message = await inboxOf(site).send('Emmy')
})

/**
 * What a finger would miss: where 21 px from its middle, in each direction, something else is touched. Links within a sentence are as
 * high as its lines (WCAG 2.5.5, inline).
 */
const missed = (page: Page, within: string): Promise<string[]> =>
  page.locator(within).evaluate((root) => {
    const targets = 'a[href], button, input, select, textarea, summary, [role=button], [role=switch], [tabindex="0"]'
    const isInText = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display.startsWith('inline') &&
      element.parentElement?.textContent?.trim() !== element.textContent?.trim()
    return [...root.querySelectorAll(targets)].flatMap((element) => {
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (!isShown || element.matches(':disabled, .skip-link, .visually-hidden *') || isInText(element)) return []
      const { width } = element.getBoundingClientRect()
      // Others take its presses.
      if (width < 2) return []
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
      const around = element.parentElement?.closest('a, button, label')
      const hits = (x: number, y: number) => {
        const at = document.elementFromPoint(x, y)
        return [element, ...labels, around].some((one) => one?.contains(at))
      }
      /** How far it is touched from its middle, in this direction. */
      const run = (dx: number, dy: number) => {
        let length = 0
        while (length < 44 && hits((left + right) / 2 + dx * length, (top + bottom) / 2 + dy * length)) length += 1
        return length
      }
      const [across, along] = [run(-1, 0) + run(1, 0), run(0, -1) + run(0, 1)]
      if (Math.min(across, along) >= 44) return []
      const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)
      return [`${element.tagName.toLowerCase()}.${element.className} “${name}” ${across} × ${along}`]
    })
  })

it('on a phone every target of every screen has 44 px for a finger', async () => {
  const page = await site.openAs(ada, phone)
  const [project] = await content.list('projects')
  const found: Record<string, string[]> = {}
  const look = async (name: string, within = 'body') => {
    const all = await missed(page, within)
    if (all.length > 0) found[name] = all
  }
  const signedIn = [...Object.values(screens), ...Object.values(contentScreens)].flat()
  const more = ['/admin/cv', '/admin/page', `/admin/contact?message=${message}`]
  for (const address of [...signedIn, ...more]) {
    await goTo(page, address.endsWith('/edit/') ? address + project?.id : address)
    await look(address)
  }
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click({ trial: true })
  await look('the menu of the account', '[role=menu]')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  // It has come to rest.
  await page.getByRole('link', { name: 'Settings' }).click({ trial: true })
  await look('the sidebar', '.sidebar')
  await page.context().clearCookies()
  for (const address of doors) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await look(address)
  }
  expect(found).toEqual({})
}, 200_000)
