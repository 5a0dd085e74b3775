import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MediaItem } from '../../../src/model/media/media-item.ts'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { faultsInEach } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const another = path.resolve(import.meta.dirname, '../../../dist/client/icon-512.png')

/** The image of the introduction, whatever it is called by now. */
const portrait = async () => {
  const [about] = await content.list('about')
  return content.call<MediaItem>('GET', `/media/${about?.data.image}`)
}

const open = async (page: Page, name: string) => {
  await page.getByRole('button', { name: new RegExp(name.replace('.', '\\.')) }).click()
  return page.getByRole('dialog', { name })
}
const isFocused = (page: Page, label: string) =>
  page.evaluate((wanted) => document.activeElement?.getAttribute('aria-label')?.includes(wanted) ?? false, label)
const tabTo = async (page: Page, label: string) => {
  for (let at = 0; at < 30; at++) {
    if (await isFocused(page, label)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches “${label}”.`)
}

describe('an image', () => {
  it('keeps description and focal point, moved by arrow keys', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.getByRole('button', { name: /portrait\.png/ }).click()
    const dialog = page.getByRole('dialog', { name: 'portrait.png' })
    await dialog.getByRole('link', { name: 'About: Mira Solberg' }).waitFor()
    await dialog.getByRole('button', { name: /Focal point/ }).focus()
    await page.keyboard.press('ArrowRight')
    await dialog.getByText('52 % from the left').waitFor()
    await dialog.getByLabel('Description').fill('Mira at her desk')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Image saved').waitFor()
    expect(await portrait()).toMatchObject({ alt: 'Mira at her desk', focus: { x: 0.52 } })
    expect(await content.page()).toContain('Mira at her desk')
  })

  it('is cropped to a shape by the pointer: the page follows, the original stays, Undo brings the whole back', async () => {
    const before = await portrait()
    const page = await site.visitAs(ada, '/admin/media')
    const dialog = await open(page, 'portrait.png')
    await dialog.getByRole('button', { name: 'Crop' }).click()
    await dialog.getByText('Square', { exact: true }).click()
    const side = Math.min(before.width, before.height)
    await dialog.getByText(`Part: ${side} × ${side} px`).waitFor()
    const corner = dialog.getByRole('button', { name: /south east/ })
    // Once it rests.
    await corner.hover()
    const box = await corner.boundingBox()
    if (!box) throw new Error('The corner has no place.')
    await page.mouse.move(box.x + 4, box.y + 4)
    await page.mouse.down()
    await page.mouse.move(box.x - 60, box.y - 60, { steps: 6 })
    await page.mouse.up()
    await dialog.getByRole('button', { name: 'Done cropping' }).click()
    await dialog.locator('.pending-part').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Image cropped').waitFor()
    // Under the pointer it stays.
    await page.getByRole('button', { name: 'Undo' }).hover()
    const cropped = await portrait()
    expect(Math.abs(cropped.width - cropped.height)).toBeLessThanOrEqual(2)
    expect(cropped.width).toBeLessThan(side)
    expect(await content.page()).toContain(cropped.variants.avif[0]?.url)
    expect(await content.page()).not.toContain(before.variants.avif[0]?.url)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => (await portrait()).url, before.url)
    await eventually(async () => (await content.page()).includes(before.variants.avif[0]?.url ?? '-'), true)
  })

  it('is cropped by keyboard alone, and made whole again', async () => {
    const before = await portrait()
    const page = await site.visitAs(ada, '/admin/media')
    const dialog = page.getByRole('dialog', { name: 'portrait.png' })
    const crop = async () => {
      await page.getByRole('button', { name: /portrait\.png/ }).press('Enter')
      // It takes the focus a moment after it is there.
      await dialog.locator(':focus').waitFor()
      await dialog.getByRole('button', { name: 'Crop' }).press('Enter')
    }
    await crop()
    // Fetched when it is first asked for.
    await dialog.getByRole('button', { name: /south east/ }).waitFor()
    await tabTo(page, 'south east')
    for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+ArrowLeft')
    await dialog.getByText(/^Part: /).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Image cropped').waitFor()
    expect((await portrait()).width).toBeLessThan(before.width)
    await eventually(() => dialog.count(), 0)
    await crop()
    await dialog.getByRole('button', { name: 'Whole image' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('The whole image').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).focus()
    await page.keyboard.press('Enter')
    await eventually(async () => (await portrait()).crop, null)
    expect((await portrait()).url).toBe(before.url)
  })

  it('keeps its dialog when the crop editor cannot be fetched, which the next press fetches', async () => {
    const page = await site.openAs(ada)
    await page.route('**/assets/crop-editor-*', (route) => route.abort())
    await page.goto('/admin/media')
    const dialog = await open(page, 'portrait.png')
    const crop = dialog.getByRole('button', { name: 'Crop' })
    await crop.click()
    await page.getByText('This could not be loaded. Check the connection, then try again.').waitFor()
    await eventually(() => crop.evaluate((button) => button === document.activeElement), true)
    await page.unroute('**/assets/crop-editor-*')
    // The press of a pointer that rests would not count: the button was drawn again under it.
    await page.mouse.move(1, 1)
    await crop.click()
    await dialog.getByRole('button', { name: 'Done cropping' }).waitFor()
  })

  it('gets another in its place, with every place that uses it, and history shows and undoes both', async () => {
    const before = await portrait()
    const page = await site.visitAs(ada, '/admin/media')
    let dialog = await open(page, 'portrait.png')
    const arrived = Promise.withResolvers<void>()
    await page.route('**/api/media/*/original', async (route) => {
      await arrived.promise
      await route.continue()
    })
    const begun = page.waitForRequest('**/api/media/*/original')
    await dialog.locator('input[type=file]').setInputFiles(another)
    await begun
    await dialog.getByLabel('Description').fill('Typed while it was on its way')
    arrived.resolve()
    await page.getByText('Image replaced').waitFor()
    dialog = page.getByRole('dialog', { name: 'icon-512.png' })
    expect(await dialog.getByLabel('Description').inputValue()).toBe('Typed while it was on its way')
    await dialog.getByRole('link', { name: /^About: / }).waitFor()
    const after = await portrait()
    expect(after).toMatchObject({ id: before.id, alt: before.alt, name: 'icon-512.png', width: 512, height: 512 })
    expect(await content.page()).toContain(after.variants.avif[0]?.url)
    await page.goto('/admin/history')
    const row = page.getByRole('listitem').filter({ hasText: 'Image “icon-512.png” replaced' }).first()
    await row.getByRole('button', { name: 'Difference' }).click()
    const images = row.locator('.difference-images img')
    await eventually(
      () => images.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0)),
      [true, true],
    )
    await row.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => (await portrait()).url, before.url)
    // The library has it back a moment before the page.
    await eventually(async () => (await content.page()).includes(before.variants.avif[0]?.url ?? 'no URL'), true)
  })

  it('that another window replaced is not overwritten, and says so', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    const dialog = await open(page, 'portrait.png')
    await dialog.getByLabel('Description').waitFor()
    const { id, alt } = await portrait()
    await content.call('PATCH', `/media/${id}`, { alt: `${alt}!` })
    await dialog.getByLabel('Description').fill('Written in the old window')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog
      .getByRole('alert')
      .filter({ hasText: /changed/ })
      .first()
      .waitFor()
    expect((await portrait()).alt).toBe(`${alt}!`)
    // It was said: the next press is meant.
    await dialog.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => (await portrait()).alt, 'Written in the old window')
    await content.call('PATCH', `/media/${id}`, { alt })
  })
})

it('the crop editor and the question before deleting have nothing that axe finds', async () => {
  const page = await site.visitAs(ada, '/admin/media')
  const dialog = await open(page, 'portrait.png')
  await dialog.getByRole('link', { name: /^About: / }).waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await eventually(() => page.evaluate(() => document.activeElement?.textContent), 'Keep it')
  const found = await faultsInEach(page, 'the question')
  await dialog.getByRole('button', { name: 'Crop' }).click()
  await dialog.getByText('16:10').click()
  await dialog.getByText(/^Part: /).waitFor()
  found.push(...(await faultsInEach(page, 'the crop editor')))
  expect(found).toEqual([])
})
