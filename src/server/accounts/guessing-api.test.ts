import { afterAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, password, person, signedIn, type TestApp } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'

onOneDatabase('Guessing', (store) => {
  let app: TestApp | undefined
  const fresh = async () => {
    await app?.close()
    await store().database.kysely.deleteFrom('attempts').execute()
    app = await createTestApp(store(), { limits: true })
    return app
  }
  let running: TestApp
  beforeEach(async () => {
    running = await fresh()
  })
  afterAll(() => app?.close())

  const attempt = async (email: string, word: string, headers: Record<string, string> = {}) =>
    running.browser().send('POST', '/api/auth/sign-in/email', { email, password: word }, { headers })

  it('one account’s password ends after five tries, whatever the headers say and however many come at once', async () => {
    await running.browser().post('/api/auth/sign-up/email', person('Ann'))
    const { email } = person('Ann')
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        attempt(n % 2 ? email : email.toUpperCase(), `wrong ${n} and long`, {
          'x-forwarded-for': `10.0.0.${n}`,
          'x-real-ip': `10.0.1.${n}`,
          forwarded: `for=10.0.2.${n}`,
          'cf-connecting-ip': `10.0.3.${n}`,
          'x-vitrine-client-address': `10.0.4.${n}`,
          'user-agent': `browser ${n}`,
        }),
      ),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(401), count(429)]).toEqual([5, 25])
    const right = await attempt(email, password)
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(600)
    // The same after a restart.
    await running.close()
    running = await createTestApp(store(), { limits: true })
    app = running
    expect((await attempt(email, password)).status).toBe(429)
  })

  it('one password on many accounts locks nobody out: a known device is let in, and others after a wait', async () => {
    // Through a proxy that is believed, so that not all come from one address.
    await running.close()
    running = await createTestApp(store(), { limits: true, trustProxy: 1 })
    app = running
    const known = await signedIn(running, 'Eva')
    const { email } = person('Eva')
    const statuses = await Promise.all(
      Array.from({ length: 51 }, async (_, n) => {
        const headers = { 'x-forwarded-for': `10.1.${n % 3}.1` }
        return (await attempt(`user${n}@people.example`, 'Summer 2026!', headers)).status
      }),
    )
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(50)
    expect((await known.post('/api/auth/sign-in/email', { email, password })).status).toBe(200)
    expect((await attempt(email, password, { 'x-forwarded-for': '10.2.0.1' })).status).toBe(200)
  })

  it('five wrong passwords from outside leave who is signed in free to change theirs and to sign in again', async () => {
    const browser = await signedIn(running, 'Fay')
    const { email } = person('Fay')
    for (let n = 0; n < 6; n += 1) await attempt(email, `wrong ${n} and long`)
    expect((await attempt(email, password)).status).toBe(429)
    expect((await browser.post('/api/auth/two-factor/enable', { password })).status).toBe(200)
    const newPassword = 'a bakery, a festival, a ferry'
    const changed = await browser.post('/api/auth/change-password', { currentPassword: password, newPassword })
    expect(changed.status).toBe(200)
    await browser.post('/api/auth/sign-out')
    expect((await browser.post('/api/auth/sign-in/email', { email, password: newPassword })).status).toBe(200)
  })

  it('a password from within a session is counted like one from outside', async () => {
    const browser = await signedIn(running, 'Cy')
    const statuses: number[] = []
    for (let n = 0; n < 8; n += 1)
      statuses.push((await browser.post('/api/auth/two-factor/enable', { password: `wrong ${n} and long` })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
  })

  it('a registration that is refused is not counted', async () => {
    const counters = () => store().database.kysely.selectFrom('attempts').selectAll().execute()
    await running.services.settings.update({ registration: false }, { by: 'test' })
    const refused = await running.browser().post('/api/auth/sign-up/email', person('Gil'))
    await running.services.settings.update({ registration: true }, { by: 'test' })
    const weak = await running.browser().post('/api/auth/sign-up/email', { ...person('Gil'), password: 'password1' })
    expect([refused.status, weak.status]).toEqual([403, 422])
    expect(await counters()).toEqual([])
  })

  it('the claim token ends after twenty tries', async () => {
    const browser = await signedIn(running, 'Di')
    const statuses: number[] = []
    for (let n = 0; n < 22; n += 1)
      statuses.push((await browser.post('/api/owner-claims', { token: `wrong ${n}` })).status)
    expect(statuses).toEqual([...Array(20).fill(422), 429, 429])
  })
})
