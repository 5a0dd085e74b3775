import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { shareLinkDays } from '../../../src/model/publishing/share-link.ts'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { halves } from '../../support/pictures.ts'
import { addressesOf } from '../../support/public-addresses.ts'
import { contentOf } from './content.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite({ empty: true })
const content = contentOf(site)
const secret = 'Harbour of the seventh draft'
let project: { id: string }
interface Image {
  id: string
  variants: { webp: { url: string }[] }
}
let image: Image

beforeAll(async () => {
  await site.register(ada, { claim: true })
  const picture = await halves(640, 400, '#204060', '#c0a040').png().toBuffer()
  const [answer] = await site.uploadAs<Image>(ada, [['harbour.png', picture]])
  if (answer?.status !== 201) throw new Error('The picture was not taken.')
  image = answer.body
  const data = { title: secret, slug: 'seventh-draft', image: image.id, body: 'Only reviewers read this.' }
  project = await content.create('projects', data, false)
})

const form = () => `/admin/portfolio/edit/${project.id}`
const address = () => image.variants.webp[0]?.url ?? ''
const statusOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(new URL(path, site.url), { headers })).status
const linkOn = async (page: Awaited<ReturnType<typeof site.visitAs>>) =>
  /http\S+\/share\/[\w-]{43}/.exec(
    (await page.getByRole('dialog', { name: 'Links for review' }).textContent()) ?? '',
  )?.[0] ?? ''

const openLinks = async (page: Page, address: string) => {
  await page.goto(address)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: 'Link for review…' }).click()
  return page.getByRole('dialog', { name: 'Links for review' })
}

describe('a link for the review of a draft', () => {
  let link = ''

  it('is made on the form, and shows the draft with its image to whoever has it', async () => {
    const page = await site.openAs(ada)
    const links = await openLinks(page, form())
    await links.getByLabel('Works for').selectOption(`${shareLinkDays.at(-1)} days`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await links.getByRole('button', { name: 'Create a link' }).click()
    await page.getByText('Link created and copied').waitFor()
    await links.getByText('Works until').waitFor()
    link = await linkOn(page)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    expect(await axeViolations(page)).toEqual([])
    const reviewer = await site.visit(link)
    await reviewer.getByRole('heading', { level: 1, name: secret }).waitFor()
    await reviewer.getByText('Draft, shown for review until').waitFor()
    const shown = reviewer.locator('.project-image img')
    await eventually(
      () => shown.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0),
      true,
    )
    expect(await reviewer.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(await axeViolations(reviewer)).toEqual([])
  })

  it('says its line on a phone, too, in light and dark, without scripts', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await site.visit(link, { width: 360, colorScheme, javaScriptEnabled: false })
      await page.getByText('Draft, shown for review until').waitFor()
      expect(await page.locator('html').evaluate((root) => root.scrollWidth)).toBe(360)
    }
  })

  it('is the only way to the draft: a crawler without it finds nothing, the owner’s browser its image', async () => {
    const found = await addressesOf(site.url)
    expect(found.size).toBeGreaterThan(5)
    for (const [path, body] of found) {
      for (const trace of [secret, 'seventh-draft', 'Only reviewers', image.id, address().slice(7, 23)])
        expect(body, path).not.toContain(trace)
    }
    expect([await statusOf('/projects/seventh-draft'), await statusOf(address())]).toEqual([404, 404])
    expect(await statusOf(address(), await site.headersOf(ada))).toBe(200)
    const missing = await (await fetch(`${site.url}/no/such/page`)).text()
    const forged = await fetch(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)
    expect([forged.status, await forged.text()]).toEqual([404, missing])
  })

  it('is revoked on the form, and works again after Undo', async () => {
    const page = await site.openAs(ada)
    const links = await openLinks(page, form())
    await links.getByRole('button', { name: /^Revoke the link/ }).click()
    await page.getByText('Link revoked').hover()
    // The list is read again after the message: its old row would pass for the one that Undo brings back.
    await links.getByText('Works until').waitFor({ state: 'detached' })
    expect(await statusOf(link)).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await links.getByText('Works until').waitFor()
    expect(await statusOf(link)).toBe(200)
    await page.goto('/admin/history')
    await page.getByText('Link for review revoked').waitFor()
  })

  it('is no longer offered once everything is published, and shows the page’s own image', async () => {
    await content.call('POST', `/entries/projects/${project.id}/publication`)
    await eventually(() => statusOf(address()), 200)
    await eventually(() => statusOf('/projects/seventh-draft'), 200)
    const page = await site.openAs(ada)
    await openLinks(page, form())
    await page.getByText('Everything is published. The links show the same as the page.').waitFor()
    expect(await page.getByRole('button', { name: 'Create a link' }).count()).toBe(0)
    const reviewer = await site.visit(link)
    expect(await reviewer.getByText('Draft, shown for review').count()).toBe(0)
    await reviewer.getByRole('link', { name: 'Published. Open its public page' }).click()
    await reviewer.waitForURL('**/projects/seventh-draft')
    await reviewer.getByRole('heading', { level: 1, name: secret }).waitFor()
  })

  it('shows the draft of a page as well, copied from the list of what visitors do not see, at no address of the site', async () => {
    const blocks = [{ id: 'a', kind: 'text', markdown: 'Half a day: to be agreed.' }]
    await content.create('pages', { title: 'Seventh prices', slug: 'seventh-prices', blocks }, false)
    const page = await site.visitAs(ada, '/admin')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: '1 change not yet visible' }).click()
    await page.getByRole('button', { name: 'Copy link for review' }).click()
    await page.getByText('Link created and copied').waitFor()
    const reviewer = await site.visit(await page.evaluate(() => navigator.clipboard.readText()))
    await reviewer.getByRole('heading', { level: 1, name: 'Seventh prices' }).waitFor()
    await reviewer.getByText('Half a day: to be agreed.').waitFor()
    expect(await axeViolations(reviewer)).toEqual([])
    expect(await statusOf('/seventh-prices')).toBe(404)
  })
})
