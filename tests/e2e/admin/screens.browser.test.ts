import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { appearances, turnTo } from '../../support/axe.ts'
import { contentOf } from './content.ts'
import { inboxOf } from './inbox.ts'
import { contentScreens, doors, faultsOf, goTo, screens } from './looks.ts'
import { ada, ownedSite } from './people.ts'

// Each screen is loaded once and looked at for every promise about all of them; to load it for each was most of what they cost.

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const [laptop, phone] = appearances

/** Of axe, what names an element as a screen reader does. */
interface Naming {
  setup(root: Document): void
  teardown(): void
  commons: { aria: { getRole(of: Element): string | null }; text: { accessibleText(of: Element): string } }
}

/** What a keyboard would not like: a stop out of the document's order, or without a name that can be said. */
const unreachable = async (page: Page, within: string): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate((root) => {
    const { axe } = window as unknown as { axe: Naming }
    const main = document.querySelector(root)
    const stops = [
      ...(main?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]') ?? []),
    ].filter(
      (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility({ visibilityProperty: true }),
    )
    axe.setup(document)
    const unnamed = stops.filter((stop) => !/[\p{L}\d]/u.test(axe.commons.text.accessibleText(stop)))
    axe.teardown()
    return [
      ...(stops.length > 0 ? [] : ['nothing to reach']),
      ...stops.filter((stop) => stop.tabIndex > 0).map((stop) => `out of order: ${stop.outerHTML.slice(0, 80)}`),
      ...unnamed.map((stop) => `without a name: ${stop.outerHTML.slice(0, 80)}`),
    ]
  }, within)
}

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
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const isLarge = [-22, -11, 0, 11, 22].every((by) => hits(x + by, y) && hits(x, y + by))
      if (isLarge) return []
      /** How far it is touched from its middle, in this direction. */
      const run = (dx: number, dy: number) => {
        let length = 0
        while (length < 44 && hits(x + dx * length, y + dy * length)) length += 1
        return length
      }
      const [across, along] = [run(-1, 0) + run(1, 0), run(0, -1) + run(0, 1)]
      if (Math.min(across, along) >= 44) return []
      const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)
      return [`${element.tagName.toLowerCase()}.${element.className} “${name}” ${across} × ${along}`]
    })
  })

const tooSmall = new Map<string, string[]>()

const tall = 3000

/** A window as the stories of the admin have it. */
const opened = async (page: Page) => {
  await turnTo(page, { width: 1100, colorScheme: 'light' })
  await page.setViewportSize({ width: 1100, height: 800 })
}

/** Looks at the page as a laptop and then as a phone shows it; what is wrong by axe, or beyond the edge, is returned. */
const lookAt = async (page: Page, address: string, within: string, width: number = laptop.width): Promise<string[]> => {
  const devtools = await page.context().newCDPSession(page)
  const touch = (enabled: boolean) => devtools.send('Emulation.setTouchEmulationEnabled', { enabled })
  const found = (await unreachable(page, within)).map((fault) => `${address}: ${fault}`)
  // So high that the bar at the foot of a form lies over nothing: what is under it can be scrolled out.
  await page.setViewportSize({ width, height: tall })
  found.push(...(await faultsOf(page, `${address}, ${width} px, light`)))
  await touch(true)
  await turnTo(page, phone)
  found.push(...(await faultsOf(page, `${address}, ${phone.width} px, dark`)))
  await page.setViewportSize({ width: phone.width, height: 740 })
  tooSmall.set(address, await missed(page, 'body'))
  await touch(false)
  await devtools.detach()
  return found
}

/** Beside a wider form stands its preview, which draws the whole page; the pane is looked at with a refused form. */
const widthFor = (address: string) => (/\/create|\/edit\/|\/settings/.test(address) ? 1100 : laptop.width)

describe('each screen', () => {
  it.each(Object.entries({ ...screens, ...contentScreens }))(
    '%s: nothing that axe finds, no sideways scrolling, and all of it reached by keyboard under a name',
    async (_, addresses) => {
      const page = await site.openAs(ada)
      const [project] = await content.list('projects')
      const found: string[] = []
      for (const address of addresses) {
        await opened(page)
        await goTo(page, address.endsWith('/edit/') ? address + project?.id : address)
        // Its menu comes when the browser has nothing else to do.
        if (/\/settings(?:\?|$)|\/edit\//.test(address))
          await page.getByRole('button', { name: 'Share' }).click({ trial: true })
        found.push(...(await lookAt(page, address, '#main', widthFor(address))))
      }
      expect(found).toEqual([])
    },
  )

  it('that is open to strangers: nothing that axe finds, no sideways scrolling, and all of it reached by keyboard under a name', async () => {
    const page = await site.open()
    const found: string[] = []
    for (const address of doors) {
      await opened(page)
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      found.push(...(await lookAt(page, address, 'main')))
    }
    expect(found).toEqual([])
  })

  // Goes by what the tests above have seen.
  it('has 44 px for a finger on every target, on a phone', async () => {
    const message = await inboxOf(site).send('Emmy')
    const page = await site.openAs(ada, { width: 360, height: 740, hasTouch: true, isMobile: true })
    for (const address of ['/admin/cv', '/admin/page', '/admin/contact', `/admin/contact?message=${message}`]) {
      await goTo(page, address)
      tooSmall.set(`${address} with a message`, await missed(page, 'body'))
    }
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click({ trial: true })
    tooSmall.set('the menu of the account', await missed(page, '[role=menu]'))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open the menu' }).click()
    // It has come to rest.
    await page.getByRole('link', { name: 'Settings' }).click({ trial: true })
    tooSmall.set('the sidebar', await missed(page, '.sidebar'))
    expect(tooSmall.size).toBe(Object.values({ ...screens, ...contentScreens, doors }).flat().length + 6)
    expect([...tooSmall].filter(([, all]) => all.length > 0)).toEqual([])
  })
})
