import { setTimeout as sleep } from 'node:timers/promises'
import { startSmtp, type TestSmtp } from '../../tests/support/smtp-server.ts'
import type { Check } from '../check.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { atLeast, none, pageFigures } from '../support/figures.ts'
import { type OwnedProduct, person, withOwned } from '../support/owned-product.ts'
import { watchPage } from '../support/watch-page.ts'

const jumps = ['-3d', '+0', '+30d', '+0', '-3d', '+30d', '+0']
const message = { user_name: 'Visitor', user_email: 'visitor@people.example', message: 'Is anybody there?' }

/** Waits until the product's clock shows the jump, and gives what it shows: the library looks at its file now and then only. */
const shown = async (product: OwnedProduct, jump: string): Promise<string> => {
  const meant = Date.now() + Number.parseInt(jump, 10) * 24 * 60 * 60_000
  let date = ''
  for (let look = 0; look < 40; look += 1) {
    await sleep(500)
    date = String((await product.ask('/api/settings')).headers.date)
    if (Math.abs(Date.parse(date) - meant) < 60 * 60_000) return date
  }
  throw new Error(`The clock never jumped to ${jump}: ${date}.`)
}

/** In ms: how long email may take once the clock has jumped. */
const drained = 60_000

/** An email that waits for its next try when the clock jumps, told as the mail server is asked for it. */
const leaveWaiting = async (product: OwnedProduct, smtp: TestSmtp, jump: string) => {
  smtp.mode = 'temporary'
  await product.ask('/api/messages', {
    method: 'POST',
    body: { ...message, message: `Waiting when it jumped to ${jump}, ${Math.random()}` },
  })
  const tried = async () => (await product.own('GET', '/api/mail')).json?.lastFailure !== null
  for (let look = 0; look < 50 && !(await tried()); look += 1) await sleep(100)
  smtp.mode = 'ok'
}

/** Number of emails that still wait then. */
const waitingAfter = async (product: OwnedProduct, since: number): Promise<number> => {
  for (;;) {
    const { json } = await product.own('GET', '/api/mail')
    const waiting = (json?.queued ?? 1) + (json?.failed ?? 0)
    if (waiting === 0 || performance.now() - since > drained) return waiting
    await sleep(100)
  }
}

/** What must work at any time of the clock. */
const tryAll = async (product: OwnedProduct, jump: string): Promise<string[]> => {
  const wrong: string[] = []
  const expect = (what: string, status: number, wanted: number, text: string) => {
    if (status !== wanted) wrong.push(`${jump}: ${what} answered ${status} ${text.slice(0, 120)}`)
  }
  const { email, password } = person('Olga')
  const sent = await product.ask('/api/messages', {
    method: 'POST',
    body: { ...message, message: `Written at ${jump}, ${Math.random()}` },
  })
  expect('a message', sent.status, 201, sent.text)
  const signIn = await product.ask('/api/auth/sign-in/email', {
    method: 'POST',
    body: { email, password },
    headers: { origin: product.url },
  })
  expect('signing in', signIn.status, 200, signIn.text)
  product.cookie = (signIn.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  const save = await product.own('POST', '/api/entries/skills', { data: { name: `Saved at ${jump}`, percent: 5 } })
  expect('a save', save.status, 201, save.text)
  const health = await product.ask('/healthz')
  expect('the health answer', health.status, 200, health.text)
  return wrong
}

/** A clock that was set wrong, and is set right again. */
export const clock: Check = {
  name: 'clock',
  kind: 'fault',
  quick: true,
  timed: true,
  promise:
    'The clock jumps three days back, thirty days ahead, and back again. Visits, messages, sign-in and saves work at each of these times, waiting emails are sent within a minute, and nobody stays locked out by a limit that was counted under a wrong clock.',
  run: async ({ folder }) => {
    const { set, env } = fakeClock(folder)
    const smtp = await startSmtp()
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'site@vitrine.example', MAIL_TO: 'mira@people.example' }
    const run = withOwned({ env: { ...env, ...mail, LIMITS: 'on' } }, async (product) => {
      const watch = watchPage(product.url)
      const wrong: string[] = []
      const times: string[] = []
      const undelivered: string[] = []
      for (const jump of jumps) {
        // Somebody is locked out under this clock; the next must not hold that against them for days.
        for (let n = 0; n < 6; n += 1)
          await product.ask('/api/auth/sign-in/email', {
            method: 'POST',
            body: { email: 'nora@people.example', password: `wrong and long ${n}` },
            headers: { origin: product.url },
          })
        await leaveWaiting(product, smtp, jump)
        const jumped = performance.now()
        set(jump)
        times.push(await shown(product, jump))
        wrong.push(...(await tryAll(product, jump)))
        const nora = await product.ask('/api/auth/sign-in/email', {
          method: 'POST',
          body: { email: 'nora@people.example', password: 'wrong and long' },
          headers: { origin: product.url },
        })
        const waiting = await waitingAfter(product, jumped)
        if (waiting > 0) undelivered.push(`${jump}: ${waiting}`)
        if (nora.status !== 401) wrong.push(`${jump}: locked out under another clock: ${nora.status} ${nora.text}`)
      }
      const met = await watch.stop()
      const days = new Set(times.map((time) => new Date(time).toDateString()))
      return [
        atLeast('different days on the clock', days.size, 3),
        none('refused under a wrong clock', wrong),
        atLeast('emails that arrived', smtp.received.length, 2 * jumps.length),
        none('emails that waited longer than 60 s after a jump', undelivered),
        ...pageFigures(met),
      ]
    })
    return run.finally(() => smtp.close())
  },
}
