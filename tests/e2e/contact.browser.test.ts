import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually, newPage } from '../support/browser.ts'
import { jump, sent, watchWork, workDone } from '../support/moments.ts'
import { ada, ownedSite } from './admin/people.ts'

const site = ownedSite({ empty: true })

interface Stored {
  id: string
  user_name: string
  message: string
  status: string
  spamReasons: { name: string }[]
}
let headers: Record<string, string>
const stored = async (): Promise<Stored[]> => {
  const response = await fetch(`${site.url}/api/messages?view=all`, { headers })
  return ((await response.json()) as { messages: Stored[] }).messages
}
const texts = async () => (await stored()).map(({ message }) => message).sort()

beforeAll(async () => {
  await site.register(ada, { claim: true })
  headers = await site.headersOf(ada)
})
beforeEach(async () => {
  const ids = (await stored()).map(({ id }) => id)
  if (ids.length > 0)
    await fetch(`${site.url}/api/messages`, { method: 'PATCH', headers, body: JSON.stringify({ ids, deleted: true }) })
})

const form = (page: Page) => page.locator('form[data-island=contact]')
const state = (page: Page) => form(page).getAttribute('data-state')
const send = (page: Page) => form(page).locator('button[type=submit]').click()
const awake = async (page: Page) => {
  await form(page).scrollIntoViewIfNeeded()
  await eventually(() => form(page).evaluate((element: HTMLFormElement) => element.noValidate), true)
}
const write = async (page: Page, message: string) => {
  await awake(page)
  await page.getByLabel('Name', { exact: true }).fill('Emmy')
  await page.getByLabel('Email', { exact: true }).fill('emmy@example.com')
  await page.getByLabel('Message', { exact: true }).fill(message)
}
/** The server gets so many messages and stores them; their answers never arrive. */
const loseAnswers = async (page: Page, times: number) => {
  let left = times
  await page.route('**/api/messages', async (route) => {
    left -= 1
    if (left < 0) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
}

describe('The contact form of the product', () => {
  it('sends a message with its proof of work, which the visitor does not notice', async () => {
    const page = await newPage({ baseURL: site.url })
    await watchWork(page)
    await page.goto('/')
    await write(page, 'Is there time in May?')
    await workDone(page)
    // As long as one would take to write it, since what is written faster counts as spam.
    await jump(page, 4000)
    await send(page)
    await sent(page)
    const [message] = await stored()
    expect(message).toMatchObject({ message: 'Is there time in May?', status: 'new', spamReasons: [] })
  })

  it('is stored once when all answers are lost, the page is reloaded and it is sent again', async () => {
    const page = await site.visit('/')
    await write(page, 'Lost for good.')
    // Those of the first try and of three more.
    await loseAnswers(page, 4)
    await send(page)
    await eventually(() => state(page), 'failed')
    expect(await texts()).toEqual(['Lost for good.'])
    await page.reload()
    await awake(page)
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Lost for good.')
    await send(page)
    await sent(page)
    expect(await texts()).toEqual(['Lost for good.'])
    expect((await stored())[0]?.spamReasons.map(({ name }) => name)).not.toContain('false-proof')
    // Sent, so that nothing of it is kept in the browser.
    expect(await page.evaluate(() => Object.values({ ...sessionStorage, ...localStorage }).join())).not.toContain(
      'Lost',
    )
  })

  it('keeps two tabs apart, and sends once what was opened twice', async () => {
    const first = await site.visit('/')
    await write(first, 'From the first tab.')
    // A tab that the page itself opens begins with a copy of its storage, as one that is duplicated does.
    const [copy] = await Promise.all([first.waitForEvent('popup'), first.evaluate(() => void window.open('/'))])
    await copy.waitForLoadState('load')
    await awake(copy)
    expect(await copy.getByLabel('Message', { exact: true }).inputValue()).toBe('From the first tab.')
    const other = await first.context().newPage()
    await other.goto('/')
    await write(other, 'From another tab.')
    for (const page of [first, copy, other]) {
      await page.bringToFront()
      await send(page)
      await sent(page)
    }
    expect(await texts()).toEqual(['From another tab.', 'From the first tab.'])
  })

  it('works without JavaScript, at the price of a few points', async () => {
    const page = await site.visit('/', { javaScriptEnabled: false })
    await page.getByLabel('Name', { exact: true }).fill('Nora')
    await page.getByLabel('Email', { exact: true }).fill('nora@example.com')
    await page.getByLabel('Message', { exact: true }).fill('Without scripts.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Your email has been sent successfully!').waitFor()
    expect(await stored()).toMatchObject([{ status: 'new', spamReasons: [{ name: 'unproven', points: 30 }] }])
  })
})
