import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite({ empty: true })
beforeAll(() => site.register(ada, { claim: true }))

/** As if everybody had signed in an hour ago. */
const anHourLater = () => {
  const database = new DatabaseSync(path.join(site.dataDir, 'vitrine.db'), { timeout: 5000 })
  database.prepare('update sessions set "createdAt" = ?').run(new Date(Date.now() - 3_600_000).toISOString())
  database.close()
}
const tokens = (page: Page) => page.getByRole('region', { name: 'API tokens', exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const makeToken = async (page: Page, name: string) => {
  await tokens(page).getByLabel('Token name').fill(name)
  await tokens(page).getByRole('button', { name: 'Create token' }).click()
}

describe('who signed in an hour ago', () => {
  it('signs in again before creating a token, and continues', async () => {
    const page = await site.visitAs(ada, '/admin/user')
    await tokens(page).waitFor()
    anHourLater()
    await makeToken(page, 'Late build')
    await question(page).getByLabel('Password', { exact: true }).fill('not this one')
    await page.keyboard.press('Enter')
    await question(page).getByText('Wrong Email or Password').waitFor()
    await question(page).getByLabel('Password', { exact: true }).fill(ada.password)
    await page.keyboard.press('Enter')
    await tokens(page).getByText('Your new token').waitFor()
    await tokens(page).getByRole('button', { name: 'Revoke Late build' }).waitFor()
    await eventually(() => question(page).count(), 0)
    // The device is still one, not two.
    await page.reload()
    const devices = page.getByRole('region', { name: 'Devices', exact: true })
    await devices.getByText('This device').waitFor()
    expect(await devices.getByRole('listitem').count()).toBe(1)
  })

  it('can cancel without creating a token, and keep reading', async () => {
    const page = await site.visitAs(ada, '/admin/user')
    await tokens(page).waitFor()
    anHourLater()
    await makeToken(page, 'Never made')
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await tokens(page).getByText('Sign in again first').waitFor()
    expect(await tokens(page).getByLabel('Token name').inputValue()).toBe('Never made')
    await page.reload()
    await tokens(page).getByRole('button', { name: 'Create token' }).waitFor()
    expect(await tokens(page).getByText('Never made').count()).toBe(0)
  })
})
