import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../support/axe.ts'
import { eventually } from '../support/browser.ts'
import { currentPage } from './admin/content.ts'
import { inboxOf } from './admin/inbox.ts'
import { ada, ownedSite } from './admin/people.ts'
import { sideways } from './site.ts'

const site = ownedSite({ empty: true })
const inbox = inboxOf(site)
const questions = [
  { text: 'What is your budget?', answer: 'choice', choices: ['Small', 'Large'] },
  { text: 'When should it be ready?', answer: 'text', choices: [] },
  { text: 'Is there a page that I should see?', answer: 'link', choices: [] },
]
const set = async (settings: object) => {
  await inbox.call('PATCH', '/settings', settings)
  await currentPage(site.url)
}

beforeAll(() => site.register(ada, { claim: true }))
beforeEach(() => set({ questions, language: 'en', contactAnswer: 'I answer within two days.' }))

const form = (page: Page) => page.locator('form[data-island=contact]')
const asked = (page: Page) => page.locator('form[data-questions]')
const state = (page: Page) => form(page).getAttribute('data-state')
const status = (page: Page) => asked(page).locator('.contact-send [role=status]').textContent()
const answersOf = async (message: string) =>
  (await inbox.list()).find((one) => one.message === message)?.answers.map(({ answer }) => answer)

const fill = async (page: Page, message: string) => {
  await form(page).scrollIntoViewIfNeeded()
  for (const [name, value] of Object.entries({ user_name: 'Emmy', user_email: 'emmy@example.com', message }))
    await form(page).locator(`[name=${name}]`).fill(value)
}
/** Sends a message, with the script that the page has or without one. */
const send = async (page: Page, message: string) => {
  await eventually(() => form(page).evaluate((element: HTMLFormElement) => element.noValidate), true)
  await fill(page, message)
  await form(page).locator('button[type=submit]').click()
}
const ask = async (message: string, visit = {}) => {
  const page = await site.visit('/', visit)
  await form(page).scrollIntoViewIfNeeded()
  await send(page, message)
  await asked(page).waitFor()
  return page
}
const scripts = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => /\/assets\/.*\.js$/.exec(name) ?? []),
  )

