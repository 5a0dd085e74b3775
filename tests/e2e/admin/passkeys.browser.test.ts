import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { virtualKey } from '../../support/virtual-key.ts'
import { ada, ownedSite } from './people.ts'
import { turnOnSecondStep } from './second-step.ts'

// Passkeys belong to a name and never to a number.
const site = ownedSite({ hostname: 'localhost', empty: true })
beforeAll(() => site.register(ada, { claim: true }))

const path = async (page: Page) => new URL(page.url()).pathname
const keys = (page: Page) => page.getByRole('region', { name: 'Passkeys', exact: true })
const addKey = async (page: Page, name: string) => {
  await keys(page).getByRole('textbox', { name: 'Name' }).fill(name)
  await keys(page).getByRole('button', { name: 'Add a passkey' }).click()
  await keys(page)
    .getByRole('button', { name: `Remove ${name}` })
    .waitFor()
}
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Login' }).waitFor()
}
const useKey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' }).click()
const nobody = async (page: Page) =>
  expect(await (await page.context().request.get('/api/auth/get-session')).json()).toBeNull()

describe('a passkey', () => {
  it('is added, renamed, signs in without a password, and is known no more once it is removed', async () => {
    const page = await site.visitAs(ada, '/admin/user')
    await virtualKey(page)
    await keys(page).getByRole('button', { name: 'Add a passkey' }).click()
    await keys(page).getByText('Name is required.').waitFor()
    await addKey(page, 'This laptop')
    await keys(page).getByRole('button', { name: 'Rename This laptop' }).click()
    const field = keys(page).getByLabel('New name')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill('The old laptop')
    await page.keyboard.press('Enter')
    await keys(page).getByText('The old laptop').waitFor()
    await signOut(page)
    await page.goto('/login?next=/admin/user')
    await useKey(page)
    await keys(page).getByRole('button', { name: 'Remove The old laptop' }).click()
    await page.getByText('Passkey removed').waitFor()
    await signOut(page)
    await useKey(page)
    await page.getByText('This passkey is not known here; it may have been removed.').waitFor()
    await nobody(page)
  })

  it('of a device that did not check who touches it opens nothing, whatever the page asked for', async () => {
    const page = await site.visitAs(ada, '/admin/user')
    const key = await virtualKey(page)
    await addKey(page, 'Careless')
    await signOut(page)
    await key.verifies(false)
    await useKey(page)
    await page.getByText('The passkey was not used.').waitFor()
    await page.route('**/passkey/generate-authenticate-options', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), userVerification: 'discouraged' },
      })
    })
    await useKey(page)
    await page.getByText('The device did not check that it is you.').waitFor()
    await nobody(page)
  })

  it('stands for the password and the second step together', async () => {
    const page = await site.visitAs(ada, '/admin/user')
    await virtualKey(page)
    await addKey(page, 'Whole')
    await turnOnSecondStep(page, ada)
    await signOut(page)
    await page.goto('/login?next=/admin/user')
    await useKey(page)
    await eventually(() => path(page), '/admin/user')
    await keys(page).getByRole('button', { name: 'Remove Whole' }).waitFor()
  })
})
