import { beforeAll, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { foreignTheme, themeZip } from '../../support/themes.ts'
import { currentPage } from './content.ts'
import { expectFine } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

const html = () => currentPage(site.url)
const look = '/admin/settings?tab=theme'
const zip = (changed = {}) => ({
  name: 'harbour.zip',
  mimeType: 'application/zip',
  buffer: themeZip(foreignTheme(changed)),
})
const rule = '.home-name{display:none}'
const hiding = { 'theme.css': '.home-name { display: none }' }

it('a theme of somebody else is refused with each problem beside the field, added, chosen, and left with one click', async () => {
  const page = await site.visitAs(ada, look, { width: 360 })
  const field = page.getByLabel('Add a theme')
  const before = await html()
  await field.setInputFiles(zip({ 'x.js': 'alert(1)', 'theme.css': '\n@import "x";' }))
  const refused = page.getByRole('alert').filter({ hasText: 'harbour.zip was not added.' })
  await refused.getByText('A theme has no scripts and no documents. Remove this file.').waitFor()
  expect(await refused.getByRole('listitem').allInnerTexts()).toEqual([
    'x.js\nA theme has no scripts and no documents. Remove this file.',
    'theme.css:2\n@import is not allowed here.',
  ])
  expect(await axeViolations(page)).toEqual([])
  await field.setInputFiles({ ...zip(), buffer: Buffer.alloc(6 * 2 ** 20) })
  await page.getByText('harbour.zip was not added: a theme has at most 5 MB.').waitFor()

  await field.setInputFiles(zip(hiding))
  await page.getByText('Harbour is among the themes above. Choose it there.').waitFor()
  await expectFine(page, look)
  await page.getByRole('radio', { name: /^Harbour/ }).check({ force: true })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Settings published').waitFor()
  expect(await html()).toContain(rule)

  await page.getByRole('button', { name: 'Remove Harbour' }).click()
  await page.getByText('Harbour removed. The page has the look Editorial').waitFor()
  await eventually(async () => (await html()).includes(rule), false)
  await page.getByText('The theme “harbour” is not here. The page is shown in Editorial.').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Harbour' }).waitFor()
  await eventually(async () => (await html()).includes(rule), true)
  await page.getByRole('radio', { name: /^Editorial/ }).check({ force: true })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await eventually(html, before)

  await page.goto('/admin/history')
  for (const sentence of ['Theme “Harbour” created', 'Theme “Harbour” deleted', 'Theme “Harbour” undone'])
    await page.getByText(sentence).first().waitFor()
})
