import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually, newPage } from '../../../tests/support/browser.ts'
import { type FixtureSite, startFixtureSite } from '../../../tests/support/fixture-site.ts'
import { sent } from '../../../tests/support/moments.ts'

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.stop())
beforeEach(() => {
  site.answers.clear()
  site.posted.length = 0
})

const text = { user_name: 'Ada', user_email: 'ada@example.com', message: 'Hello there.' }
const status = (page: Page) => page.locator('form [role=status]').textContent()
const button = (page: Page) => page.locator('form button')
const state = (page: Page) => page.locator('form').getAttribute('data-state')
const problem = (page: Page, name: string) => page.locator(`[data-error-for=${name}]`).textContent()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))
const values = (page: Page) =>
  page.evaluate((names) => {
    const form = document.querySelector('form') as HTMLFormElement
    return Object.fromEntries(names.map((name) => [name, (form.elements.namedItem(name) as HTMLInputElement).value]))
  }, Object.keys(text))
const fill = async (page: Page, fields: Partial<typeof text> = text) => {
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value)
}
const hydrated = (page: Page) =>
  eventually(() => page.locator('form').evaluate((form: HTMLFormElement) => form.noValidate), true)
/** The page, its form awake, with time under our hand. */
const open = async () => {
  const page = await newPage()
  await page.clock.install()
  await page.goto(site.url)
  await page.locator('form').scrollIntoViewIfNeeded()
  await hydrated(page)
  return page
}
const answer = (code: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  site.answers.set('/api/messages', (_, response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })

/** What there is when a second of the page's own time has gone by. */
const later = async <T>(page: Page, what: () => Promise<T>): Promise<T> => {
  await page.clock.runFor(1000)
  return what()
}

/** No message gets an answer. */
const drop = () => site.answers.set('/api/messages', (request) => void request.socket.destroy())

describe('The contact form', () => {
  it('is sending, then sent for two seconds, then itself again and empty', async () => {
    let release = () => {}
    site.answers.set('/api/messages', async (_, response) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"1"}')
    })
    const page = await open()
    await fill(page)
    await page.clock.pauseAt(Date.now() + 10_000)
    await button(page).click()
    await eventually(() => state(page), 'sending')
    expect(await button(page).textContent()).toBe('Sending…')
    expect(await button(page).getAttribute('aria-disabled')).toBe('true')
    expect(await page.locator('form').getAttribute('aria-busy')).toBe('true')
    await button(page).click({ force: true })
    await eventually(async () => site.posted.length, 1)
    release()
    await eventually(() => status(page), 'Your email has been sent successfully!')
    const note = () => page.locator('[data-sent-note]').textContent()
    await page.clock.runFor(1999)
    expect([await state(page), await note()]).toEqual(['sent', ''])
    await page.clock.runFor(1)
    expect(await state(page)).toBe('idle')
    expect(await status(page)).toBe('')
    expect(await note()).toMatch(/^Sent at \d{1,2}:\d\d\s[AP]M\. An answer comes soon\.$/)
    expect(await button(page).textContent()).toBe('Send')
    expect(await values(page)).toEqual({ user_name: '', user_email: '', message: '' })
    expect(site.posted).toHaveLength(1)
    expect(site.posted[0]?.fields).toMatchObject({ ...text, website: '' })
    expect(Number(site.posted[0]?.fields.elapsed)).toBeGreaterThan(100)
  })

  it('asks beside each field for what is missing, and sends nothing', async () => {
    const page = await open()
    await fill(page, { user_email: 'not an address' })
    await button(page).click()
    expect(await problem(page, 'user_name')).toBe('Enter your name.')
    expect(await problem(page, 'user_email')).toBe('Enter an email address like name@example.com.')
    expect(await problem(page, 'message')).toBe('Write a message.')
    expect(await focused(page)).toBe('user_name')
    expect(await page.locator('[name=user_name]').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('[name=user_name]').getAttribute('aria-describedby')).toBe('name-error')
    expect(await page.locator('[name=user_email]').getAttribute('aria-describedby')).toBe('email-hint email-error')
    expect(await button(page).textContent()).toBe('Send')
    await fill(page, { user_name: 'Ada', user_email: 'ada@example.com' })
    expect(await problem(page, 'user_name')).toBe('')
    expect(await page.locator('[name=user_name]').getAttribute('aria-invalid')).toBe(null)
    expect(await page.locator('[name=user_email]').getAttribute('aria-describedby')).toBe('email-hint')
    expect(site.posted).toEqual([])
  })

  it('shows what the server finds wrong beside the field', async () => {
    answer(422, {
      error: 'invalid',
      message: 'Some fields need your attention.',
      fields: { user_email: 'Enter a real one.' },
    })
    const page = await open()
    await fill(page)
    await button(page).click()
    await eventually(() => problem(page, 'user_email'), 'Enter a real one.')
    expect(await focused(page)).toBe('user_email')
    expect(await status(page)).toBe('Some fields need your attention.')
    expect(await values(page)).toEqual(text)
  })

  for (const [cause, prepare, said] of [
    ['one is offline', (page: Page) => page.context().setOffline(true), /You are offline/],
    ['no answer comes', async () => void drop(), /no connection/],
    ['the server fails', async () => void answer(503), /could not take your message just now/],
    ['too many were sent', async () => void answer(429, {}, { 'retry-after': '180' }), /try again in 3 minutes/],
    ['it is too large', async () => void answer(413), /too long/],
  ] as const) {
    it(`says why when ${cause}, keeps the text, and sends it once more under the same key`, async () => {
      const page = await open()
      await fill(page)
      await prepare(page)
      await page.clock.pauseAt(Date.now() + 10_000)
      await button(page).click()
      await eventually(() => later(page, () => state(page)), 'failed')
      expect(await status(page)).toMatch(said)
      expect(await button(page).textContent()).toBe('Try again')
      expect(await values(page)).toEqual(text)
      const keys = site.posted.map(({ key }) => key)
      await page.context().setOffline(false)
      site.answers.clear()
      await button(page).click()
      await eventually(() => state(page), 'sent')
      const key = site.posted.at(-1)?.key
      expect(key).toMatch(/^\d{1,10}(-\d{1,10}){3}$/)
      expect(new Set([...keys, key])).toEqual(new Set([key]))
    })
  }

  it('takes a new key for another text', async () => {
    answer(413)
    const page = await open()
    await fill(page)
    await button(page).click()
    await eventually(() => state(page), 'failed')
    await fill(page, { message: 'Something else.' })
    await button(page).click()
    await eventually(async () => site.posted.length, 2)
    expect(site.posted[1]?.key).not.toBe(site.posted[0]?.key)
  })

  it('has the text and its key back after a reload, until it is sent', async () => {
    answer(413)
    const page = await open()
    await fill(page)
    await button(page).click()
    await eventually(() => state(page), 'failed')
    await page.reload()
    await page.locator('form').scrollIntoViewIfNeeded()
    await eventually(() => values(page), text)
    site.answers.clear()
    await button(page).click()
    await sent(page)
    expect(site.posted[1]?.key).toBe(site.posted[0]?.key)
    await page.reload()
    await page.locator('form').scrollIntoViewIfNeeded()
    await hydrated(page)
    expect(await values(page)).toEqual({ user_name: '', user_email: '', message: '' })
  })

  it('tries twice more by itself when no answer comes, and says so', async () => {
    // Not by closing the connection: the browser itself sends once more over one that it had open.
    let left = 2
    const told = Promise.withResolvers<void>()
    site.answers.set('/api/messages', async (_, response) => {
      left -= 1
      if (left < 0) await told.promise
      response.writeHead(left >= 0 ? 503 : 201, { 'content-type': 'application/json' }).end('{"id":"1"}')
    })
    const page = await open()
    await fill(page)
    await button(page).click()
    await eventually(() => status(page), 'No answer yet. Trying once more…')
    expect(await state(page)).toBe('sending')
    told.resolve()
    await sent(page)
    expect(site.posted).toHaveLength(3)
    expect(new Set(site.posted.map(({ key }) => key)).size).toBe(1)
    expect(new Set(site.posted.map(({ fields }) => fields.message))).toEqual(new Set([text.message]))
  })

  it('keeps the text and tries again for seconds while nothing answers, as during an update, and is sent once', async () => {
    const page = await open()
    await fill(page)
    let failed = 0
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('/api/messages')) failed += 1
    })
    const comeBack = await site.away()
    await page.clock.pauseAt(Date.now() + 10_000)
    await button(page).click()
    await eventually(() => later(page, async () => failed), 3)
    expect([await state(page), await values(page)]).toEqual(['sending', text])
    await comeBack()
    await eventually(() => later(page, () => state(page)), 'sent')
    expect(site.posted.map(({ fields }) => fields.message)).toEqual([text.message])
    expect(site.posted[0]?.key).toMatch(/^\d{1,10}(-\d{1,10}){3}$/)
  })

  it('does not try again what was refused', async () => {
    answer(429, {}, { 'retry-after': '60' })
    const page = await open()
    await fill(page)
    await button(page).click()
    await eventually(() => state(page), 'failed')
    // Longer than the pause before a second try.
    await page.clock.runFor(60_000)
    await button(page).click()
    await eventually(async () => [site.posted.length, await state(page)], [2, 'failed'])
  })

  it('says when one is back from being offline', async () => {
    const page = await open()
    await fill(page)
    await page.context().setOffline(true)
    await button(page).click()
    await eventually(() => status(page), 'You are offline. Your text is still here; send it when you are back.')
    expect(site.posted).toEqual([])
    await page.context().setOffline(false)
    await eventually(() => status(page), 'You are online again. Your text is still here.')
    await button(page).click()
    await sent(page)
  })
})
