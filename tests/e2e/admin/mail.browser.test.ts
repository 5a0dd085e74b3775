import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { readLetter } from '../../support/sample-email.ts'
import { startSmtp } from '../../support/smtp-server.ts'
import { expectFineInEach } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const smtp = await startSmtp()
afterAll(() => smtp.close())

const site = ownedSite({ empty: true, env: { SMTP_URL: smtp.url, MAIL_FROM: 'Post <post@site.example>' } })
beforeAll(() => site.register(ada, { claim: true }))
beforeEach(() => {
  smtp.received.length = 0
  smtp.mode = 'ok'
})

const write = (message: string) =>
  fetch(`${site.url}/api/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_name: 'Grace', user_email: 'grace@example.com', message }),
  })
const subjects = () => smtp.received.map(({ raw }) => readLetter(raw).headers.subject)

describe('email in Settings', () => {
  it('shows the recipient, and the answer of the mail server to a test', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=mail')
    await page.getByText(`Notifications go to ${ada.email}`).waitFor()
    await page.getByRole('button', { name: 'Send a test email' }).click()
    await page.getByText('250 OK: queued as 4711').waitFor()
    expect(subjects()).toEqual([expect.stringMatching(/^A test from /)])
    smtp.mode = 'permanent'
    await page.getByRole('button', { name: 'Send a test email' }).click()
    await page.getByText('550 No such user here').waitFor()
    await page.getByText('Not sent:').waitFor()
  })

  it('keeps the switches in their place when what is known of the mail server arrives', async () => {
    const page = await site.openAs(ada)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/mail', async (route) => {
      await asked
      await route.fallback()
    })
    await page.goto('/admin/settings?tab=mail')
    const field = page.getByRole('switch', { name: 'Send visitors a confirmation' })
    await field.waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    const [before, text] = [await field.boundingBox(), page.getByText(`Notifications go to ${ada.email}`)]
    expect(await text.count()).toBe(0)
    answer()
    await text.waitFor()
    expect(await field.boundingBox()).toEqual(before)
  })

  it('shows a failed email with the reason and sends it again', async () => {
    smtp.mode = 'permanent'
    await write('Is there time in May?')
    const headers = await site.headersOf(ada)
    await eventually(async () => (await (await fetch(`${site.url}/api/mail`, { headers })).json()).failed, 1)
    const page = await site.visitAs(ada, '/admin/settings?tab=mail')
    await page.getByText('One email could not be sent').waitFor()
    await page.getByText('550 No such user here').waitFor()
    smtp.mode = 'ok'
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sending one email again').waitFor()
    await eventually(async () => subjects(), ['Grace: Is there time in May?'])
    await page.getByText('One email could not be sent').waitFor({ state: 'detached' })
  })

  it('sends visitors the owner’s confirmation once it is turned on', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=mail')
    await page.getByRole('switch', { name: 'Send visitors a confirmation' }).click()
    await page.getByRole('textbox', { name: 'Confirmation' }).fill('It is here. Thank you!')
    await page.getByText('Takes effect at once').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    const stored = () => site.callAs<{ acknowledgement: string }>(ada, 'GET', '/settings')
    await eventually(async () => (await stored()).acknowledgement, 'It is here. Thank you!')
    await write('Another one')
    await eventually(
      async () => smtp.received.map(({ to }) => to[0] ?? '').sort(),
      ['ada@example.com', 'grace@example.com'],
    )
    const thanks = smtp.received.find(({ to }) => to[0] === 'grace@example.com')
    expect(readLetter(thanks?.raw ?? '').text).toMatch(/^It is here\. Thank you!/)
    // That is the owner's business.
    const content = await (await fetch(`${site.url}/api/content`)).text()
    expect(content).not.toContain('It is here. Thank you!')
  })

  it('is without fault for assistive technology', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=mail')
    await page.getByText('Daily digest').click()
    await page.getByRole('button', { name: 'Send a test email' }).click()
    await page.getByText('250 OK: queued as 4711').waitFor()
    await expectFineInEach(page, 'email, with a test that passed')
  })
})
