import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually, started } from '../../support/browser.ts'
import { ada, claimToken, grace, joan, ownedSite, type Person } from './people.ts'

const site = ownedSite()

const logIn = async (page: Page, { email, password }: Pick<Person, 'email' | 'password'>) => {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
const fillIn = async (page: Page, who: Person) => {
  await page.getByLabel('Name', { exact: true }).fill(who.name)
  await page.getByLabel('Family Name').fill(who.surname)
  await page.getByLabel('Username').fill(who.username)
  await page.getByLabel('Email address').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
}
const path = async (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

describe('sign-in and registration', () => {
  it('makes the visitor with the claim link the owner, signed in on the public page', async () => {
    const page = await site.visit(`/register#claim=${claimToken}`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Make this site yours')
    await eventually(() => page.title(), expect.stringMatching(/^Make this site yours/))
    await fillIn(page, ada)
    await page.getByRole('button', { name: 'Make this site yours' }).click()
    await eventually(() => path(page), '/')
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('vitrine.user') ?? ''))).toEqual({
      name: 'Ada',
      role: 'owner',
    })
    await page.goto('/admin')
    await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  })

  it('tells that a claim link has been used', async () => {
    const page = await site.visit(`/register#claim=${claimToken}`)
    await fillIn(page, joan)
    await page.getByRole('button', { name: 'Make this site yours' }).click()
    await page.getByText('This link does not make an owner any more').waitFor()
    expect(await path(page)).toBe('/register')
    expect(await page.getByLabel('Username').inputValue()).toBe('joan')
  })

  it('registers a member, signed in on the public page, and redirects them there from /admin', async () => {
    const page = await site.visit('/register')
    await fillIn(page, grace)
    await page.getByRole('button', { name: 'Register' }).click()
    await eventually(() => path(page), '/')
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('vitrine.user') ?? '').role)).toBe('member')
    await page.goto('/admin/settings')
    expect(await path(page)).toBe('/')
  })

  it('offers the claim to a signed-in member and rejects it once it is used', async () => {
    const page = await site.visitAs(grace, `/register#claim=${claimToken}`)
    await page.getByRole('button', { name: 'Become the owner' }).click()
    await page.getByText('This link does not make an owner any more').waitFor()
  })

  it('has the labels of the specification at Login', async () => {
    const page = await site.visit('/login')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Login')
    const email = page.getByLabel('Email address')
    expect(await email.getAttribute('placeholder')).toBe('Enter email')
    expect(await email.getAttribute('type')).toBe('email')
    expect(await email.getAttribute('required')).not.toBeNull()
    const password = page.getByLabel('Password', { exact: true })
    expect(await password.getAttribute('placeholder')).toBe('Password')
    expect(await password.getAttribute('type')).toBe('password')
    expect(await password.getAttribute('required')).not.toBeNull()
    expect(await page.getByRole('link', { name: "Don't have an account?" }).getAttribute('href')).toBe('/register')
  })

  it('has the labels of the specification at Register and offers no Google where it is not set up', async () => {
    const page = await site.visit('/login')
    const options = page.waitForResponse('**/api/auth/sign-in-options')
    await page.goto('/register')
    for (const label of ['Name', 'Family Name', 'Username', 'Email address', 'Password'])
      expect(await page.getByLabel(label, { exact: true }).getAttribute('required'), label).not.toBeNull()
    expect(await page.getByRole('link', { name: 'Already have an account?' }).getAttribute('href')).toBe('/login')
    await (await options).finished()
    await started(page)
    expect(await page.getByText('Google').count()).toBe(0)
  })

  it('marks invalid fields at Register and focuses the first', async () => {
    const page = await site.visit('/register')
    await fillIn(page, { ...joan, username: ' ', email: 'joan', password: 'short' })
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByText('Username is required.').waitFor()
    await page.getByText('Enter an email address like name@example.com.').waitFor()
    await page.getByText('Use at least 8 characters').waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'username')
  })

  it('opens the public page after Login', async () => {
    const page = await site.visit('/login')
    await logIn(page, ada)
    await eventually(() => path(page), '/')
  })

  it('takes the username in place of the email address, says nothing else of an unknown one, and checks what is to be an address', async () => {
    const page = await site.visit('/login')
    await logIn(page, { email: 'nobody', password: ada.password })
    await page.getByText('Wrong Email or Password').waitFor()
    expect(await page.getByLabel('Email address').inputValue()).toBe('nobody')
    await logIn(page, { email: 'ada@', password: ada.password })
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'email')
    expect(await path(page)).toBe('/login')
    await logIn(page, { email: 'ADA', password: ada.password })
    await eventually(() => path(page), '/')
  })

  it('redirects a visitor to Login and back to the requested screen', async () => {
    const page = await site.visit('/admin/settings?tab=theme')
    expect(await path(page)).toBe(`/login?next=${encodeURIComponent('/admin/settings?tab=theme')}`)
    await logIn(page, ada)
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    expect(await path(page)).toBe('/admin/settings?tab=theme')
  })

  it('redirects only to paths of this site', async () => {
    const page = await site.visit(`/login?next=${encodeURIComponent('//evil.example/')}`)
    await logIn(page, ada)
    await eventually(() => path(page), '/')
    expect(new URL(page.url()).origin).toBe(site.url)
  })

  it('ends the session on the server on sign-out', async () => {
    const page = await site.visitAs(ada, '/admin')
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    await eventually(() => page.evaluate(() => localStorage.getItem('vitrine.user')), null)
    await page.goto('/admin')
    expect(await path(page)).toBe('/login?next=%2Fadmin')
  })
})
