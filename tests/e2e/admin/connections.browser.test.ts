import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { startEmailjs } from '../../support/emailjs-server.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../../support/openid-provider.ts'
import { readLetter } from '../../support/sample-email.ts'
import { startSmtp } from '../../support/smtp-server.ts'
import { expectFineInEach } from './looks.ts'
import { ada, claimToken, grace, joan, ownedSite } from './people.ts'

const smtp = await startSmtp({ login: { user: 'ada', pass: 'a password for apps' } })
const emailjs = await startEmailjs()
const provider: OpenIdProvider = await startOpenIdProvider()
afterAll(async () => {
  await smtp.close()
  await emailjs.close()
  await provider.stop()
})

const site = ownedSite({ empty: true, env: { GOOGLE_ISSUER: provider.issuer, EMAILJS_ORIGIN: emailjs.origin } })
beforeAll(async () => {
  await site.register(ada, { claim: true })
  await site.register(grace)
  provider.comeBackTo(`${site.url}/api/auth/callback/google`)
})

const connections = '/admin/settings/connections'
const pathOf = async (page: Page) => new URL(page.url()).pathname
const linkIn = (name: string) =>
  smtp.received
    .map(({ raw }) => new RegExp(`http\\S+#${name}=[\\w.-]{43,}`).exec(readLetter(raw).text)?.[0])
    .findLast(Boolean) ?? ''

