import { beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from '../../support/axe.ts'
import { eventually } from '../../support/browser.ts'
import { currentPage } from './content.ts'
import { inboxOf } from './inbox.ts'
import { ada, ownedSite, withPreview } from './people.ts'

const site = ownedSite({ empty: true })
const inbox = inboxOf(site)
beforeAll(() => site.register(ada, { claim: true }))

const dayFromNow = (days: number) => {
  const date = new Date(Date.now() + days * 86_400_000)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
}

describe('the availability', () => {
  it('is published with its last day, and the form says when that is over and visitors no longer see it', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=introduction', withPreview)
    await page.getByLabel('Availability').fill('Available from March')
    await page.getByLabel('Shown until').fill(dayFromNow(30))
    await page.frameLocator('iframe').first().getByText('Available from March').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Settings published').waitFor()
    await eventually(async () => (await currentPage(site.url)).includes('Available from March'), true)
    const over = page.getByText('This day is over: visitors no longer see your availability.')
    expect(await over.count()).toBe(0)
    await page.getByLabel('Shown until').fill(dayFromNow(-1))
    await over.waitFor()
    await eventually(() => page.frameLocator('iframe').first().getByText('Available from March').count(), 0)
    await eventually(() => axeViolations(page), [])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await eventually(async () => (await currentPage(site.url)).includes('Available from March'), false)
    expect(await page.getByLabel('Availability').inputValue()).toBe('Available from March')
  })

  it('is refused beside its field when its day is none of the calendar', async () => {
    const day = { availableUntil: '2027-02-30' }
    await expect(inbox.call('PATCH', '/settings', day)).rejects.toThrow(/"availableUntil":"Enter a day of the calendar/)
  })
})

describe('questions after a message', () => {
  it('are written in the settings, with a problem beside the choices that are missing, and undone by the toast', async () => {
    const page = await site.visitAs(ada, '/admin/settings?tab=links')
    const list = page.getByRole('group', { name: 'Questions after a message' })
    await list.getByRole('button', { name: 'Add question' }).click()
    await list.getByRole('textbox', { name: 'Question' }).fill('What is your budget?')
    await list.getByLabel('Answer').selectOption('One of the choices')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await list.getByText('Give at least two choices.').waitFor()
    const choices = list.getByLabel('Choices')
    await choices.fill('Small')
    await choices.press('Enter')
    await choices.fill('Large')
    await choices.press('Enter')
    await eventually(() => axeViolations(page), [])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Settings published').waitFor()
    const published = async () =>
      ((await (await fetch(`${site.url}/api/content`)).json()) as { settings: { questions: unknown } }).settings
        .questions
    const written = [{ text: 'What is your budget?', answer: 'choice', choices: ['Small', 'Large'] }]
    const undo = page.getByRole('button', { name: 'Undo' })
    // Under the pointer it stays.
    await undo.hover()
    await eventually(published, written)
    await undo.click()
    await eventually(published, [])
    // Whether the draft still has the question depends on what was saved before it was published. The form is read again after the undo,
    // which takes back what is pressed before: so it is opened anew.
    await page.goto('/admin/settings?tab=links')
    const asked = list.getByRole('textbox', { name: 'Question' })
    const add = list.getByRole('button', { name: 'Add question' })
    await add.waitFor()
    // Four at most.
    for (let more = (await asked.count()) + 1; more <= 4; more += 1) {
      await add.click()
      await eventually(() => asked.count(), more)
    }
    expect(await add.count()).toBe(0)
  })

  it('stand with their answers below the message in the inbox, links among them', async () => {
    await inbox.call('PATCH', '/settings', { questions: [{ text: 'A page?', answer: 'link', choices: [] }] })
    const post = (path: string, body: object) =>
      fetch(site.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
      })
    const input = { user_name: 'Emmy', user_email: 'emmy@visitors.example', message: 'Hello.' }
    const { questions } = (await (await post('/api/messages', input)).json()) as { questions: string }
    expect((await post(questions, { answer_1: 'example.com/brief' })).status).toBe(201)
    const page = await site.visitAs(ada, '/admin/contact')
    await page.getByRole('link', { name: /^Emmy/ }).click()
    const answer = page.locator('.message-answers')
    await eventually(() => answer.innerText(), 'A page?\n\nhttps://example.com/brief')
    expect(await answer.getByRole('link').getAttribute('href')).toBe('https://example.com/brief')
    await eventually(() => axeViolations(page), [])
  })
})
