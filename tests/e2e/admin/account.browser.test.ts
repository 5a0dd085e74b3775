import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { ada, grace, ownedSite, type Person } from './people.ts'
import { beginSecondStep, finishSecondStep, secondStepPanel } from './second-step.ts'

const site = ownedSite({ empty: true })
beforeAll(async () => {
  await site.register(ada, { claim: true })
  await site.register(grace)
})

const path = async (page: Page) => new URL(page.url()).pathname
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const logIn = async (page: Page, { email, password }: Person) => {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

describe('the User screen', () => {
  it('saves a new name and shows it in the header', async () => {
    const page = await site.visitAs(ada, '/admin/user')
    const profile = part(page, 'Profile')
    await profile.getByLabel('Family Name').fill('Lovelace')
    await profile.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('Profile saved').waitFor()
    await page.getByRole('button', { name: 'Account: Ada Lovelace' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Account: Ada Lovelace' }).waitFor()
  })

  it('marks a wrong current password and changes nothing', async () => {
    const page = await site.visitAs(ada, '/admin/user')
    const password = part(page, 'Password')
    await password.getByLabel('Current password').fill('not this one')
    await password.getByLabel('New password').fill('Seven swans sail south')
    await password.getByRole('button', { name: 'Change password' }).click()
    await password.getByText('This is not your password.').waitFor()
    await site.headersOf(ada)
  })

  it('signs out another device at once', async () => {
    const other = await site.headersOf(ada)
    const page = await site.visitAs(ada, '/admin/user')
    const devices = part(page, 'Devices')
    await devices.getByText('This device').waitFor()
    await devices.getByRole('button', { name: 'Sign out all other devices' }).click()
    await page.getByText('All other devices signed out').last().waitFor()
    expect((await fetch(`${site.url}/api/settings`, { headers: other })).status).toBe(401)
    await eventually(() => devices.getByRole('listitem').count(), 1)
  })

  it('creates a token that is shown once, works within its scope and stops when revoked', async () => {
    const page = await site.visitAs(ada, '/admin/user')
    const tokens = part(page, 'API tokens')
    await tokens.getByLabel('Token name').fill('Build script')
    await tokens.getByRole('button', { name: 'Create token' }).click()
    const secret = (await tokens.locator('code').textContent()) ?? ''
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    expect((await fetch(`${site.url}/api/settings`, { headers })).status).toBe(200)
    const body = JSON.stringify({ role: 'By a reader' })
    expect((await fetch(`${site.url}/api/settings`, { method: 'PATCH', headers, body })).status).toBe(403)
    await page.reload()
    await tokens.getByRole('button', { name: 'Revoke Build script' }).waitFor()
    expect(await tokens.getByText(secret).count()).toBe(0)
    await tokens.getByRole('button', { name: 'Revoke Build script' }).click()
    await page.getByText('Token “Build script” revoked').waitFor()
    expect((await fetch(`${site.url}/api/settings`, { headers })).status).toBe(401)
  })

  it('turns on the second step, asks for it at Login and accepts a recovery code instead', async () => {
    const page = await site.visitAs(ada, '/admin/user')
    const step = secondStepPanel(page)
    const secret = await beginSecondStep(page, ada)
    await step.getByRole('textbox', { name: 'Code' }).fill('000000')
    await page.keyboard.press('Enter')
    await step.getByText('This code is wrong').waitFor()
    const [recovery = ''] = await finishSecondStep(page, secret)
    expect(recovery.length).toBeGreaterThan(7)

    const login = await site.visit('/login?next=/admin')
    await logIn(login, ada)
    await login.getByLabel('Code').waitFor()
    expect((await login.context().request.get('/api/settings')).status()).toBe(401)
    await login.getByRole('button', { name: 'Use a recovery code' }).click()
    await login.getByLabel('Recovery code').fill(recovery)
    await login.keyboard.press('Enter')
    await eventually(() => path(login), '/admin')

    await step.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(ada.password)
    await page.keyboard.press('Enter')
    await page.getByText('The second step is off').waitFor()
  })

  it('changes the password used to sign in', async () => {
    const changed = { ...ada, password: 'Seven swans sail south' }
    const page = await site.visitAs(ada, '/admin/user')
    const password = part(page, 'Password')
    await password.getByLabel('Current password').fill(ada.password)
    await password.getByLabel('New password').fill(changed.password)
    await password.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed').waitFor()
    await site.headersOf(changed)
    await expect(site.headersOf(ada)).rejects.toThrow('401')
    ada.password = changed.password
  })

  it('lists users in pages and loads more on request', async () => {
    const many = Array.from({ length: 51 }, (_, n) => ({ ...grace, name: `Guest${n}`, email: `guest${n}@example.com` }))
    for (const guest of many) await site.register(guest)
    const users = part(await site.visitAs(ada, '/admin/user'), 'Users')
    await users.getByRole('button', { name: 'Load more' }).waitFor()
    await eventually(() => users.getByRole('listitem').count(), 50)
    await users.getByRole('button', { name: 'Load more' }).click()
    await eventually(() => users.getByRole('listitem').count(), 53)
    expect(await users.getByRole('button', { name: 'Load more' }).count()).toBe(0)
  })

  it('hands the site over by a link and makes the former owner a member', async () => {
    const page = await site.visitAs(ada, '/admin/user')
    const panel = part(page, 'Hand over')
    const make = async () => {
      await panel.getByRole('button', { name: 'Create a hand-over link' }).click()
      await page.getByRole('dialog').getByLabel('Your password').fill(ada.password)
      await page.keyboard.press('Enter')
      return (await panel.locator('code').textContent()) ?? ''
    }
    const withdrawn = await make()
    await panel.getByRole('button', { name: 'Revoke the hand-over link' }).click()
    await page.getByText('Hand-over link revoked').first().waitFor()
    const refused = await site.visitAs(grace, withdrawn)
    await refused.getByRole('button', { name: 'Become the owner' }).click()
    await refused.getByText('Ask for a new one').waitFor()

    const heir = await site.visitAs(grace, await make())
    await heir.getByText('The current owner becomes a member').waitFor()
    await heir.getByRole('button', { name: 'Become the owner' }).click()
    await eventually(() => path(heir), '/admin/start')
    const former = await site.visitAs(ada, '/admin')
    await eventually(() => path(former), '/')
    await page.reload()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    await heir.goto('/admin/user')
    await part(heir, 'Users')
      .getByRole('button', { name: /^Delete the account of Ada/ })
      .click()
    await heir.getByRole('button', { name: 'Delete account' }).click()
    await heir.getByText(/^Account of .* deleted$/).waitFor()
    await expect(site.headersOf(ada)).rejects.toThrow('401')
  })
})
