import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { expectFine } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const built = path.resolve(import.meta.dirname, '../../../dist/client')
const file = (name: string) => path.join(built, name)

interface Item {
  id: string
  name: string
  alt: string
  crop: object | null
}
const list = async (query = '') => (await content.call<{ media: Item[] }>('GET', `/media?limit=200${query}`)).media
const named = async (name: string) => (await list()).find((item) => item.name === name)
const tile = (page: Page, name: string) => page.locator('.media-tile', { hasText: name })

const arrive = async (address = '/admin/media') => {
  const page = await site.visitAs(ada, address)
  await page.locator('.media-grid, .empty').first().waitFor()
  return page
}
const undo = (page: Page) => page.keyboard.press('ControlOrMeta+z')
const redo = (page: Page) => page.keyboard.press('ControlOrMeta+Shift+z')

describe('Ctrl+Z in Media', () => {
  it('takes back an upload, and redo brings it again', async () => {
    const page = await arrive()
    await page.locator('input[type=file]').setInputFiles(file('icon-192.png'))
    await tile(page, 'icon-192.png').waitFor()
    await undo(page)
    await eventually(() => tile(page, 'icon-192.png').count(), 0)
    expect([await named('icon-192.png'), await list('&trash=1')]).toEqual([undefined, []])
    await redo(page)
    await tile(page, 'icon-192.png').waitFor()
  })

  it('takes back a description, a crop and a deletion, one after the other', async () => {
    const page = await arrive()
    await tile(page, 'portrait.png').click()
    const dialog = page.getByRole('dialog', { name: 'portrait.png' })
    const before = await named('portrait.png')
    await dialog.getByLabel('Description').fill('Somebody else')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await tile(page, 'portrait.png').click()
    await dialog.getByRole('button', { name: 'Crop' }).click()
    await dialog.getByText('Square').click()
    await dialog.getByRole('button', { name: 'Done cropping' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const cropped = await named('portrait.png')
    expect([cropped?.alt, cropped?.crop === null]).toEqual(['Somebody else', false])
    await tile(page, 'portrait.png').click()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByRole('button', { name: 'Delete anyway' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await eventually(() => named('portrait.png'), undefined)
    await undo(page)
    const restored = expect.objectContaining({ crop: cropped?.crop, alt: 'Somebody else' })
    await eventually(() => named('portrait.png'), restored)
    await tile(page, 'portrait.png').waitFor()
    await undo(page)
    await eventually(async () => (await named('portrait.png'))?.crop, null)
    await undo(page)
    await eventually(async () => (await named('portrait.png'))?.alt, before?.alt)
  })
})

describe('an image that was just saved', () => {
  it('opens as it is now, though the list was not read again yet, and is saved once more', async () => {
    const page = await arrive()
    const dialog = page.getByRole('dialog', { name: 'portrait.png' })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/media?*', async (route) => {
      await held
      await route.continue()
    })
    for (const description of ['First', 'Second']) {
      await tile(page, 'portrait.png').click()
      await dialog.getByLabel('Description').fill(description)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    release()
    expect((await named('portrait.png'))?.alt).toBe('Second')
    await undo(page)
    await eventually(async () => (await named('portrait.png'))?.alt, 'First')
    await undo(page)
  })
})

describe('the dialog of an image that was closed before the answer', () => {
  const other = 'icon-192.png'
  beforeEach(() => site.uploadAs(ada, [[other, readFileSync(file(other))]]))

  it('closes no other dialog by a late answer, and tells a late failure', async () => {
    const page = await arrive()
    let answer = Promise.withResolvers<'continue' | 'abort'>()
    await page.route('**/api/media/*', async (route) => {
      await route[route.request().method() === 'PATCH' ? await answer.promise : 'continue']()
    })
    const saveAndClose = async (name: string) => {
      const dialog = page.getByRole('dialog', { name })
      const begun = page.waitForRequest((request) => request.method() === 'PATCH')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await begun
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
    const description = page.getByRole('dialog').getByLabel('Description')
    await tile(page, 'portrait.png').click()
    await description.fill('Saved late')
    await saveAndClose('portrait.png')
    await tile(page, other).click()
    await description.fill('Typed meanwhile')
    answer.resolve('continue')
    await page.getByText('Image saved').waitFor()
    expect((await named('portrait.png'))?.alt).toBe('Saved late')
    expect(await description.inputValue()).toBe('Typed meanwhile')

    answer = Promise.withResolvers()
    await saveAndClose(other)
    answer.resolve('abort')
    await page.getByText(`“${other}” not saved`).waitFor()
    expect((await named(other))?.alt).not.toBe('Typed meanwhile')
  })

  it('deletes an image once, however often that is pressed', async () => {
    const page = await arrive()
    const held = Promise.withResolvers<void>()
    let deletions = 0
    await page.route('**/api/media/*', async (route) => {
      if (route.request().method() === 'DELETE') {
        deletions += 1
        await held.promise
      }
      await route.continue()
    })
    await tile(page, other).click()
    const dialog = page.getByRole('dialog', { name: other })
    await dialog.getByText('Nowhere yet.').waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await eventually(async () => deletions, 1)
    await page.keyboard.press('Enter')
    held.resolve()
    await page.getByText('Image deleted').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(deletions).toBe(1)
  })
})

describe('keys on the tiles of Media', () => {
  it('move, select and open, as in every list', async () => {
    const page = await arrive()
    const focused = () => page.evaluate(() => document.activeElement?.querySelector('.media-name')?.textContent)
    const names = await page.locator('.media-name').allTextContents()
    await page.keyboard.press('j')
    await eventually(focused, names[0])
    await page.keyboard.press('j')
    await eventually(focused, names[1])
    await page.keyboard.press('k')
    await eventually(focused, names[0])
    await page.keyboard.press('x')
    await eventually(() => page.getByRole('checkbox', { name: `Select ${names[0]}` }).isChecked(), true)
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.getByRole('dialog', { name: names[1] ?? '' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByText('Next row or tile').waitFor()
  })
})

describe('the trash of Media', () => {
  beforeEach(async () => {
    for (const { id } of await list('&trash=1')) await content.call('POST', '/media/erasures', { ids: [id] })
  })
  const discard = async (...names: string[]) => {
    const answers = await site.uploadAs<Item>(
      ada,
      names.map((name) => [name, readFileSync(file(name))]),
    )
    await content.call('POST', '/media/removals', { ids: answers.map(({ body }) => body.id) })
    return arrive('/admin/media?trash')
  }

  it('deletes one for good after saying what is lost', async () => {
    const page = await discard('icon-512.png')
    await page.getByRole('button', { name: 'Delete for good' }).click()
    const question = page.getByRole('dialog', { name: 'Delete “icon-512.png” for good?' })
    await question.getByText('from History as well').waitFor()
    const keep = question.getByRole('button', { name: 'Keep' }).last()
    await eventually(() => keep.evaluate((one) => one === document.activeElement), true)
    await expectFine(page, 'the question')
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('The trash is empty').waitFor()
    expect(await list('&trash=1')).toEqual([])
  })

  it('deletes several at once, with one question', async () => {
    const page = await discard('icon-512.png', 'icon-maskable-512.png')
    for (const name of ['icon-512.png', 'icon-maskable-512.png'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('2 items deleted for good').waitFor()
    expect(await list('&trash=1')).toEqual([])
  })

  it('takes the next press while it is read again', async () => {
    const page = await discard('icon-512.png', 'icon-maskable-512.png')
    const deleted = (name: string) =>
      page.getByRole('list', { name: 'Deleted images' }).getByRole('listitem').filter({ hasText: name })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/media?*', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await deleted('icon-512.png').getByRole('button', { name: 'Restore' }).press('Enter')
    await deleted('icon-512.png').waitFor({ state: 'detached' })
    await deleted('icon-maskable-512.png').getByRole('button', { name: 'Delete for good' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
    await deleted('icon-maskable-512.png').waitFor({ state: 'detached' })
    await eventually(() => page.getByRole('dialog').count(), 0)
    release()
    await page.getByText('The trash is empty').waitFor()
    expect([(await named('icon-512.png'))?.name, await list('&trash=1')]).toEqual(['icon-512.png', []])
  })

  it('keeps what an entry still names, and says where', async () => {
    const portrait = await named('portrait.png')
    await content.call('POST', '/media/removals', { ids: [portrait?.id] })
    const page = await arrive('/admin/media?trash')
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText(/portrait\.png is still named by “Mira Solberg”/).waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    await eventually(async () => (await named('portrait.png'))?.id, portrait?.id)
  })
})
