import { expect, it } from 'vitest'
import { password, person, signedIn, useApp } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { signedInAgo } from '../../../tests/support/signed-in-ago.ts'
import { secretOf, totpCode, totpStep } from '../../../tests/support/totp.ts'
import { withAccounts } from './tables.ts'

const day = 86_400_000

onOneDatabase('A session', (store) => {
  const app = useApp(store, { limits: false })

  const sessionOf = async (browser: Awaited<ReturnType<typeof signedIn>>) =>
    (await browser.get('/api/auth/get-session')).body?.session?.id as string

  it('ends ninety days after signing in, however often it was used', async () => {
    const browser = await signedIn(app, 'Abel')
    const id = await sessionOf(browser)
    await signedInAgo(store().database, id, 89 * day)
    expect(await sessionOf(browser)).toBe(id)
    await signedInAgo(store().database, id, 91 * day)
    expect((await browser.get('/api/sessions')).status).toBe(401)
    // Begun while the clock was years ahead.
    const other = await signedIn(app, 'Ada')
    await signedInAgo(store().database, await sessionOf(other), -365 * day)
    expect((await other.get('/api/sessions')).status).toBe(401)
    // Gone, not only refused.
    await signedInAgo(store().database, id, 0)
    expect(await sessionOf(browser)).toBeUndefined()
  })

  it('ends after fourteen days without a call', async () => {
    const browser = await signedIn(app, 'Dora')
    const id = await sessionOf(browser)
    const { kysely, kind } = store().database
    const sessions = withAccounts(kysely)
    const { expiresAt } = await sessions
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Math.round((new Date(expiresAt).getTime() - Date.now()) / day)).toBe(14)
    const over = new Date(Date.now() - 1000)
    const expired = { expiresAt: kind === 'sqlite' ? over.toISOString() : over }
    await sessions.updateTable('sessions').set(expired).where('id', '=', id).execute()
    expect((await browser.get('/api/sessions')).status).toBe(401)
  })

  it('asks to sign in again before what could shut its person out, and changes nothing until then', async () => {
    const browser = await signedIn(app, 'Berta')
    const { email } = person('Berta')
    // The last began while the clock was ahead: a time in the future is old.
    for (const ago of [16 * 60_000, -16 * 60_000, -day]) {
      await signedInAgo(store().database, await sessionOf(browser), ago)
      const refused = await browser.post('/api/auth/two-factor/enable', { password })
      expect([refused.status, refused.body.error]).toEqual([403, 'sign-in-again'])
    }
    expect((await browser.get('/api/sessions')).status).toBe(200)
    expect((await browser.get('/api/auth/get-session')).body.user.twoFactor).toBe(false)
    await browser.post('/api/auth/sign-in/email', { email, password })
    expect((await browser.post('/api/auth/two-factor/enable', { password })).status).toBe(200)
  })

  it('ends when the same browser signs in again, and no other does', async () => {
    const browser = await signedIn(app, 'Clara')
    const elsewhere = app.browser()
    const { email } = person('Clara')
    await elsewhere.post('/api/auth/sign-in/email', { email, password })
    const [before, other] = [browser.cookie(), await sessionOf(elsewhere)]
    await browser.post('/api/auth/sign-in/email', { email, password })
    expect((await app.browser({ cookie: before }).get('/api/auth/get-session')).body).toBeNull()
    const { sessions } = (await browser.get('/api/sessions')).body
    expect(sessions.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [other, await sessionOf(browser)].toSorted(),
    )
  })

  it('ends when the same browser signs in again with a second factor', async () => {
    const browser = await signedIn(app, 'Erik')
    const { email } = person('Erik')
    const { totpURI, backupCodes } = (await browser.post('/api/auth/two-factor/enable', { password })).body
    const codes = [0, 1].map((steps) => totpCode(secretOf(totpURI), totpStep(Date.now()) + steps))
    await browser.post('/api/auth/two-factor/verify-totp', { code: codes[0] })
    const secondSteps = [
      ['verify-totp', codes[1]],
      ['verify-backup-code', backupCodes[0]],
    ]
    for (const [way, code] of secondSteps) {
      const before = app.browser({ cookie: browser.cookie() })
      expect((await before.get('/api/sessions')).status).toBe(200)
      await browser.post('/api/auth/sign-in/email', { email, password })
      expect((await browser.post(`/api/auth/two-factor/${way}`, { code })).status).toBe(200)
      expect([way, (await before.get('/api/sessions')).status]).toEqual([way, 401])
      expect((await browser.get('/api/sessions')).body.sessions).toHaveLength(1)
    }
  })

  it('is ended by several calls of its browser at once, and none of them fails', async () => {
    const browser = await signedIn(app, 'Gerd')
    const tabs = Array.from({ length: 4 }, () => app.browser({ cookie: browser.cookie() }))
    const { email } = person('Gerd')
    const answers = await Promise.all(
      tabs.map((tab, n) =>
        n < 2 ? tab.post('/api/auth/sign-out') : tab.post('/api/auth/sign-in/email', { email, password }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await browser.get('/api/sessions')).status).toBe(401)
  })

  it('goes on when its person changes their names, which sends its cookie again', async () => {
    const browser = await signedIn(app, 'Dora')
    const id = await sessionOf(browser)
    expect((await browser.post('/api/auth/update-user', { name: 'Dorothea' })).status).toBe(200)
    expect(await sessionOf(browser)).toBe(id)
  })

  it('that ends with its browser is followed by such a one: after a new password, a second factor and the owner’s role', async () => {
    await signedIn(app, 'Finn')
    const browser = app.browser()
    const { email } = person('Finn')
    await browser.post('/api/auth/sign-in/email', { email, password, rememberMe: false })
    const given: string[] = []
    const call = async (path: string, body: object) => {
      const answer = await browser.post(path, body)
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 201])])
      given.push(...answer.setCookies.filter((line) => line.includes('session_token=')))
      return answer.body
    }
    const newPassword = 'nine otters under a bridge'
    await call('/api/auth/change-password', { currentPassword: password, newPassword })
    const { totpURI } = await call('/api/auth/two-factor/enable', { password: newPassword })
    await call('/api/auth/two-factor/verify-totp', { code: totpCode(secretOf(totpURI), totpStep(Date.now())) })
    await call('/api/auth/two-factor/disable', { password: newPassword })
    await call('/api/owner-claims', { token: app.claimToken })
    expect(given).toHaveLength(4)
    for (const line of given) expect(line).not.toMatch(/max-age|expires/i)
  })
})
