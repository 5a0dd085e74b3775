import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { encoding, eventually } from '../../support/browser.ts'
import { halves } from '../../support/pictures.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite({ empty: true })
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

let width = 40
const fresh = () => {
  width += 2
  return halves(width, 30, '#c04020', '#2040c0').png().toBuffer()
}
const stored = async () =>
  (await content.call<{ media: { name: string }[] }>('GET', '/media?limit=200')).media.map(({ name }) => name)
const file = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer })
const choose = (page: Page, files: ReturnType<typeof file>[]) =>
  page.getByLabel('Upload files').setInputFiles(files, encoding)
/** The tile of an image that is kept; while it is sent, its line has buttons of its name as well. */
const tile = (page: Page, name: string) => page.getByRole('list', { name: 'Images' }).getByRole('button', { name })
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' })

/** Gives files to the page as dropping or pasting them would. */
const give = (page: Page, kind: 'drop' | 'paste', { name, mimeType, buffer }: ReturnType<typeof file>) =>
  page.evaluate(
    ([how, called, type, base64]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], called, { type }))
      const options = { bubbles: true, cancelable: true }
      document.dispatchEvent(
        how === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      )
    },
    [kind, name, mimeType, buffer.toString('base64')] as const,
  )

describe('where nothing is yet', () => {
  it('Media offers the first step, and it can be taken there', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.getByRole('heading', { name: 'No images yet' }).waitFor()
    await page.getByLabel('Upload your first image').setInputFiles([file('first.png', await fresh())])
    await tile(page, 'first.png').waitFor(encoding)
  })

  it('History says that no change fits a filter, and takes it away', async () => {
    const page = await site.visitAs(ada, '/admin/history?collection=about')
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor({ state: 'detached' })
  })
})

describe('uploads', () => {
  it('accepts pasted images, except while a dialog is open', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.getByRole('heading', { name: 'Media', exact: true }).waitFor()
    await give(page, 'paste', file('pasted.png', await fresh()))
    await tile(page, 'pasted.png').click(encoding)
    await page.getByRole('dialog').waitFor()
    await give(page, 'paste', file('over.png', await fresh()))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await uploads(page).getByText('over.png').count()).toBe(0)
    expect(await stored()).not.toContain('over.png')
  })

  it('shows the progress of each upload and cancels one without a trace', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    const held: (() => void)[] = []
    await page.route('**/api/media', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue().catch(() => {})
    })
    await choose(page, [
      file('kept.png', await fresh()),
      file('stopped.png', await fresh()),
      file('third.png', await fresh()),
    ])
    for (const name of ['kept.png', 'stopped.png', 'third.png'])
      await page.getByRole('progressbar', { name: `Uploading ${name}` }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Cancel stopped.png' }).focus()
    await page.keyboard.press('Enter')
    await uploads(page).getByText('stopped.png').waitFor({ state: 'detached' })
    // The third takes the lane that is free now.
    await eventually(async () => held.length, 3)
    for (const go of held) go()
    for (const name of ['kept.png', 'third.png']) await tile(page, name).waitFor(encoding)
    expect(await stored()).not.toContain('stopped.png')
  })

  it('shows why an upload failed and retries it', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.route('**/api/media', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await choose(page, [file('again.png', await fresh())])
    await uploads(page).getByRole('alert').filter({ hasText: 'The connection was lost' }).waitFor()
    expect(await stored()).not.toContain('again.png')
    await page.unroute('**/api/media')
    await page.getByRole('button', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    await tile(page, 'again.png').waitFor(encoding)
  })

  it('rejects files by name that are not images or too large to read', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.getByRole('heading', { name: 'Media', exact: true }).waitFor()
    await give(page, 'drop', file('letter.docx', Buffer.from('PK'), 'application/msword'))
    const line = (name: string) => uploads(page).getByRole('listitem').filter({ hasText: name })
    await line('letter.docx').getByRole('alert').filter({ hasText: 'This file cannot be shown.' }).waitFor()
    await choose(page, [file('huge.png', randomBytes(7_000_000))])
    await line('huge.png').getByRole('alert').filter({ hasText: 'larger than 6 MB' }).waitFor()
    await page.getByRole('button', { name: 'Cancel letter.docx' }).click()
    await line('letter.docx').waitFor({ state: 'detached' })
  })

  it('shrinks images that exceed the limit before the upload', async () => {
    const large = await halves(1500, 1500, '#c04020', '#2040c0').png({ compressionLevel: 0 }).toBuffer()
    expect(large.length).toBeGreaterThan(6 * 1024 * 1024)
    const page = await site.visitAs(ada, '/admin/media')
    await choose(page, [file('large.png', large)])
    await tile(page, 'large.jpg').waitFor(encoding)
  })

  it('recognizes an image that already exists and stores nothing twice', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    const bytes = await fresh()
    await choose(page, [file('once.png', bytes)])
    await tile(page, 'once.png').waitFor(encoding)
    const before = await stored()
    await choose(page, [file('twice.png', bytes)])
    await page.getByText('This file already exists.').waitFor(encoding)
    expect(await stored()).toEqual(before)
  })
})
