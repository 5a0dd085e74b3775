import { beforeAll, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { expectFine } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite()
beforeAll(() => site.register(ada, { claim: true }))

it('the CV’s tab of Settings links its forms, names what one page leaves out, and turns all of them off', async () => {
  const statusOf = async () => (await fetch(`${site.url}/cv.pdf`)).status
  expect(await statusOf()).toBe(200)
  const page = await site.visitAs(ada, '/admin/settings?tab=cv')
  await page.getByText('The PDF has 2 pages.').waitFor()
  expect(await page.getByRole('link', { name: 'DOCX' }).getAttribute('href')).toBe('/cv.docx')
  await expectFine(page, 'the tab of the CV')

  const publish = async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Settings published').last().waitFor()
    await eventually(() => page.getByRole('button', { name: 'Publish', exact: true }).isDisabled(), true)
  }
  await page.getByRole('switch', { name: 'PDF of one page' }).check({ force: true })
  await publish()
  await page.getByText('The PDF has one page.').waitFor()
  const dropped = page.getByRole('alert').filter({ hasText: 'Left out, so that the PDF has one page' })
  expect(await dropped.getByRole('listitem').allInnerTexts()).toContain('Fio')
  await expectFine(page, 'what one page leaves out')

  await page.getByRole('switch', { name: 'CV from your entries' }).uncheck({ force: true })
  await publish()
  await eventually(statusOf, 404)
  await eventually(() => page.getByText('Published as').count(), 0)
  await page.getByRole('link', { name: 'a variant' }).click()
  await page.getByText('Turned off in Settings').waitFor()
})