describe('Questions after a message', () => {
  it('change nothing before it is sent: not a byte of the page, not a file, not a field', async () => {
    const read = async () => {
      const page = await site.visit('/')
      await form(page).scrollIntoViewIfNeeded()
      await eventually(() => form(page).evaluate((element: HTMLFormElement) => element.noValidate), true)
      const fields = await form(page).evaluate((element: HTMLFormElement) => element.elements.length)
      return { bytes: await (await fetch(`${site.url}/`)).text(), files: await scripts(page), fields }
    }
    const having = await read()
    await set({ questions: [] })
    expect(await read()).toEqual(having)
    expect(having.files.join()).not.toContain('questions')
  })

  it('are none on a site without them, which fetches no code for them', async () => {
    await set({ questions: [] })
    const page = await site.visit('/')
    await form(page).scrollIntoViewIfNeeded()
    await send(page, 'Without questions.')
    await eventually(
      async () => (await form(page).locator('[data-sent-note]').textContent())?.startsWith('Sent at'),
      true,
    )
    expect([await asked(page).count(), (await scripts(page)).join().includes('questions')]).toEqual([0, false])
  })

  it('stand under the line that stays, after the two seconds, and are added to the message', async () => {
    const page = await site.visit('/')
    await form(page).scrollIntoViewIfNeeded()
    const isSent = page.waitForFunction(() => {
      const sent = document.querySelector('form[data-island=contact][data-state=sent]')
      return sent && !document.querySelector('form[data-questions]')
    })
    await send(page, 'With answers.')
    await isSent
    await asked(page).waitFor()
    expect(await state(page)).toBe('idle')
    expect(await form(page).evaluate((element: HTMLFormElement) => new FormData(element).get('message'))).toBe('')
    const boxes = await page.evaluate(() =>
      ['[data-sent-note]', '[data-questions]'].map((one) => document.querySelector(one)?.getBoundingClientRect()),
    )
    expect(boxes[1]?.top).toBeGreaterThanOrEqual(boxes[0]?.bottom ?? 0)
    expect(Math.abs((boxes[1]?.left ?? 0) - (boxes[0]?.left ?? 0))).toBeLessThan(1)
    // Said to those who do not see it come; the focus stays where it was.
    await eventually(
      () => asked(page).locator('.visually-hidden[role=status]').textContent(),
      'A few questions, if you like',
    )
    expect(await page.evaluate(() => document.activeElement?.closest('form')?.dataset.island)).toBe('contact')
    await eventually(() => axeViolations(page), [])
    expect(await answersOf('With answers.')).toEqual([])
    await page.getByLabel('Large').check()
    await page.getByLabel('Is there a page that I should see?').fill('example.com')
    await page.getByRole('button', { name: 'Send answers' }).click()
    await page.getByText('Thank you. Your answers are with your message.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Thank you.')
    expect(await answersOf('With answers.')).toEqual(['Large', 'https://example.com'])
  })

  it('keep what was typed when it cannot be sent or is refused, say so, and can be sent again', async () => {
    const page = await ask('Kept.')
    await page.getByLabel('When should it be ready?').fill('In spring')
    await page.route('**/sent/*', (route) => route.abort('connectionreset'))
    await page.getByRole('button', { name: 'Send answers' }).click()
    await eventually(() => status(page), 'Your answers could not be sent. They are still here; please send them again.')
    await page.unroute('**/sent/*')
    await page.getByLabel('Is there a page that I should see?').fill('no link')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Enter a web address like example.com.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('answer_3')
    expect(await page.getByLabel('When should it be ready?').inputValue()).toBe('In spring')
    expect(await answersOf('Kept.')).toEqual([])
    await page.getByLabel('Is there a page that I should see?').fill('')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Thank you.').waitFor()
    expect(await answersOf('Kept.')).toEqual(['In spring'])
  })

  it('are sent once by a double click', async () => {
    const page = await ask('Clicked twice.')
    let posts = 0
    await page.route('**/sent/*', async (route) => {
      posts += 1
      await route.continue()
    })
    await page.getByLabel('When should it be ready?').fill('Soon')
    await page.getByRole('button', { name: 'Send answers' }).dblclick()
    await page.getByText('Thank you.').waitFor()
    expect([posts, await answersOf('Clicked twice.')]).toEqual([1, ['Soon']])
  })

  it('cost no message when they are abandoned halfway, nor when they never come', async () => {
    for (const way of ['closed', 'typed', 'away'] as const) {
      const page = await site.visit('/')
      await form(page).scrollIntoViewIfNeeded()
      if (way === 'away') await page.route('**/sent/*', (route) => route.abort())
      await send(page, `Abandoned: ${way}.`)
      if (way === 'away') await eventually(async () => (await form(page).textContent())?.includes('Sent at'), true)
      else await asked(page).waitFor()
      if (way === 'typed') await page.getByLabel('When should it be ready?').fill('Half a sen')
      await page.close()
    }
    expect(await Promise.all(['closed', 'typed', 'away'].map((way) => answersOf(`Abandoned: ${way}.`)))).toEqual([
      ...[[], [], []],
    ])
  })

  it('without a script are a page of their own, which keeps what is wrong, thanks, and closes', async () => {
    // A page that follows before the one before has come in would interrupt its transition, which Chromium reports.
    const page = await site.visit('/', { javaScriptEnabled: false, reducedMotion: 'reduce' })
    await fill(page, 'Without a script.')
    await form(page).locator('button[type=submit]').click()
    await page.waitForURL('**/sent/*')
    const address = page.url()
    await page.getByText('Your email has been sent successfully!').waitFor()
    await page.getByText('I answer within two days.').waitFor()
    // Its checks are a script.
    expect(await axeViolations(await site.visit(new URL(address).pathname))).toEqual([])
    await page.getByLabel('When should it be ready?').fill('In spring')
    await page.getByLabel('Is there a page that I should see?').fill('no link')
    await page.getByRole('button', { name: 'Send answers' }).click()
    await page.getByText('Enter a web address like example.com.').waitFor()
    expect(await page.getByLabel('When should it be ready?').inputValue()).toBe('In spring')
    await page.getByLabel('Is there a page that I should see?').fill('')
    await page.getByRole('button', { name: 'Send answers' }).click()
    await page.getByText('Thank you. Your answers are with your message.').waitFor()
    await page.reload()
    await page.getByText('Thank you. Your answers are with your message.').waitFor()
    await page.goto(address)
    await page.getByText('These questions are closed').waitFor()
    expect(await answersOf('Without a script.')).toEqual(['In spring'])
  })

  it('read from right to left on a phone, with nothing beyond its edge', async () => {
    const long = 'W'.repeat(60)
    const [first, ...others] = questions
    await set({ language: 'ar', questions: [{ ...first, text: long, choices: [long, 'Small'] }, ...others] })
    const page = await ask('مرحبا', { width: 320 })
    expect(await page.getByRole('button', { name: 'إرسال الإجابات' }).count()).toBe(1)
    expect(await asked(page).evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
    expect(await sideways(page)).toEqual([])
  })
})
