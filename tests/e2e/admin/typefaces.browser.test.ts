import { beforeAll, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { currentPage } from './content.ts'
import { expectFine } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

const look = '/admin/settings?tab=theme'
const html = () => currentPage(site.url)

it('a pair of typefaces is shown in its own type, previewed, published, kept while another theme is on, and undone', async () => {
  const before = await html()
  const page = await site.visitAs(ada, look, { width: 1440, height: 900 })
  const radio = (name: string) => page.getByRole('radio', { name, exact: true })
  await radio('Bricolage & Hanken').waitFor()
  expect(await radio('Bricolage & Hanken').isChecked()).toBe(true)
  await page.locator('.typefaces-specimen').last().scrollIntoViewIfNeeded()
  const family = page.locator('.typefaces-specimen > :first-child').nth(1)
  expect(await family.evaluate((element) => getComputedStyle(element).fontFamily)).toContain(
    'editorial franklin Franklin',
  )
  // Drawn in it, not in what stands in for it.
  await eventually(
    () =>
      page.evaluate(() =>
        [...document.fonts].some(({ family, status }) => family.includes('franklin Franklin') && status === 'loaded'),
      ),
    true,
  )
  expect(await axeViolations(page)).toEqual([])

  const toggle = page.getByRole('button', { name: 'Preview', exact: true })
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  const drawnIn = () =>
    page
      .frameLocator('.preview-room iframe')
      .locator('html')
      .evaluate((root) => getComputedStyle(root).getPropertyValue('--display').split(',')[0])
  await radio('Franklin & Source Serif').check({ force: true })
  await eventually(drawnIn, '"Franklin"')
  expect(await html()).toBe(before)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Settings published').waitFor()
  await eventually(async () => (await html()).includes('--display:"Franklin"'), true)

  await page.getByRole('radio', { name: /^Literary/ }).check({ force: true })
  await radio('Alegreya').check({ force: true })
  await eventually(drawnIn, '"Alegreya"')
  await page.getByRole('radio', { name: /^Editorial/ }).check({ force: true })
  await eventually(drawnIn, '"Franklin"')
  await eventually(() => radio('Franklin & Source Serif').isChecked(), true)
  await page.getByRole('radio', { name: /^Literary/ }).check({ force: true })
  await eventually(drawnIn, '"Alegreya"')

  await page.goto('/admin/history')
  await page.getByText('Settings').first().waitFor()
  await expectFine(page, '/admin/history')
})

it('choices on a phone do not stick out', async () => {
  const page = await site.visitAs(ada, look, { width: 360 })
  await page.locator('.typefaces-specimen').last().waitFor()
  await expectFine(page, look)
})
