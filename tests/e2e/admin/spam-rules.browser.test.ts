import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { expectFineInEach } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite({ empty: true })

const send = async (name: string, message: string, more: Record<string, string> = {}) => {
  const response = await fetch(`${site.url}/api/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_name: name, user_email: `${name.toLowerCase()}@mail.example`, message, ...more }),
  })
  // The sender gets the same answer for spam.
  expect(response.status).toBe(201)
}
const rules = () => site.callAs<{ threshold: number; points: Record<string, number> }>(ada, 'GET', '/spam-rules')
const said = (page: Page) => page.locator('.dry-run-summary').innerText()

beforeAll(() => site.register(ada, { claim: true }))

describe('the spam rules', () => {
  it('say what they are for while nothing has come', async () => {
    const page = await site.visitAs(ada, '/admin/contact/spam-rules')
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
  })

  it('show quarantined messages with the reasons, and dry-run other rules without applying them', async () => {
    await send('Wanda', 'Could you look at our choir’s page in May?')
    await send('Robot', 'Nice page.', { website: 'https://x.example' })
    await send('Shady', 'Best online casino with free spins, see https://win.top')
    const page = await site.visitAs(ada, '/admin/contact/spam-rules')
    await eventually(() => said(page), 'Of the last 3 messages, these rules quarantine 2.')
    const robot = page.locator('.dry-run-message', { hasText: 'Robot' })
    expect(await robot.locator('.dry-run-reasons').innerText()).toContain(
      'It filled in the field that people do not see.',
    )
    await page.getByLabel('The hidden field is filled in').fill('0')
    await eventually(
      async () =>
        /would quarantine 1\.\n+Compared with now: 0 more quarantined, 1 more let through/.test(await said(page)),
      true,
    )
    await robot.getByText('Would be let through').waitFor()
    expect((await rules()).points.honeypot).toBe(150)
    await page.getByLabel('Spam threshold (points)').fill('')
    await page.getByRole('button', { name: 'Discard' }).click()
    await eventually(() => said(page), 'Of the last 3 messages, these rules quarantine 2.')
  })

  it('are saved by keyboard, for what comes then, and taken back with Undo', async () => {
    const page = await site.visitAs(ada, '/admin/contact/spam-rules')
    await page.getByLabel('The hidden field is filled in').fill('5')
    await page.keyboard.press('Control+s')
    // Under the pointer it stays.
    await page.getByText('Spam rules saved').hover()
    expect((await rules()).points.honeypot).toBe(5)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => (await rules()).points.honeypot, 150)
    await eventually(() => page.getByLabel('The hidden field is filled in').inputValue(), '150')
  })

  it('refuse what is no number of points, beside the field', async () => {
    const page = await site.visitAs(ada, '/admin/contact/spam-rules')
    const field = page.getByLabel('Many links')
    await field.fill('5000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Give at most 300 points.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect((await rules()).points.links).toBe(60)
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  it('release a quarantined message to the inbox, and undo that', async () => {
    const page = await site.visitAs(ada, '/admin/contact/spam-rules')
    await page.getByRole('button', { name: 'Not spam: message from Shady' }).click()
    // Under the pointer it stays.
    await page.getByRole('button', { name: 'Undo' }).hover()
    await page.locator('.dry-run-message', { hasText: 'Shady' }).getByText('Marked as not spam').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Not spam: message from Shady' }).waitFor()
    expect(await page.locator('.dry-run-message', { hasText: 'Shady' }).getByText('Marked as not spam').count()).toBe(0)
  })

  it('have nothing that axe finds, and nothing beyond the edge', async () => {
    const page = await site.visitAs(ada, '/admin/contact/spam-rules')
    await page.locator('.dry-run-message').first().waitFor()
    await expectFineInEach(page, 'the rules, with messages that were tried')
  })
})
