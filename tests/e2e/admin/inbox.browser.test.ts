import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, started } from '../../support/browser.ts'
import { startSmtp } from '../../support/smtp-server.ts'
import { inboxOf } from './inbox.ts'
import { goTo } from './looks.ts'
import { ada, ownedSite } from './people.ts'

const smtp = await startSmtp()
const site = ownedSite({ empty: true, env: { SMTP_URL: smtp.url, MAIL_FROM: 'site@vitrine.example' } })
const inbox = inboxOf(site)
const at = '/admin/contact'

beforeAll(() => site.register(ada, { claim: true }))
afterAll(() => smtp.close())

describe('the inbox', () => {
  it('explains itself while there are no messages', async () => {
    const page = await site.visitAs(ada, at)
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
    await eventually(() => page.title(), 'Contact · Vitrine')
  })

  it('counts what is unread in the sidebar and on the tab, and what is opened is read', async () => {
    const id = await inbox.send('Emmy')
    const page = await site.visitAs(ada, '/admin/media')
    await page.getByRole('link', { name: 'Contact (1 unread)' }).click()
    await eventually(() => page.title(), '(1) Contact · Vitrine')
    await page.getByRole('link', { name: /^Emmy/ }).click()
    expect(await page.locator(`#message-${id}`).innerText()).toBe('A question.\n\nYours, Emmy')
    expect(await page.getByRole('link', { name: 'emmy@visitors.example' }).getAttribute('href')).toBe(
      'mailto:emmy@visitors.example',
    )
    await page.getByText(/^Email to you sent/).waitFor()
    await eventually(() => inbox.stored(), ['Emmy read'])
    await eventually(() => page.title(), 'Contact · Vitrine')
  })

  it('deletes at once, and a closed tab loses neither the deletion nor the message', async () => {
    await inbox.send('Hedy')
    const page = await site.visitAs(ada, at)
    await page.getByRole('link', { name: /^Hedy/ }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Message from Hedy deleted').waitFor()
    await page.context().close()
    await eventually(() => inbox.stored('trash'), ['Hedy read'])

    const later = await site.visitAs(ada, `${at}?show=trash`)
    await later.getByRole('link', { name: /^Hedy/ }).click()
    await later.getByText(/In the trash\. On .* it is deleted for good/).waitFor()
    await later.getByRole('button', { name: 'Restore' }).click()
    await eventually(() => inbox.stored('trash'), [])
    expect(await inbox.stored('inbox')).toEqual(['Hedy read', 'Emmy read'])
  })

  it('takes back what was done to many, each as it was', async () => {
    await inbox.send('Lise')
    const page = await site.visitAs(ada, at)
    for (const name of ['Hedy', 'Lise'])
      await page.getByRole('checkbox', { name: `Select message from ${name}` }).check()
    await page.getByRole('toolbar', { name: 'Selected messages' }).getByRole('button', { name: 'Spam' }).click()
    // Under the pointer it stays.
    await page.getByText('2 messages marked as spam').hover()
    await eventually(() => inbox.stored('spam'), ['Lise spam', 'Hedy spam'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: /^Lise \(unread\)/ }).waitFor()
    await eventually(() => inbox.stored('inbox'), ['Lise new', 'Hedy read', 'Emmy read'])
    expect((await inbox.list()).map(({ label }) => label)).toEqual([null, null, null])
  })

  it('finds by words, says so in its address, and comes back to it', async () => {
    await inbox.send('Graça', 'Um sítio para a padaria.')
    const page = await site.visitAs(ada, at)
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('SITIO padaria')
    const rows = page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')
    await eventually(() => rows.count(), 1)
    await page.waitForURL('**/admin/contact?q=SITIO+padaria')
    await page.reload()
    await eventually(() => rows.count(), 1)
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('nothing has this')
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  })

  it('keeps a reply that is being written over a reload, fills snippets in, and sends it', async () => {
    await inbox.call('PATCH', '/settings', {
      name: 'Mira Solberg',
      snippets: [{ title: 'Let us talk', text: 'Hello {first_name}, shall we talk?\n{site}' }],
    })
    const id = await inbox.send('Rosalind Elsie', 'Is there time in May?', 'rosalind@visitors.example')
    const page = await site.visitAs(ada, `${at}?message=${id}`)
    await page.getByRole('button', { name: 'Reply' }).click()
    await page.getByRole('button', { name: 'Snippets' }).click()
    await page.getByRole('menuitem', { name: 'Let us talk' }).click()
    const field = page.getByLabel('Reply to Rosalind Elsie', { exact: true }).and(page.locator('textarea'))
    await expect.poll(() => field.inputValue()).toBe('Hello Rosalind, shall we talk?\nMira Solberg')
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe('Hello Rosalind, shall we talk?\nMira Solberg')
    await page.getByRole('button', { name: 'Send reply' }).click()
    const reply = page.getByRole('article', { name: /^Your reply/ })
    await reply.getByText(/^Reply sent/).waitFor()
    expect(await reply.getByText('shall we talk?').count()).toBe(1)
    expect(smtp.received.some(({ to }) => to.includes('rosalind@visitors.example'))).toBe(true)
    expect((await inbox.stored()).at(0)).toBe('Rosalind Elsie replied')
    await page.reload()
    await reply.waitFor()
    expect(await field.count()).toBe(0)
  })

  it('says when the device has no room for the draft of a reply', async () => {
    const id = await inbox.send('Sophie', 'Is there time in June?', 'sophie@visitors.example')
    const page = await site.visitAs(ada, `${at}?message=${id}`)
    await page.getByRole('button', { name: 'Reply' }).click()
    const field = page.getByRole('textbox', { name: 'Reply to Sophie' })
    await field.fill('Yes')
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {}
    })
    expect(await page.getByText('no room to keep it').count()).toBe(0)
    await field.fill('Yes, there is')
    await page.getByText('This device has no room to keep it. Leave this page open.').waitFor()
    // Kept by the tab, also while another message is open.
    await page.getByRole('link', { name: /^Emmy/ }).first().click()
    await page.getByRole('link', { name: /^Sophie/ }).click()
    await eventually(() => field.inputValue(), 'Yes, there is')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  it('takes no more text while a reply is on its way, and says of which message it was when it was not sent', async () => {
    const id = await inbox.send('Maryam', 'Is there time in July?', 'maryam@visitors.example')
    const page = await site.visitAs(ada, `${at}?message=${id}`)
    await page.getByRole('button', { name: 'Reply' }).click()
    const field = page.getByRole('textbox', { name: 'Reply to Maryam' })
    await field.fill('On Fridays')
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/messages/${id}/replies`, async (route) => {
      await held.promise
      await route.abort()
    })
    const begun = page.waitForRequest(`**/api/messages/${id}/replies`)
    await page.getByRole('button', { name: 'Send reply' }).click()
    await begun
    await eventually(() => field.isEditable(), false)
    await page.getByRole('link', { name: /^Emmy/ }).first().click()
    await page.getByRole('heading', { name: 'Emmy', exact: true }).waitFor()
    held.resolve()
    await page.getByText('Reply to Maryam not sent; it is kept with the message').waitFor()
    await page.getByRole('link', { name: /^Maryam/ }).click()
    await eventually(() => field.inputValue(), 'On Fridays')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  it('keeps the draft of a reply, unless the server itself says that its message is gone', async () => {
    const page = await site.visitAs(ada, '/robots.txt')
    const kept = () => page.evaluate(() => localStorage.getItem('vitrine.reply.gone'))
    await page.evaluate(() => localStorage.setItem('vitrine.reply.gone', 'Not sent yet'))
    let asked = 0
    await page.route('**/api/messages/gone', async (route) => {
      await route.fulfill({ status: 404, contentType: 'text/plain', body: '404 page not found' })
      asked += 1
    })
    await page.goto(`${at}?message=gone`)
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    // Three times for the message, once for the draft.
    await expect.poll(() => asked).toBeGreaterThan(3)
    await started(page)
    expect(await kept()).toBe('Not sent yet')
    await page.unrouteAll()
    await again.click()
    await page.getByText('This message is gone').waitFor()
    await page.reload()
    await eventually(kept, null)
  })

  it('shows what came earlier from the same address', async () => {
    const id = await inbox.send('Rosalind Elsie', 'One more thing.', 'Rosalind@visitors.example')
    const page = await site.visitAs(ada, `${at}?message=${id}`)
    await page.getByRole('button', { name: '1 earlier message' }).click()
    await page.getByRole('article').getByText('Is there time in May?').waitFor()
    await page.getByRole('article', { name: /^Your reply/ }).waitFor()
  })

  it('says loudly when email fails, why, and sends it again', async () => {
    smtp.mode = 'permanent'
    const id = await inbox.send('Chien', 'This will be refused.')
    await eventually(async () => (await inbox.list('failed')).map((one) => one.id), [id])
    smtp.mode = 'ok'
    const page = await site.visitAs(ada, at)
    const banner = page.getByRole('alert').filter({ hasText: 'could not be sent' })
    await banner.waitFor()
    expect(await banner.innerText()).toContain('No such user here')
    expect(await banner.getByRole('link', { name: 'Mail settings' }).getAttribute('href')).toBe(
      '/admin/settings?tab=mail',
    )
    await banner.getByRole('link', { name: 'Show them' }).click()
    await page.getByRole('link', { name: /^Chien.*an email was not sent/ }).click()
    await page.getByText(/^Email to you not sent: .*No such user here/).waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText(/^Email to you sent/).waitFor()
    await eventually(() => banner.count(), 0)
  })

  it('saves a note by itself, also when its page is left in the middle, and asks about what was changed elsewhere', async () => {
    const id = await inbox.send('Noether')
    const page = await site.visitAs(ada, `${at}?message=${id}`)
    const note = page.getByRole('textbox', { name: 'Note' })
    const stored = async () => (await inbox.list()).find((one) => one.id === id)?.note
    await note.fill('Ring her.')
    await eventually(stored, 'Ring her.')
    await note.fill('Ring her on Monday.')
    await page.getByRole('link', { name: 'Media' }).click()
    await eventually(stored, 'Ring her on Monday.')

    // No read of the message is still to come: it would show what is changed elsewhere before something is typed here.
    await goTo(page, `${at}?message=${id}`)
    await page.getByText(/^Email to you sent/).waitFor()
    await eventually(() => note.inputValue(), 'Ring her on Monday.')
    await inbox.call('PATCH', `/messages/${id}`, { note: 'From the other device.' })
    await note.fill('From this one.')
    await page.getByRole('group', { name: 'Note was changed elsewhere' }).getByText('From the other device.').waitFor()
    expect(await stored()).toBe('From the other device.')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await eventually(stored, 'From this one.')
  })

  it('brings back on its day what was put off', async () => {
    const id = await inbox.send('Sofja')
    const page = await site.visitAs(ada, `${at}?message=${id}`)
    await page.getByRole('button', { name: 'Tomorrow' }).click()
    await page.getByText('Follow-up noted').waitFor()
    expect((await inbox.list()).find((one) => one.id === id)?.followUp).toMatch(/^\d{4}-\d\d-\d\d$/)
    await inbox.call('PATCH', `/messages/${id}`, { followUp: '2020-01-01' })
    await page.goto(at)
    await page.getByRole('link', { name: 'One message is due today' }).click()
    const due = page.getByRole('list', { name: 'Due' })
    await due.getByRole('link', { name: /^Sofja/ }).waitFor()
    expect(await due.getByRole('listitem').count()).toBe(1)
  })

  it('says when a follow-up cannot be taken back', async () => {
    const id = await inbox.send('Cecilia')
    const page = await site.visitAs(ada, `${at}?message=${id}`)
    await page.getByRole('button', { name: 'In a week' }).click()
    // Under the pointer it stays.
    await page.getByText('Follow-up noted').hover()
    await page.route(`**/api/messages/${id}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('This could not be undone').waitFor()
    expect((await inbox.list()).find((one) => one.id === id)?.followUp).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  it('is taken away as a file', async () => {
    const page = await site.visitAs(ada, `${at}?q=padaria`)
    await page.getByRole('link', { name: /^Graça/ }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^messages-.*\.csv$/)
    const lines = (await (await download.createReadStream()).toArray()).join('').split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('Graça')
  })

  it('keeps the question open while a person is erased, and says in it when that failed', async () => {
    const page = await site.visitAs(ada, at)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/people/erasures', async (route) => {
      await held.promise
      await route.abort()
    })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: /^Erase a person/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase a person' })
    await dialog.getByLabel('Email address').fill('rosalind@visitors.example')
    await dialog.getByRole('button', { name: 'Show data' }).click()
    const begun = page.waitForRequest('**/api/people/erasures')
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    await begun
    await page.keyboard.press('Escape')
    held.resolve()
    await dialog.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor()
    expect((await inbox.stored()).filter((one) => one.startsWith('Rosalind'))).toHaveLength(2)
  })

  it('erases a person, after saying what goes', async () => {
    const page = await site.visitAs(ada, at)
    for (const name of ['Rosalind', 'Emmy']) {
      await page
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first()
        .click()
      await page.getByRole('button', { name: 'Reply', exact: true }).click()
      await page.getByRole('textbox', { name: `Reply to ${name}` }).fill('Not sent yet')
    }
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('reply')).length)
    await eventually(kept, 2)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: /^Erase a person/ }).click()
    await page.getByLabel('Email address').fill('rosalind@visitors.example')
    await page.getByRole('button', { name: 'Show data' }).click()
    await page.getByText('2 messages, with your notes').waitFor()
    await page.getByText('1 reply that you sent from here').waitFor()
    expect((await inbox.stored()).filter((one) => one.startsWith('Rosalind'))).toHaveLength(2)
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByText(/^Erased: 2 messages/).waitFor()
    expect((await inbox.stored()).filter((one) => one.startsWith('Rosalind'))).toEqual([])
    await eventually(() => page.getByRole('link', { name: /^Rosalind/ }).count(), 0)
    await eventually(kept, 1)
    // A reply to somebody whom another device has erased.
    await page.evaluate(() => localStorage.setItem('vitrine.reply.gone', 'Not sent yet'))
    await page.reload()
    await eventually(kept, 1)
  })

  it('says what went wrong when it cannot be loaded, and tries again', async () => {
    const page = await site.visitAs(ada, '/admin/media')
    await page.route('**/api/messages?*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('link', { name: /^Contact/ }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unroute('**/api/messages?*')
    await again.click()
    await page.getByRole('link', { name: /^Emmy/ }).waitFor()
  })
})
