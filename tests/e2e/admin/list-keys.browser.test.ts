import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Shortcut, screenKeys, shortcuts } from '../../../src/admin/ui/keys.ts'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { goTo } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const pathOf = async (page: Page) => new URL(page.url()).pathname
/** The second of two keys counts for a second and a half after the first: it does not wait until a slow page has handled that. */
const press = (page: Page, keys: string) =>
  Promise.all(
    keys.split(' ').map((key) => page.keyboard.press(key.replace('mod', 'ControlOrMeta').replace('shift', 'Shift'))),
  )
const arrive = async (address: string) => {
  const page = await site.openAs(ada)
  await goTo(page, address)
  return page
}

/** How each listed key shows that it did its act. A key without a line here fails the type check. */
const listActs: Record<keyof typeof shortcuts.lists, (page: Page, titles: string[], key: string) => Promise<void>> = {
  next: async (page, titles, key) => {
    await press(page, key)
    await eventually(() => focused(page), titles[0])
    await press(page, key)
    await eventually(() => focused(page), titles[1])
  },
  previous: async (page, titles, key) => {
    await press(page, key)
    await eventually(() => focused(page), titles.at(-1))
    await press(page, key)
    await eventually(() => focused(page), titles.at(-2))
  },
  select: async (page, titles, key) => {
    await press(page, 'j')
    await press(page, key)
    await eventually(() => page.getByRole('checkbox', { name: `Select ${titles[0]}` }).isChecked(), true)
  },
  open: async (page, _, key) => {
    await press(page, 'j')
    await press(page, key)
    await eventually(async () => /\/edit\//.test(await pathOf(page)), true)
  },
  create: async (page, _, key) => {
    await press(page, key)
    await eventually(() => pathOf(page), '/admin/service/create')
  },
}

const frameActs: Record<
  keyof typeof shortcuts.everywhere,
  (page: Page, titles: string[], key: string) => Promise<void>
> = {
  palette: async (page, _, key) => {
    await press(page, key)
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await press(page, key)
    await eventually(() => page.getByRole('dialog').count(), 0)
  },
  undo: async (page, titles, key) => {
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
    await page.getByText('Service deleted').waitFor()
    await press(page, key)
    await eventually(() => content.column('services', 'title'), titles)
  },
  redo: async (page, titles, key) => {
    await frameActs.undo(page, titles, 'mod+z')
    await press(page, key)
    await eventually(() => content.column('services', 'title'), titles.slice(1))
    await press(page, 'mod+z')
    await eventually(() => content.column('services', 'title'), titles)
  },
  help: async (page, _, key) => {
    await press(page, key)
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    const rows = Object.values(shortcuts).flatMap((scope) => Object.keys(scope))
    expect(await dialog.locator('[data-shortcut]').count()).toBeGreaterThanOrEqual(rows.length)
    await press(page, 'Escape')
    await eventually(() => page.getByRole('dialog').count(), 0)
  },
}

const cases = (scope: 'lists' | 'everywhere') =>
  Object.entries(shortcuts[scope]).flatMap(([act, { keys }]: [string, Shortcut]) =>
    keys.map((key): [string, string] => [key, act]),
  )

describe('each key that the list of shortcuts names does its act', () => {
  it('in a list, and everywhere', async () => {
    const titles = (await content.column('services', 'title')) as string[]
    const page = await arrive('/admin/import')
    const acts = { ...listActs, ...frameActs }
    for (const [key, act] of [...cases('lists'), ...cases('everywhere')]) {
      await goTo(page, '/admin/service')
      await acts[act as keyof typeof acts](page, titles, key)
      await goTo(page, '/admin/import')
    }
  })

  it('g and a letter lead to each screen', async () => {
    const page = await arrive('/admin/health')
    for (const [path, { keys }] of Object.entries(screenKeys)) {
      await press(page, keys[0] ?? '')
      await eventually(() => page.evaluate(() => location.pathname + location.search), path)
      await page.locator('main h1').waitFor()
    }
    const letters = Object.values(screenKeys).map(({ keys }) => keys[0])
    expect(new Set(letters).size).toBe(letters.length)
  })
})

it('no letter is a shortcut while one types, or once single keys are off', async () => {
  const page = await arrive('/admin/service')
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('c g h x ?')
  expect(await page.getByRole('searchbox').inputValue()).toBe('c g h x ?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await pathOf(page)).toBe('/admin/service')
  await page.getByRole('searchbox').fill('')
  await page.locator('h1').click()
  await press(page, '?')
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('dialog').count(), 0)
  await press(page, 'g h')
  await press(page, 'c')
  await press(page, '?')
  expect(await pathOf(page)).toBe('/admin/service')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.reload()
  await page.locator('main h1').waitFor()
  await press(page, 'c')
  await press(page, 'mod+k')
  await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
  expect(await pathOf(page)).toBe('/admin/service')
})

it('j and k go through all tables of a screen', async () => {
  const page = await arrive('/admin/resume')
  const titles = await page.locator('.row-title').allTextContents()
  for (const title of titles) {
    await press(page, 'j')
    await eventually(() => focused(page), title)
  }
  await press(page, 'k')
  await eventually(() => focused(page), titles.at(-2))
})
