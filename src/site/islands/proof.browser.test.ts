import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually, newPage, started } from '../../../tests/support/browser.ts'
import { type FixtureSite, startFixtureSite } from '../../../tests/support/fixture-site.ts'
import { sent, watchWork, workDone } from '../../../tests/support/moments.ts'
import { solved } from '../../../tests/support/solved.ts'

const later = (ms: number) => `${Math.ceil((Date.now() + ms) / 1000).toString(36)}.abcdefgh.0123456789abcdefghijkl`

let site: FixtureSite
let challenges: string[]
let lasting: number
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.stop())
beforeEach(() => {
  site.answers.clear()
  site.posted.length = 0
  site.asked.length = 0
  challenges = []
  lasting = 2 * 60 * 60_000
  site.answers.set('/api/messages/challenge', (_, response) => {
    const challenge = later(lasting).replace('abcdefgh', `abcdefg${challenges.length}`)
    challenges.push(challenge)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ challenge }))
  })
})

const asked = async () => site.asked.filter((path) => path === '/api/messages/challenge').length

/** A page, its form awake and untouched; with `neverIdle` in a browser that calls back only when its time is up. */
const open = async ({ neverIdle = false } = {}): Promise<Page> => {
  const page = await newPage()
  if (neverIdle)
    await page.addInitScript(() => {
      const { requestIdleCallback } = window
      window.requestIdleCallback = (task, options) => (options?.timeout ? requestIdleCallback(task, options) : 0)
    })
  await watchWork(page)
  await page.goto(site.url, { waitUntil: 'load' })
  await page.locator('form').scrollIntoViewIfNeeded()
  await eventually(() => page.locator('form').evaluate((form: HTMLFormElement) => form.noValidate), true)
  return page
}
/** What the page asked for before has come to the server by then, over the same connection. */
const reached = async (page: Page) => {
  await page.evaluate(async () => (await fetch('/')).text())
}
const now = (page: Page) => page.evaluate(() => performance.now())
const tickMs = 0.5
/** From now on the page's clock goes on at each look and otherwise stands: what it shows is the work and not the machine. */
const tickAtEachLook = (page: Page) =>
  page.evaluate((ms) => {
    let at = performance.now()
    performance.now = () => {
      at += ms
      return at
    }
  }, tickMs)
const send = async (page: Page, message = 'Hello there.') => {
  await page.locator('[name=user_name]').fill('Ada')
  await page.locator('[name=user_email]').fill('ada@example.com')
  await page.locator('[name=message]').fill(message)
  await page.locator('form button').click()
}
const proofs = () => site.posted.map(({ fields }) => fields.proof)

it('is not begun before the form is touched', async () => {
  const page = await open()
  await started(page)
  await reached(page)
  expect(await asked()).toBe(0)
  await page.locator('[name=user_name]').focus()
  await eventually(asked, 1)
  await page.locator('[name=message]').focus()
  // Nor a second time.
  await reached(page)
  expect(await asked()).toBe(1)
})

it('is found in slices, none as long as is felt even on a slow machine, and goes with the message', async () => {
  const page = await open()
  await tickAtEachLook(page)
  const touched = await now(page)
  await page.locator('[name=user_name]').focus()
  const slices = await workDone(page, 1, touched)
  expect(slices.length).toBeGreaterThan(5)
  expect(Math.max(...slices)).toBeLessThan(50)
  await send(page)
  await eventually(async () => site.posted.length, 1)
  const proof = solved(challenges[0] ?? '')
  expect(proofs()).toEqual([proof])
  // Between two looks a slow machine, which takes ten microseconds for a hash, works for a millisecond at most.
  const hashes = (proof.split('~')[1] ?? '').split('-').reduce((sum, nonce) => sum + Number(nonce) + 1, 0)
  const looks = slices.reduce((sum, ms) => sum + ms, 0) / tickMs
  expect(hashes / looks).toBeLessThan(100)
})

it('is found also where the browser has no idle moment', async () => {
  const page = await open({ neverIdle: true })
  await page.locator('[name=user_name]').focus()
  await workDone(page)
  await send(page)
  await eventually(async () => site.posted.length, 1)
  expect(proofs()).toEqual([solved(challenges[0] ?? '')])
})

it('is not waited for', async () => {
  site.answers.set('/api/messages/challenge', () => {})
  const page = await open()
  await send(page)
  await eventually(async () => site.posted.length, 1)
  expect(proofs()).toEqual([''])
})

it('is another one for the next message, and for a challenge that is about to end', async () => {
  lasting = 4 * 60_000
  const page = await open()
  await page.locator('[name=user_name]').focus()
  await eventually(asked, 1)
  // The page has the challenge, and so knows when it ends.
  await workDone(page, 1)
  await page.locator('[name=user_email]').focus()
  await eventually(asked, 2)
  await workDone(page, 2)
  lasting = 2 * 60 * 60_000
  await page.locator('[name=message]').focus()
  await eventually(asked, 3)
  await workDone(page, 3)
  await send(page)
  await sent(page)
  await eventually(() => page.locator('form').getAttribute('data-state'), 'idle')
  await page.locator('[name=user_name]').focus()
  await eventually(asked, 4)
  await workDone(page, 4)
  await send(page, 'Another.')
  await eventually(async () => site.posted.length, 2)
  expect(proofs()).toEqual([solved(challenges[2] ?? ''), solved(challenges[3] ?? '')])
})
