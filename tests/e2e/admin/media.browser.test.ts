import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { encoding, eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const built = path.resolve(import.meta.dirname, '../../../dist/client')
const images = ['icon-192.png', 'icon-512.png', 'icon-maskable-512.png'].map((name) => path.join(built, name))
const media = async () =>
  (
    await content.call<{ media: { id: string; name: string; alt: string; focus: { x: number } }[] }>(
      'GET',
      '/media?limit=200',
    )
  ).media

describe('media', () => {
  it('takes several files at once', async () => {
    const before = (await media()).length
    const page = await site.visitAs(ada, '/admin/media')
    await page.locator('input[type=file]').setInputFiles(images)
    for (const name of images)
      await page.getByRole('button', { name: new RegExp(`^${path.basename(name)}`) }).waitFor(encoding)
    await eventually(async () => (await media()).length, before + 3)
  })

  it('accepts dropped images, and rejects other files with a message that can be dismissed', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.getByRole('list', { name: 'Images' }).waitFor()
    const drop = (bytes: string, name: string) =>
      page.evaluate(
        ([base64, called]) => {
          const data = new DataTransfer()
          const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
          data.items.add(new File([raw], called, { type: 'image/png' }))
          document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
        },
        [bytes, name] as const,
      )
    await drop(Buffer.from('this is no image at all').toString('base64'), 'fake.png')
    await page.getByRole('list', { name: 'Uploads' }).getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Cancel fake.png' }).click()
    await drop(readFileSync(path.join(built, 'apple-touch-icon.png')).toString('base64'), 'dropped.png')
    await page.getByRole('button', { name: 'dropped.png' }).waitFor()
  })

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
    const kept = (await media()).find(({ name }) => name === 'portrait.png')
    expect(kept).toMatchObject({ alt: 'Mira at her desk', focus: { x: 0.52 } })
    expect(await content.page()).toContain('Mira at her desk')
  })

  it('asks before deleting an image in use, and restores it with Undo', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.getByRole('button', { name: /portrait\.png/ }).click()
    const dialog = page.getByRole('dialog', { name: 'portrait.png' })
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByText('This image is in use').waitFor()
    expect((await media()).some(({ name }) => name === 'portrait.png')).toBe(true)
    await dialog.getByRole('button', { name: 'Delete anyway' }).click()
    await page.getByText('Image deleted').waitFor()
    await eventually(async () => (await media()).some(({ name }) => name === 'portrait.png'), false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /portrait\.png/ }).waitFor()
  })
})
