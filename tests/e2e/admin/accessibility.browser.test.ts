import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { faultsInEach, faultsOf, goTo } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

it('what is wrong in the dark alone can be seen to fail', async () => {
  const page = await site.visitAs(ada, '/admin')
  await page.locator('main h1').waitFor()
  // A rule of a style sheet holds for a heading that is rendered again as well.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('main h1 { color: light-dark(black, #222) !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  const found = await faultsInEach(page, 'a heading')
  expect(found).toEqual([expect.stringMatching(/^a heading, 360 px, dark: color-contrast/)])
  await page.emulateMedia({ colorScheme: 'light' })
  await eventually(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme), 'light')
  expect(await faultsOf(page, 'a heading')).toEqual([])
})

describe('nothing that axe finds, and no sideways scrolling, have', () => {
  it('screens that still load', async () => {
    const page = await site.openAs(ada)
    await page.route(/\/api\/(entries|messages|settings|media|changes)/, () => undefined)
    const found: string[] = []
    for (const address of ['/admin', '/admin/media', '/admin/settings']) {
      await page.goto(address)
      await page.locator('main h1').waitFor()
      await page.getByRole('status').filter({ hasText: 'Loading' }).first().waitFor()
      found.push(...(await faultsInEach(page, `${address}, loading`)))
    }
    expect(found).toEqual([])
  })

  it('menus', async () => {
    const page = await site.visitAs(ada, '/admin', { width: 360 })
    await page.locator('main h1').waitFor()
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('link', { name: 'Settings' }).waitFor()
    const found = await faultsInEach(page, 'the menu')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    found.push(...(await faultsInEach(page, 'the account’s menu')))
    expect(found).toEqual([])
  })

  it('palette and shortcuts', async () => {
    const page = await site.visitAs(ada, '/admin')
    await page.locator('main h1').waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search screens, entries and actions' }).fill('mira')
    await page.getByRole('option', { name: /Mira/ }).first().waitFor()
    const found = await faultsInEach(page, 'the palette')
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('dialog').count(), 0)
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    found.push(...(await faultsInEach(page, 'the shortcuts')))
    expect(found).toEqual([])
  })

  it('a refused form beside its preview, and chosen rows', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create', { width: 1280 })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Title is required.').waitFor()
    const found = await faultsInEach(page, 'a refused form')
    await page.goto('/admin/chat')
    await page.getByRole('checkbox', { name: 'Select Ingrid Aune' }).click()
    await page.getByRole('toolbar', { name: 'Selected entries' }).waitFor()
    found.push(...(await faultsInEach(page, 'chosen rows')))
    expect(found).toEqual([])
  })

  it('texts from right to left, which keep their order', async () => {
    const title = 'فهرس الميناء (2024)!'
    const [service] = await content.list('services')
    const at = `/entries/services/${service?.id}`
    await content.call('PATCH', at, { data: { title }, publish: false }, service?.version)
    const page = await site.openAs(ada)
    await goTo(page, '/admin/service')
    // The mark at the end of the sentence stands at its left.
    const [mark, first] = await page.getByRole('link', { name: title }).evaluate((link) => {
      const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode() as Text
      return [text.length - 1, 0].map((index) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + 1)
        return range.getBoundingClientRect().left
      })
    })
    expect(mark).toBeLessThan(first ?? 0)
    const found = await faultsInEach(page, 'a title from right to left')
    await goTo(page, `/admin/service/edit/${service?.id}`)
    found.push(...(await faultsInEach(page, 'its form')))
    expect(await page.getByLabel('Title').evaluate((field) => getComputedStyle(field).unicodeBidi)).toBe('plaintext')
    await content.call('DELETE', `${at}/draft`)
    expect(found).toEqual([])
  })

  it('the changes that are not yet visible, and the times of an entry', async () => {
    const [service] = await content.list('services')
    const at = `/entries/services/${service?.id}`
    await content.call('PATCH', at, { data: { title: 'A changed title' }, publish: false }, service?.version)
    await content.call('PUT', `${at}/schedule`, { publishAt: new Date(Date.now() + 86_400_000).toISOString() })
    const page = await site.visitAs(ada, '/admin/service')
    await page.getByText('Publishes on').waitFor()
    const found = await faultsInEach(page, 'a scheduled entry')
    await page.getByRole('button', { name: 'not yet visible' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish all' }).waitFor()
    found.push(...(await faultsInEach(page, 'changes that are not yet visible')))
    await page.goto(`/admin/service/edit/${service?.id}`)
    await page.getByRole('button', { name: 'Other actions' }).click()
    await page.getByRole('menuitem', { name: 'Publish at a time' }).click()
    await page.getByRole('dialog').getByLabel('Publish at', { exact: true }).waitFor()
    found.push(...(await faultsInEach(page, 'the times of an entry')))
    expect(found).toEqual([])
  })

  it('a row’s menu, an image’s dialog and a difference', async () => {
    const page = await site.visitAs(ada, '/admin/chat')
    await page.getByRole('button', { name: 'More' }).first().click()
    await page.getByRole('menuitem', { name: 'History' }).waitFor()
    const found = await faultsInEach(page, 'a row’s menu')
    await page.goto('/admin/media')
    await page.locator('.media-tile:has(img)').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor()
    found.push(...(await faultsInEach(page, 'an image’s dialog')))
    await page.goto('/admin/history')
    await page.getByRole('button', { name: 'Difference' }).first().click()
    await page.locator('.change-fields').waitFor()
    found.push(...(await faultsInEach(page, 'a difference')))
    expect(found).toEqual([])
  })
})
