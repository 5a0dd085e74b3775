import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { contentOf } from './content.ts'
import { contentScreens, doors, goTo, screens } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const mostStops = 60

/** Role and name of what has the focus, as a screen reader gets them; `nothing` is the document. */
const focused = async (page: Page): Promise<string> => {
  const tag = await page.evaluate(() => {
    document.querySelector('[data-stop]')?.removeAttribute('data-stop')
    const { activeElement } = document
    activeElement?.setAttribute('data-stop', '')
    return activeElement?.localName ?? 'body'
  })
  if (tag === 'body') return 'nothing'
  const stop = page.locator('[data-stop]')
  // Of a frame, the snapshot is that of its page.
  if (tag === 'iframe') return `frame "${await stop.getAttribute('title')}"`
  // Values, states and what is inside are no part of a name.
  return /^- '?(\w+(?: "(?:[^"\\]|\\.)*")?)/.exec(await stop.ariaSnapshot())?.[1] ?? tag
}

/** What has the focus when the screen has come, then each stop of Tab from the start of its content to its end. */
const stops = async (page: Page, within: string): Promise<string[]> => {
  const first = await focused(page)
  await page.locator(within).evaluate((root) => {
    root.setAttribute('tabindex', '-1')
    ;(root as HTMLElement).focus({ preventScroll: true })
  })
  const found: string[] = []
  for (let at = 0; at < mostStops; at += 1) {
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate((root) => document.activeElement?.closest(root) !== null, within)
    if (!isInside) break
    found.push(await focused(page))
  }
  return [`first: ${first}`, ...found]
}

it('each screen of the admin has a first focus, an order and names that a screen reader can say', async () => {
  const page = await site.openAs(ada)
  const [project] = await content.list('projects')
  const written: string[] = []
  const write = async (name: string, within: string) => {
    const all = await stops(page, within)
    for (const stop of all) expect(stop, name).toMatch(/^first: |"[^"]*[\p{L}\d]/u)
    written.push(`${name}\n${all.map((stop) => `  ${stop}`).join('\n')}\n`)
  }
  for (const address of [...Object.values(screens), ...Object.values(contentScreens)].flat()) {
    await goTo(page, address.endsWith('/edit/') ? address + project?.id : address)
    // Its menu comes when the browser has nothing else to do.
    if (/\/settings(?:\?|$)|\/edit\//.test(address))
      await page.getByRole('button', { name: 'Share' }).click({ trial: true })
    await write(address, '#main')
  }
  await page.context().clearCookies()
  for (const address of doors) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await write(address, 'main')
  }
  await expect(`${written.join('\n')}`).toMatchFileSnapshot('focus-order.snapshot.txt')
}, 200_000)
