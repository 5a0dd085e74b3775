import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/browser.ts'
import { samplePdf } from '../support/sample-pdf.ts'
import { cleanable, elsewhere, logos, refused } from '../support/svg-corpus.ts'
import { ada, ownedSite } from './admin/people.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

interface Uploaded {
  id: string
  url: string
  width: number
  height: number
}

const upload = async (file: string | Uint8Array, name: string) => {
  const [answer] = await site.uploadAs<Uploaded>(ada, [[name, file]])
  if (answer?.status !== 201) throw new Error(`${name} was answered with ${answer?.status}.`)
  return answer.body
}

describe('an SVG that was uploaded', () => {
  /** What a page asks of the places that hostile files name. */
  const listen = async (page: Page): Promise<string[]> => {
    const asked: string[] = []
    await page.route(`${elsewhere}/**`, (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'image/png', body: '' })
    })
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })
    return asked
  }

  it('neither runs nor fetches anything, opened on its own or in an image, whatever it held', async () => {
    const files = Object.entries({ ...cleanable, ...refused })
    const answers = await site.uploadAs<Uploaded>(
      ada,
      files.map(([name, file]) => [`${name}.svg`, file]),
    )
    const outcomes = files.map(([name], n) => [name, answers[n]?.status === 201])
    expect(outcomes).toEqual(files.map(([name]) => [name, name in cleanable]))
    const urls = answers.flatMap(({ status, body }) => (status === 201 ? [body.url] : []))

    const page = await site.visitAs(ada, '/admin/media')
    const asked = await listen(page)
    for (const url of urls) {
      const response = await page.goto(site.url + url)
      expect(response?.headers()).toMatchObject({
        'content-type': 'image/svg+xml',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      expect(await page.title()).not.toBe('ran')
    }
    await page.goto(`${site.url}/`)
    const title = await page.title()
    const widths = await page.evaluate(
      (all) =>
        Promise.all(
          all.map(async (url) => {
            const image = document.body.appendChild(new Image())
            image.src = url
            await image.decode()
            return image.naturalWidth
          }),
        ),
      urls,
    )
    expect(Math.min(...widths)).toBeGreaterThan(0)
    expect([asked, await page.title()]).toEqual([[], title])
  })

  it('would fail these tests as it was: unsanitized, it fetches', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    const asked = await listen(page)
    const body = cleanable['an image elsewhere'] ?? ''
    await page.route('**/raw.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
    await page.goto(`${site.url}/raw.svg`)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
  })

  it('is shown whole on the page, by an <img> without variants', async () => {
    const [logo] = Object.values(logos)
    const body = await upload(logo?.text ?? '', 'logo.svg')
    const page = await site.visitAs(ada, '/admin/media')
    await page.getByRole('button', { name: /^logo\.svg/ }).click()
    const dialog = page.getByRole('dialog', { name: 'logo.svg' })
    await dialog.getByRole('button', { name: /Focal point/ }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Crop' }).count()).toBe(0)
    expect([body.width, body.height]).toEqual([512, 256])
  })
})

describe('a PDF that was uploaded', () => {
  it('becomes the CV in Settings: uploaded in place, downloaded by visitors under its name', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=links')
    const field = page.locator('[data-field=cv]')
    await field.locator('input[type=file]').setInputFiles({
      name: 'Adas CV – 2026.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(samplePdf('Ada')),
    })
    await field.getByRole('link', { name: 'Adas CV – 2026.pdf' }).waitFor()
    const url = await field.getByRole('textbox').inputValue()
    expect(url).toMatch(/^\/media\/[0-9a-f]{16}\.pdf$/)
    const statusForVisitors = async () => (await fetch(site.url + url)).status
    // The owner's alone until it is published.
    expect([await statusForVisitors(), (await page.request.get(site.url + url)).status()]).toEqual([404, 200])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await eventually(statusForVisitors, 200)
    const response = await fetch(site.url + url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Adas CV  2026.pdf"; filename*=UTF-8''Adas%20CV%20%E2%80%93%202026.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'none',
    })
    const ranged = await fetch(site.url + url, { headers: { range: 'bytes=0-3' } })
    expect([ranged.status, (await ranged.arrayBuffer()).byteLength]).toEqual([200, samplePdf('Ada').length])
  })

  it('is named in Settings also when it is there before the list of files', async () => {
    const page = await site.openAs(ada)
    const kept = Promise.withResolvers<void>()
    let asked = 0
    await page.route(/\/api\/media\?kind=file/, async (route) => {
      asked += 1
      const response = await route.fetch()
      if (asked === 1) await kept.promise
      await route.fulfill({ response }).catch(() => {})
    })
    await page.goto(`${site.url}/admin/settings?tab=links`)
    const field = page.locator('[data-field=cv]')
    await expect.poll(() => asked).toBe(1)
    await field.locator('input[type=file]').setInputFiles({
      name: 'Early.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(samplePdf('Early')),
    })
    await expect.poll(() => field.getByRole('textbox').inputValue()).toMatch(/^\/media\//)
    // The list as it was before the upload.
    kept.resolve()
    await field.getByRole('link', { name: 'Early.pdf' }).waitFor()
  })

  it('is chosen from the files of Media', async () => {
    await upload(samplePdf('Other'), 'other.pdf')
    const page = await site.visitAs(ada, '/admin/settings?tab=links')
    const field = page.locator('[data-field=cv]')
    await field.getByRole('button', { name: 'Choose a file' }).click()
    await page
      .getByRole('dialog', { name: 'Choose a file' })
      .getByRole('button', { name: /other\.pdf/ })
      .click()
    await field.getByRole('link', { name: 'other.pdf' }).waitFor()
  })
})
