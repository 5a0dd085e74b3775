import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { goTo } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const phone = { width: 360, height: 640 }

/** What the toast covers of the focused element and of the bar below, in px; and how much of its button is in sight. */
const geometry = (page: Page) =>
  page.evaluate(() => {
    const rect = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect(0, -1, 0, 0)
    const toast = rect(document.querySelector('.mantine-Notification-root'))
    const focused =
      document.activeElement?.closest('#main, body') === document.activeElement ? null : document.activeElement
    const over = ({ top, bottom }: DOMRect) =>
      Math.max(0, Math.min(bottom, toast.bottom) - Math.max(top, toast.top)) > 0.5
    const button = document.querySelector('.mantine-Notification-root .mantine-Group-root button')
    const label = button?.querySelector('.mantine-Button-label')
    const { left, right, top, bottom } = rect(button)
    return {
      covers: [focused, document.querySelector('.form-bar')].filter((one) => one && over(rect(one))).length,
      shown: toast.height > 0 && toast.top >= 0 && toast.bottom <= innerHeight,
      button: left > toast.left && right < toast.right && top >= toast.top && bottom <= toast.bottom,
      label: label ? label.scrollWidth <= label.clientWidth : false,
    }
  })
const fine = { covers: 0, shown: true, button: true, label: true }

it('a toast on a phone covers neither the bar of the form nor the field that has the focus, wherever that is', async () => {
  const [project] = await content.list('projects')
  const page = await site.openAs(ada, phone)
  await page.clock.install()
  await goTo(page, `/admin/portfolio/edit/${project?.id}`)
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  // The toast would go after ten seconds: none pass but those that are given here.
  await page.clock.pauseAt(Date.now() + 10_000)
  await page.getByRole('textbox', { name: 'Title' }).fill('Lighthouses of the north')
  await page.locator('.form-bar').getByRole('button', { name: 'Publish', exact: true }).click()
  const hasCome = async () => {
    await page.clock.runFor(100)
    return page.locator('.toast-text').isVisible()
  }
  await eventually(hasCome, true)
  await page.clock.runFor(1000)
  await eventually(() => geometry(page), fine)
  await page.getByRole('textbox', { name: 'Title' }).focus()
  let moved = 0
  for (let step = 0; step < 12; step += 1) {
    // A field that comes into sight tells of it with the next frame.
    await eventually(() => geometry(page), fine)
    moved += await page.evaluate(() => (document.documentElement.hasAttribute('data-toasts-on-top') ? 1 : 0))
    await page.keyboard.press('Tab')
  }
  expect(moved).toBeGreaterThan(0)
})

it('a long message wraps beside its button, which is whole at 360 px', async () => {
  const page = await site.openAs(ada, phone)
  await goTo(page, '/admin/portfolio')
  await page.getByRole('checkbox').nth(1).check()
  await page.locator('.bulk-bar').getByRole('button', { name: 'Delete' }).click()
  const message = page.locator('.toast-text')
  // Under the pointer it stays.
  await message.hover()
  for (const text of ['Restored as a draft; publish it to show it on the page. '.repeat(12), 'w'.repeat(300)]) {
    await message.evaluate((element, long) => {
      element.textContent = long
    }, text)
    await eventually(() => geometry(page), fine)
  }
})
