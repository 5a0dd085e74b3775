import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/browser.ts'
import { ada, ownedSite } from './people.ts'

const site = ownedSite({ empty: true })

const send = async (name: string) => {
  const response = await fetch(`${site.url}/api/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_name: name, user_email: 'v@example.com', message: `A question.\n\nYours, ${name}` }),
  })
  expect(response.status).toBe(201)
}
const stored = async () => {
  const response = await fetch(`${site.url}/api/messages`, { headers: await site.headersOf(ada) })
  const { messages } = (await response.json()) as { messages: { user_name: string; status: string }[] }
  return messages.map(({ user_name: name, status }) => `${name} ${status}`)
}

beforeAll(() => site.register(ada, { claim: true }))

describe('messages', () => {
  it('are explained while there are none', async () => {
    const page = await site.visitAs(ada, '/admin/contact')
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
  })

  it('are read by opening them, whole and with their lines', async () => {
    await send('Emmy')
    const page = await site.visitAs(ada, '/admin/contact')
    await page.getByText('Emmy').first().click()
    expect(await page.locator('.message-text').innerText()).toBe('A question.\n\nYours, Emmy')
    expect(await page.getByRole('link', { name: 'v@example.com' }).getAttribute('href')).toBe('mailto:v@example.com')
    await eventually(stored, ['Emmy read'])
  })

  it('come back when their deletion is undone, and are gone when it is not', async () => {
    await send('Hedy')
    const page = await site.visitAs(ada, '/admin/contact')
    const remove = page.getByRole('button', { name: 'Delete: message from Hedy' })
    await remove.click()
    await eventually(() => remove.count(), 0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await remove.waitFor()
    expect(await stored()).toEqual(['Hedy new', 'Emmy read'])
    await remove.click()
    // On another screen by the time its Undo has gone.
    await page.getByRole('link', { name: 'Settings' }).click()
    await eventually(stored, ['Emmy read'], 15_000)
  })
})
