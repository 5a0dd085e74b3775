import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { encode } from 'uqr'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite({ empty: true })
const content = contentOf(site)
let project: { id: string }

beforeAll(async () => {
  await site.register(ada, { claim: true })
  const data = { title: 'Harbour', slug: 'harbour', summary: 'Boats of seven islands.', body: 'Text.' }
  project = await content.create('projects', data, true)
})

const share = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const openPreview = async (page: Page) => {
  await share(page, 'Link preview…')
  const dialog = page.getByRole('dialog', { name: 'Link preview' })
  await dialog.locator('.link-view').first().waitFor()
  return dialog
}

const saved = async (page: Page, name: string) => {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

describe('Share', () => {
  it('shows a project as a search result and as networks and messengers crop its card', async () => {
    const page = await site.visitAs(ada, `/admin/portfolio/edit/${project.id}`)
    const dialog = await openPreview(page)
    await dialog.locator('.link-search').getByText('Boats of seven islands.').waitFor()
    const images = dialog.locator('img.link-image')
    expect(await images.count()).toBe(3)
    await eventually(
      () => images.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth)),
      [1200, 1200, 1200],
    )
    const shapes = await images.evaluateAll((all) =>
      all.map((image) => Math.round((image.clientWidth / image.clientHeight) * 100) / 100),
    )
    expect(shapes).toEqual([1.91, 2, 1])
    expect(await axeViolations(page)).toEqual([])
  })

  it('saves the QR code of any address as SVG and PNG', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    await share(page, 'QR code…')
    const dialog = page.getByRole('dialog', { name: 'QR code' })
    const address = 'https://mira.example/projects/harbour?from=card'
    await dialog.getByLabel('The QR code leads to').fill(address)
    const { size, data } = encode(address, { border: 4 })

    const svg = await saved(page, 'Save as SVG')
    expect(svg.name).toBe('qr-mira.example-projects-harbour-from-card.svg')
    const drawn = await sharp(svg.bytes)
      .resize(size * 4)
      .removeAlpha()
      .greyscale()
      .raw()
      .toBuffer()
    const modules = data.map((row, y) => row.map((_, x) => (drawn[(y * 4 + 2) * size * 4 + x * 4 + 2] ?? 0) < 128))
    expect(modules).toEqual(data)

    const png = await saved(page, 'Save as PNG')
    const { width = 0, format } = await sharp(png.bytes).metadata()
    expect([format, width % size, width >= 1000]).toEqual(['png', 0, true])
    const side = width / size
    const dots = await sharp(png.bytes).removeAlpha().greyscale().raw().toBuffer()
    const inPng = data.map((row, y) =>
      row.map((_, x) => (dots[Math.round((y + 0.5) * side) * width + Math.round((x + 0.5) * side)] ?? 0) < 128),
    )
    expect(inPng).toEqual(data)
  })

  it('offers the card for address books of the home page', async () => {
    const page = await site.visitAs(ada, '/admin/settings')
    await page.getByRole('button', { name: 'Share' }).click()
    const href = await page.getByRole('menuitem', { name: 'Card for address books' }).getAttribute('href')
    const answer = await fetch(new URL(href ?? '', site.url))
    expect(answer.headers.get('content-type')).toBe('text/vcard; charset=utf-8')
    expect(await answer.text()).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0\r\n/)
  })

  it('is one menu, by keyboard alone, and says what a draft cannot yet', async () => {
    const page = await site.visitAs(ada, `/admin/portfolio/edit/${project.id}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const button = page.getByRole('button', { name: 'Share' })
    await page.locator('button:enabled', { hasText: 'Share' }).focus()
    await page.keyboard.press('Enter')
    const items = page.getByRole('menuitem')
    await eventually(() => items.allTextContents(), ['Link for review…', 'Copy link', 'Link preview…', 'QR code…'])
    await eventually(() => items.first().evaluate((item) => item === document.activeElement), true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Link copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/projects/harbour`)
    await eventually(() => button.evaluate((element) => element === document.activeElement), true)

    const { id } = await content.create('projects', { title: 'Later', slug: 'later' }, false)
    await page.goto(`/admin/portfolio/edit/${id}`)
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByText('Its own address works once it is published.').waitFor()
    expect(await items.allTextContents()).toEqual(['Link for review…'])
  })

  it('copies links also where the browser has no clipboard, as at an address without TLS, and says when it cannot', async () => {
    const page = await site.openAs(ada)
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })
      document.addEventListener('copy', ({ clipboardData }) =>
        Object.assign(window, { copied: clipboardData?.getData('text/plain') }),
      )
    })
    const copied = () => page.evaluate(() => (window as { copied?: string }).copied)
    await page.goto(`/admin/portfolio/edit/${project.id}`)
    await share(page, 'Copy link')
    await page.getByText('Link copied').waitFor()
    expect(await copied()).toBe(`${site.url}/projects/harbour`)

    const { id } = await content.create('projects', { title: 'Reviewed', slug: 'reviewed' }, false)
    await page.goto(`/admin/portfolio/edit/${id}`)
    await share(page, 'Link for review…')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create a link' }).click()
    await page.getByText('Link created and copied').waitFor()
    const link = (await copied()) ?? ''
    expect(link).toMatch(/\/share\/[\w-]{43}$/)
    await page.evaluate(() => Object.assign(window, { copied: undefined }))
    const told = dialog.getByRole('button', { name: 'Copied' })
    // It says so for two seconds.
    await Promise.all([told.waitFor(), dialog.getByRole('button', { name: 'Copy' }).click()])
    expect(await copied()).toBe(link)

    await page.evaluate(() => Object.assign(document, { execCommand: () => false }))
    await eventually(() => told.count(), 0)
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Not copied').waitFor()
  })

  it('fits a phone', async () => {
    const page = await site.visitAs(ada, `/admin/portfolio/edit/${project.id}`, { width: 360 })
    await openPreview(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })
})
