import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { contentOf } from '../../tests/e2e/admin/content.ts'
import { ada, ownedSite } from '../../tests/e2e/admin/people.ts'
import { eventually } from '../../tests/support/browser.ts'

vi.setConfig({ testTimeout: 180_000 })

const site = ownedSite({ empty: true })
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

/** 1 Mbit/s both ways. */
const line = { latency: 40, downloadThroughput: 125_000, uploadThroughput: 125_000 }
/** A picture that such a line needs about four seconds for. */
const picture = async (name: string) => {
  const raw = { width: 480, height: 360, channels: 3 } as const
  const buffer = await sharp(randomBytes(480 * 360 * 3), { raw })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Opens the form of a project, and only then slows the line down. */
const slowForm = async (page: Page, title: string) => {
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', { offline: false, ...line })
  await page.locator('[data-field=image] input[type=file]').setInputFiles([await picture(`${title}.png`)])
  return {
    press: async (name: string) => {
      const isInMenu = name === 'Save as draft and add another'
      if (isInMenu) await page.getByRole('button', { name: 'Other actions' }).click({ timeout: 60_000 })
      await page.getByRole(isInMenu ? 'menuitem' : 'button', { name, exact: true }).click({ timeout: 60_000 })
    },
    cut: (offline: boolean) => network.send('Network.emulateNetworkConditions', { offline, ...line }),
  }
}

const project = async (title: string) => (await content.list('projects')).find(({ data }) => data.title === title)
/** Name of the picture that a project has on the server; undefined while there is none. */
const pictureOf = async (title: string) => {
  const { media } = await content.call<{ media: { id: string; name: string }[] }>('GET', '/media?limit=200')
  const id = (await project(title))?.data.image
  return media.find((item) => item.id === id)?.name
}
const arrives = (title: string) => eventually(() => pictureOf(title), `${title}.png`, 120_000)

describe('a picture on a line of 1 Mbit/s', () => {
  for (const [button, status] of [
    ['Save as draft', 'draft'],
    ['Save as draft and add another', 'draft'],
    ['Publish', 'published'],
    ['Publish and add another', 'published'],
  ] as const)
    it(`is in its project when ${button} was pressed at once`, async () => {
      const page = await site.visitAs(ada, '/admin/portfolio/create')
      const { press } = await slowForm(page, button)
      const pressed = Date.now()
      await press(button)
      await arrives(button)
      // On a quick line the press would have been late, and nothing shown.
      expect(Date.now() - pressed).toBeGreaterThan(2000)
      await eventually(async () => (await project(button))?.status, status, 60_000)
    })

  it('is in its draft when the line was cut on its way', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create')
    const { press, cut } = await slowForm(page, 'Cut')
    await press('Save as draft')
    await eventually(async () => (await project('Cut'))?.status, 'draft', 60_000)
    await cut(true)
    expect(await pictureOf('Cut')).toBeUndefined()
    await cut(false)
    await arrives('Cut')
  })

  it('is in its draft when the tab was closed on its way, and the admin opened again', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create')
    const { press } = await slowForm(page, 'Closed')
    await press('Save as draft')
    await eventually(async () => (await project('Closed'))?.status, 'draft', 60_000)
    const context = page.context()
    // The browser asks as long as it has no copy of the file; who is asked stays.
    page.on('dialog', (dialog) => dialog.dismiss())
    await eventually(async () => {
      if (!page.isClosed()) await page.close({ runBeforeUnload: true })
      return page.isClosed()
    }, true)
    expect(await pictureOf('Closed')).toBeUndefined()
    const again = await context.newPage()
    await again.goto(`${site.url}/admin`)
    await arrives('Closed')
  })
})
