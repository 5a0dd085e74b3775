import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../../support/openid-provider.ts'
import { ada, ownedSite } from './people.ts'

const provider: OpenIdProvider = await startOpenIdProvider()
const site = ownedSite({
  empty: true,
  env: {
    GOOGLE_CLIENT_ID: 'vitrine',
    GOOGLE_CLIENT_SECRET: 'the secret of the client',
    GOOGLE_ISSUER: provider.issuer,
  },
})
beforeAll(async () => {
  provider.comeBackTo(`${site.url}/api/auth/callback/google`)
  await site.register(ada, { claim: true })
})
afterAll(() => provider.stop())

const path = async (page: Page) => new URL(page.url()).pathname
const someone = (sub: string, more = {}) => {
  provider.claims = {
    sub,
    email: `${sub}@people.example`,
    email_verified: true,
    given_name: 'Greta',
    family_name: 'Lind',
    ...more,
  }
}
const withGoogle = (page: Page) => page.getByRole('button', { name: 'Sign in with Google' }).click()
const google = (page: Page) => page.getByRole('region', { name: 'Google', exact: true })
const who = async (page: Page) =>
  (await (await page.context().request.get('/api/auth/get-session')).json())?.user?.email ?? null

describe('Sign in with Google', () => {
  it('takes an invitation while registration is closed, once, and says so when it is void', async () => {
    await site.callAs(ada, 'PATCH', '/settings', { registration: false })
    const { link } = await site.callAs<{ link: string }>(ada, 'POST', '/invitations', {})
    someone('invited')
    const address = new URL(link).pathname + new URL(link).hash
    const page = await site.visit(address)
    await page.getByText('You are invited to make an account').waitFor()
    await withGoogle(page)
    await eventually(() => path(page), '/')
    expect(await who(page)).toBe('invited@people.example')
    const late = await site.visit(address)
    await withGoogle(late)
    await late.getByText('This invitation does not work any more').waitFor()
    expect(await path(late)).toBe('/register')
    await site.callAs(ada, 'PATCH', '/settings', { registration: true })
  })

  it('creates a member at Register, signed in on the public page', async () => {
    someone('greta')
    const page = await site.visit('/register')
    await withGoogle(page)
    await eventually(() => path(page), '/')
    expect(await who(page)).toBe('greta@people.example')
  })

  it('is linked by the owner, leads from Login to the requested screen and is unlinked', async () => {
    someone('ada-elsewhere')
    const page = await site.visitAs(ada, '/admin/user')
    await google(page).getByRole('button', { name: 'Link Google' }).click()
    await google(page).getByText('Linked').waitFor()
    const login = await site.visit('/login?next=/admin/chat')
    await withGoogle(login)
    await login.getByRole('heading', { name: 'Testimonials', level: 1 }).waitFor()
    expect(await who(login)).toBe(ada.email)
    await google(page).getByRole('button', { name: 'Unlink Google' }).click()
    await google(page).getByRole('button', { name: 'Link Google' }).waitFor()
  })

  it('rejects a Google account that is linked to another account', async () => {
    someone('greta')
    const page = await site.visitAs(ada, '/admin/user')
    await google(page).getByRole('button', { name: 'Link Google' }).click()
    await google(page).getByText('This Google account is linked to another account.').waitFor()
    await google(page).getByRole('button', { name: 'Link Google' }).waitFor()
  })

  it('tells at Login why an address that has an account opened nothing', async () => {
    someone('nobody-yet', { email: ada.email })
    const page = await site.visit('/login?next=/admin/chat')
    await withGoogle(page)
    await page.getByText('An account with this email address already exists.').waitFor()
    expect(await path(page)).toBe('/login')
    expect(await who(page)).toBeNull()
    await page.getByLabel('Email address').waitFor()
  })

  it('tells at Login that another window started the sign-in', async () => {
    const page = await site.visit('/api/auth/callback/google?state=made-up&code=made-up')
    await page.getByText('took too long or was started in another window').waitFor()
    expect(await who(page)).toBeNull()
  })

  it('never shows text from the URL instead of its own message', async () => {
    const page = await site.visit('/login?error=Call+0900-1234&error_description=Call+0900-1234')
    await page.getByText('Signing in with Google failed.').waitFor()
    expect(await page.getByText('0900').count()).toBe(0)
  })
})
