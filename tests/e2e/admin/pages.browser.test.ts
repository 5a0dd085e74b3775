import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { addressesOf } from '../../support/public-addresses.ts'
import { sideways } from '../site.ts'
import { contentOf } from './content.ts'
import { expectFine, goTo } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const still = { reducedMotion: 'reduce' } as const
const statusOf = async (path: string) => (await fetch(site.url + path, { redirect: 'manual' })).status
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).click()

describe('The owner’s pages', () => {
  it('begin, on a German site, with a German imprint by keyboard, which waits for what only the owner knows', async () => {
    await content.call('PATCH', '/settings', { language: 'de' })
    const page = await site.visitAs(ada, '/admin/page', { width: 1280 })
    await page.getByRole('heading', { name: 'No pages yet' }).waitFor()
    await page.getByRole('button', { name: 'New page from…' }).focus()
    await page.keyboard.press('Enter')
    const items = page.getByRole('menuitem')
    // The language of the site may be known after the menu is open.
    await eventually(
      () => items.allTextContents(),
      ['Impressum', 'Datenschutz', 'Barrierefreiheit', 'Imprint', 'Privacy', 'Accessibility'],
    )
    await page.getByText('No legal advice').waitFor()
    await eventually(() => items.first().evaluate((item) => item.closest('[role=menu]') !== null), true)
    await items.first().focus()
    await page.keyboard.press('Enter')

    const preview = page.frameLocator('iframe')
    await preview.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor()
    const notice = page.getByRole('group', { name: 'To be filled in before it is published' })
    await notice.getByText('Straße und Hausnummer').waitFor()
    await publish(page)
    await page.getByText('Fill in what stands between [[ and ]]: Straße und Hausnummer').first().waitFor()
    expect([await statusOf('/impressum'), await content.page()]).toEqual([
      404,
      expect.not.stringContaining('impressum'),
    ])

    const text = page.locator('.text-block textarea')
    const started = await text.inputValue()
    expect(started).toContain('Mira Solberg')
    await text.fill(started.replace(/\[\[[^\]]*\]\]/g, 'Ganz genau'))
    await eventually(() => notice.count(), 0)
    await preview.getByText('Telefon: Ganz genau').waitFor()
    await publish(page)
    await eventually(() => statusOf('/impressum'), 200)
    await eventually(async () => (await content.page()).includes('/impressum'), true)
  })

  it('are linked in the footer, and stand there at 320 px in both colours, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await site.visit('/', { ...still, width: 320, height: 800, javaScriptEnabled })
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' })
      await link.scrollIntoViewIfNeeded()
      await link.click()
      await page.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/impressum')
      expect(await page.title()).toBe('Impressum – Mira Solberg')
      expect(await page.locator('html').getAttribute('lang')).toBe('de')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await sideways(page)).toEqual([])
        if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([])
      }
    }
  })

  it('become a section of the one page with a link in the navbar, and their address leads there', async () => {
    const page = await site.visitAs(ada, '/admin/page/create')
    await page.getByLabel('Title').fill('Preise und Donaudampfschifffahrtsgesellschaft')
    expect(await page.getByLabel('Address').inputValue()).toBe('preise-und-donaudampfschifffahrtsgesellschaft')
    await page.getByLabel('Address').fill('design')
    await page.getByLabel('Placement').selectOption('Section')
    await page.getByLabel('Link in').selectOption('Navbar')
    await publish(page)
    await page.getByText('“design” is already the address of the category “Design”').waitFor()
    await page.getByLabel('Address').fill('preise')
    await publish(page)
    await page.getByRole('table', { name: 'Pages' }).getByText('Section', { exact: true }).waitFor()
    await eventually(async () => (await content.page()).includes('id="page-preise"'), true)
    const visitor = await site.open(still)
    for (const width of [320, 900, 1280]) {
      await visitor.setViewportSize({ width, height: 800 })
      await visitor.goto('/preise')
      await eventually(async () => new URL(visitor.url()).hash, '#page-preise')
      await visitor.getByRole('heading', { level: 2, name: 'Preise und' }).waitFor()
      expect(await sideways(visitor), `${width} px`).toEqual([])
      if (width === 1280) {
        const link = visitor.getByRole('navigation').getByRole('link', { name: 'Preise und' })
        await eventually(() => link.getAttribute('aria-current'), 'true')
        expect(await axeViolations(visitor)).toEqual([])
      }
    }
  })

  it('have no dead link anywhere on the site', async () => {
    const addresses = await addressesOf(site.url)
    expect([...addresses.keys()]).toEqual(expect.arrayContaining(['/impressum']))
    const linked = [...addresses.values()].flatMap((body) => [...body.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)])
    const paths = [...new Set(linked.map(([, path]) => path ?? ''))]
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 200])
  })

  it('have a table and a form without anything that axe finds, on a phone too', async () => {
    const [imprint] = await content.list('pages')
    const page = await site.openAs(ada, { height: 3000 })
    for (const address of ['/admin/page', `/admin/page/edit/${imprint?.id}`]) {
      await goTo(page, address)
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 3000 })
        await expectFine(page, `${address} at ${width} px`)
      }
    }
  })
})
