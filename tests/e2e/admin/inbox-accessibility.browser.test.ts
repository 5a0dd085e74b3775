import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startSmtp } from '../../support/smtp-server.ts'
import { inboxOf } from './inbox.ts'
import { faultsInEach } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const smtp = await startSmtp()
const site = ownedSite({ empty: true, env: { SMTP_URL: smtp.url, MAIL_FROM: 'site@vitrine.example' } })
const inbox = inboxOf(site)
let [first, held] = ['', '']

beforeAll(async () => {
  await site.register(ada, { claim: true })
  smtp.mode = 'permanent'
  await inbox.send('Emmy', 'Earlier.', 'emmy@visitors.example')
  first = await inbox.send('Emmy', 'See https://a.example/ and\n\nanswer me.', 'emmy@visitors.example')
  await inbox.call('PATCH', `/messages/${first}`, { note: 'Mine.', followUp: '2020-01-01' })
  await inbox.call('POST', `/messages/${first}/replies`, { text: 'Yes.' })
  held = await inbox.send('Sly', 'Buy now.')
  await inbox.call('PATCH', `/messages/${held}`, { status: 'spam' })
  await inbox.send(
    'Al-Khwārizmī with a name that goes on and on and on until nobody has room for it',
    'مرحبا\nكيف الحال؟',
  )
  // Looked at while they still fail.
  await vi.waitFor(async () => expect(await inbox.list('failed')).toHaveLength(3), { timeout: 90_000, interval: 100 })
})
afterAll(() => smtp.close())

it('the list and a conversation have nothing that axe finds, and no sideways scrolling', async () => {
  const page = await site.visitAs(ada, '/admin/contact')
  await page.getByRole('link', { name: /^Emmy/ }).first().waitFor()
  await page.getByRole('alert').filter({ hasText: 'could not be sent' }).waitFor()
  await page.getByRole('checkbox').first().check()
  const found = await faultsInEach(page, 'the list, with the banner, one chosen')
  await page.goto(`/admin/contact?message=${first}`)
  await page.getByRole('button', { name: '1 earlier message' }).click()
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await page.getByRole('textbox', { name: 'Reply to Emmy' }).fill('Draft')
  found.push(...(await faultsInEach(page, 'a conversation, with a reply')))
  await page.getByRole('button', { name: 'Snippets' }).click()
  await page.getByRole('menuitem', { name: 'Write the first snippet' }).waitFor()
  found.push(...(await faultsInEach(page, 'snippets')))
  expect(found).toEqual([])
})

it('neither have held mail, an empty list and erasing', async () => {
  const page = await site.visitAs(ada, `/admin/contact?show=spam&message=${held}`)
  await page.getByText('You marked this as spam').waitFor()
  const found = await faultsInEach(page, 'spam, with its reasons')
  await page.goto('/admin/contact?show=trash')
  await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
  found.push(...(await faultsInEach(page, 'an empty list')))
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: /^Erase/ }).click()
  await page.getByLabel('Email address').fill('emmy@visitors.example')
  await page.getByRole('button', { name: 'Show data' }).click()
  await page.getByRole('button', { name: 'Erase for good' }).waitFor()
  found.push(...(await faultsInEach(page, 'erasing')))
  expect(found).toEqual([])
})