const fillIn = async (page: Page, password: string) => {
  await page.getByRole('textbox', { name: 'Server', exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port').fill(String(smtp.port))
  await page.getByLabel('Encryption').selectOption('none')
  await page.getByLabel('User name').fill('ada')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByLabel('Sender').fill('Ada <site@ada.example>')
  await page.getByRole('button', { name: 'Send a test and save' }).click()
}

describe('EmailJS, set up on the screen', () => {
  const form = (page: Page) => page.getByRole('form', { name: 'EmailJS' })
  const lastForm = () => Object.fromEntries(emailjs.forms.at(-1) ?? [])
  const fill = async (page: Page, values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values))
      await form(page).getByRole('textbox', { name: label }).fill(value)
    await form(page).getByRole('button', { name: 'Send a test and save' }).click()
  }
  const open = async () => {
    const page = await site.visitAs(ada, connections)
    await page.getByText('EmailJS', { exact: true }).click()
    return page
  }

  it('says what it cannot send and what to do instead, and what the service refuses', async () => {
    const page = await open()
    await form(page).getByText('For those, choose Mail server (SMTP) instead.').waitFor()
    emailjs.mode = 400
    await fill(page, { 'Public key': 'wrong', 'Service ID': 'service', 'Template ID': 'template' })
    await page.getByText('EmailJS does not know this public key.').waitFor()
    await page.getByText('The test failed: nothing was saved').waitFor()
    expect(await form(page).getByRole('textbox', { name: 'Public key' }).inputValue()).toBe('wrong')
    emailjs.mode = 200
  })

  it('is saved after a real call, and its private key is removed alone', async () => {
    const page = await open()
    await fill(page, {
      'Public key': 'public',
      'Service ID': 'service',
      'Template ID': 'template',
      'Private key': 'mine',
    })
    await page.getByText('The test passed: saved, and in use').waitFor()
    expect(lastForm()).toMatchObject({ user_id: 'public', service_id: 'service', accessToken: 'mine' })
    await form(page).getByRole('button', { name: 'Remove Private key' }).click()
    await form(page).getByText('Removed when you save.').waitFor()
    await form(page).getByRole('button', { name: 'Keep Private key' }).click()
    await form(page).getByRole('button', { name: 'Remove Private key' }).click()
    await form(page).getByRole('button', { name: 'Send a test and save' }).click()
    await form(page).getByRole('textbox', { name: 'Private key' }).waitFor()
    expect(lastForm()).toMatchObject({ user_id: 'public' })
    expect(lastForm()).not.toHaveProperty('accessToken')
    const visitor = await site.visit('/login/forgot')
    await visitor.getByText('vitrine owner reset-password EMAIL').waitFor()
    await page.getByRole('button', { name: 'Remove Email connection' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Email connection removed').waitFor()
  })
})

describe('email, set up on the screen', () => {
  it('names the step at which the test failed, saves nothing and keeps what was typed', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=mail')
    await page.getByRole('link', { name: 'Set up email' }).click()
    await fillIn(page, 'wrong')
    await page.getByText('The test failed: nothing was saved').waitFor()
    await page.getByText('The user name or the password is wrong.').waitFor()
    expect(
      await page.locator('.test-steps > li').evaluateAll((all) => all.map((one) => one.getAttribute('data-state'))),
    ).toEqual([...['done', 'done', 'failed', 'not-reached', 'not-reached', 'not-reached']])
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('wrong')
    expect(await axeViolations(page)).toEqual([])
  })

  it('fills in what a provider documents', async () => {
    const page = await site.visitAs(ada, connections)
    await page.getByLabel('Provider').selectOption({ label: 'Gmail' })
    await eventually(() => page.getByRole('textbox', { name: 'Server', exact: true }).inputValue(), 'smtp.gmail.com')
    expect(await page.getByRole('link', { name: 'How to, at Gmail' }).getAttribute('href')).toMatch(
      /^https:\/\/support\.google\.com/,
    )
  })

  it('is saved after a real email, in use at once, and its password is never shown again', async () => {
    const page = await site.visitAs(ada, connections)
    await fillIn(page, 'a password for apps')
    await page.getByText('The test passed: saved, and in use').waitFor()
    expect(smtp.received.map(({ to }) => to[0])).toEqual([ada.email])
    await page.getByRole('button', { name: 'Replace Password' }).waitFor()
    await page.goto(connections)
    await page.getByText('Set on').first().waitFor()
    expect(await page.content()).not.toContain('a password for apps')
    await page.goto('/admin/settings?tab=mail')
    await page.getByText(`Notifications go to ${ada.email}`).waitFor()
  })

  it('is without fault for assistive technology', async () => {
    const page = await site.visitAs(ada, connections)
    await page.getByText('Set on').first().waitFor()
    await expectFineInEach(page, 'connections that are set')
  })
})

describe('a forgotten password', () => {
  it('is replaced with the link of an email, once', async () => {
    const page = await site.visit('/login/forgot')
    await page.getByLabel('Email address').fill(grace.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('a link for a new password is on its way').waitFor()
    await eventually(async () => linkIn('token') !== '', true)
    expect(await axeViolations(page)).toEqual([])
    await page.goto(linkIn('token'))
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Use at least 8 characters').waitFor()
    await page.getByLabel('New password').fill('Grace keeps five lighthouses')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Your new password is set.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    grace.password = 'Grace keeps five lighthouses'
    await page.getByRole('link', { name: 'Login', exact: true }).click()
    await page.getByLabel('Email address').fill(grace.email)
    await page.getByLabel('Password', { exact: true }).fill(grace.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await eventually(() => pathOf(page), '/')
    const again = await site.visit(new URL(linkIn('token')).pathname + new URL(linkIn('token')).hash)
    await again.getByLabel('New password').fill('Grace keeps six lighthouses')
    await again.getByRole('button', { name: 'Set the password' }).click()
    await again.getByText('This link does not work any more').waitFor()
    await again.getByRole('link', { name: 'Ask for a new link' }).waitFor()
  })
})

describe('a device that signs in for the first time', () => {
  it('is told by an email, whose page ends its session and asks for a new password', async () => {
    const database = new DatabaseSync(path.join(site.dataDir, 'vitrine.db'), { timeout: 5000 })
    database.prepare('update users set "createdAt" = ? where email = ?').run('2026-01-01T00:00:00.000Z', grace.email)
    database.close()
    const stranger = await site.visit('/login')
    await stranger.getByLabel('Email address').fill(grace.email)
    await stranger.getByLabel('Password', { exact: true }).fill(grace.password)
    await stranger.getByRole('button', { name: 'Login', exact: true }).click()
    await eventually(() => pathOf(stranger), '/')
    await eventually(async () => linkIn('token').includes('/login/not-me'), true)
    const page = await site.open()
    await page.goto(linkIn('token'))
    await page.getByRole('heading', { name: 'This was not me' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'End that session' }).click()
    await page.getByText('The session is ended.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('New password').fill('Grace keeps six lighthouses')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Your new password is set.').waitFor()
    grace.password = 'Grace keeps six lighthouses'
    const again = await site.open()
    await again.goto(linkIn('token'))
    await again.getByRole('button', { name: 'End that session' }).click()
    await again.getByText('This link does not work any more').waitFor()
  })
})

describe('an invitation', () => {
  it('lets one person register while registration is closed', async () => {
    await site.callAs(ada, 'PATCH', '/settings', { registration: false })
    const owner = await site.visitAs(ada, '/admin/user')
    await owner.getByLabel('Mail it to (optional)').fill(joan.email)
    await owner.getByRole('button', { name: 'Invite' }).click()
    await owner.getByText(`Sent to ${joan.email}`).waitFor()
    const link = (await owner.locator('.secret').textContent()) ?? ''
    await eventually(async () => linkIn('invite'), link)
    const page = await site.visit('/register')
    // The link is opened in a tab that shows the screen already.
    await page.evaluate((hash) => {
      location.hash = hash
    }, new URL(link).hash)
    await page.getByText('You are invited to make an account').waitFor()
    expect(await axeViolations(page)).toEqual([])
    for (const [label, value] of [
      ['Name', joan.name],
      ['Family Name', joan.surname],
      ['Username', joan.username],
      ['Email address', joan.email],
      ['Password', joan.password],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Register' }).click()
    await eventually(() => pathOf(page), '/')
    expect(await page.getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('/account')
  })

  it('notices the owner’s link in a tab that shows Register already', async () => {
    const page = await site.visit('/register')
    await page.getByLabel('Username').waitFor()
    await page.evaluate((token) => {
      location.hash = `claim=${token}`
    }, claimToken)
    await page.getByText('This link makes you the owner of the site.').waitFor()
  })
})

describe('the account page', () => {
  it('is without fault for assistive technology', async () => {
    const page = await site.visitAs(joan, '/account')
    await page.getByRole('heading', { name: 'Delete the account' }).waitFor()
    await page.getByText('This device').waitFor()
    await expectFineInEach(page, 'the account page')
  })

  it('leads a stranger to Login and back', async () => {
    const page = await site.visit('/account')
    await page.getByLabel('Email address').fill(joan.email)
    await page.getByLabel('Password', { exact: true }).fill(joan.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
  })

  it('tells the owner what to do before the account can be deleted', async () => {
    const page = await site.visitAs(ada, '/account')
    await page.getByRole('link', { name: 'User, Hand over' }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete account' }).count()).toBe(0)
  })

  it('deletes a member’s account with the password', async () => {
    const page = await site.visitAs(joan, '/account')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill('not this one')
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('This is not your password.').waitFor()
    await page.getByRole('dialog').getByLabel('Your password').fill(joan.password)
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await eventually(() => pathOf(page), '/')
    expect(await page.getByRole('link', { name: 'Your account' }).count()).toBe(0)
    await expect(site.headersOf(joan)).rejects.toThrow('401')
  })
})

describe('Sign in with Google, set up on the screen', () => {
  it('puts the button on Login without a restart', async () => {
    const page = await site.visitAs(ada, connections)
    await page.getByLabel('Client ID').fill('vitrine')
    await page.getByRole('textbox', { name: 'Client secret' }).fill('wrong')
    await page.getByRole('button', { name: 'Test and save', exact: true }).click()
    await page.getByText('does not know this client ID with this secret').waitFor()
    await page.getByRole('textbox', { name: 'Client secret' }).fill('the secret of the client')
    await page.getByRole('button', { name: 'Test and save', exact: true }).click()
    await page.getByText('The test passed: saved, and in use').waitFor()
    expect(await page.getByRole('textbox', { name: 'Redirect address' }).inputValue()).toBe(
      `${site.url}/api/auth/callback/google`,
    )
    const visitor = await site.visit('/login')
    await visitor.getByRole('button', { name: 'Sign in with Google' }).waitFor()
    await page.getByRole('button', { name: 'Remove Google client' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Google client removed').waitFor()
    await visitor.reload()
    await visitor.getByRole('button', { name: 'Login', exact: true }).waitFor()
    await eventually(() => visitor.getByRole('button', { name: 'Sign in with Google' }).count(), 0)
  })
})
