import { beforeAll, describe, expect, it } from 'vitest'
import { appearances } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { contentOf } from './content.ts'
import { contentScreens, expectFine, goTo } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
const content = contentOf(site)
beforeAll(() => site.register(ada, { claim: true }))

it('what is wrong in the dark alone can be seen to fail', async () => {
  const page = await site.visitAs(ada, '/admin', { width: 1280, colorScheme: 'dark' })
  await page.locator('main h1').evaluate((heading) => {
    heading.style.color = 'light-dark(black, #222)'
  })
  await expect(expectFine(page, 'a heading')).rejects.toThrow(/a heading: expected/)
  await page.emulateMedia({ colorScheme: 'light' })
  await eventually(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme), 'light')
  await expectFine(page, 'a heading')
})

describe.each(appearances)('$width px wide, $colorScheme', ({ width, colorScheme }) => {
  it.each(Object.entries(contentScreens))(
    '%s have nothing that axe finds, and no sideways scrolling',
    async (_, addresses) => {
      const [project] = await content.list('projects')
      // So high that the bar at the foot of a form lies over nothing: what is under it can be scrolled out.
      // The pane of the preview stands beside the refused form below.
      const isForm = addresses.some((address) => address.endsWith('/create'))
      const page = await site.openAs(ada, { width: isForm ? Math.min(width, 1100) : width, colorScheme, height: 3000 })
      for (const address of addresses) {
        await goTo(page, address.endsWith('/edit/') ? address + project?.id : address)
        await expectFine(page, address)
      }
    },
  )

  it('neither have a refused form and chosen rows', async () => {
    const page = await site.visitAs(ada, '/admin/portfolio/create', { width, colorScheme })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Title is required.').waitFor()
    await expectFine(page, 'a refused form')
    await page.goto('/admin/chat')
    await page.getByRole('checkbox', { name: 'Select Ingrid Aune' }).click()
    await page.getByRole('toolbar', { name: 'Selected entries' }).waitFor()
    await expectFine(page, 'chosen rows')
  })

  it('neither have texts from right to left, which keep their order', async () => {
    const title = 'فهرس الميناء (2024)!'
    const [service] = await content.list('services')
    const at = `/entries/services/${service?.id}`
    await content.call('PATCH', at, { data: { title }, publish: false }, service?.version)
    const page = await site.openAs(ada, { width, colorScheme })
    await goTo(page, '/admin/service')
    await expectFine(page, 'a title from right to left')
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
    await goTo(page, `/admin/service/edit/${service?.id}`)
    await expectFine(page, 'its form')
    expect(await page.getByLabel('Title').evaluate((field) => getComputedStyle(field).unicodeBidi)).toBe('plaintext')
    await content.call('DELETE', `${at}/draft`)
  })

  it('neither have the changes that are not yet visible, and the times of an entry', async () => {
    const [service] = await content.list('services')
    const at = `/entries/services/${service?.id}`
    await content.call('PATCH', at, { data: { title: 'A changed title' }, publish: false }, service?.version)
    await content.call('PUT', `${at}/schedule`, { publishAt: new Date(Date.now() + 86_400_000).toISOString() })
    const page = await site.visitAs(ada, '/admin/service', { width, colorScheme })
    await page.getByText('Publishes on').waitFor()
    await expectFine(page, 'a scheduled entry')
    await page.getByRole('button', { name: 'not yet visible' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish all' }).waitFor()
    await expectFine(page, 'changes that are not yet visible')
    await page.goto(`/admin/service/edit/${service?.id}`)
    await page.getByRole('button', { name: 'Other actions' }).click()
    await page.getByRole('menuitem', { name: 'Publish at a time' }).click()
    await page.getByRole('dialog').getByLabel('Publish at', { exact: true }).waitFor()
    await expectFine(page, 'the times of an entry')
  })

  it('neither have a row’s menu, an image’s dialog and a difference', async () => {
    const page = await site.visitAs(ada, '/admin/chat', { width, colorScheme })
    await page.getByRole('button', { name: 'More' }).first().click()
    await page.getByRole('menuitem', { name: 'History' }).waitFor()
    await expectFine(page, 'a row’s menu')
    await page.goto('/admin/media')
    await page.locator('.media-tile:has(img)').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor()
    await expectFine(page, 'an image’s dialog')
    await page.goto('/admin/history')
    await page.getByRole('button', { name: 'Difference' }).first().click()
    await page.locator('.change-fields').waitFor()
    await expectFine(page, 'a difference')
  })
})
