import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, password, person, signedIn, type TestApp } from '../../../tests/support/app.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { signedInAgo } from '../../../tests/support/signed-in-ago.ts'

const day = 86_400_000

onEachDatabase('A session', (store) => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp(store(), { limits: false })
  })
  afterAll(() => app.close())

  const sessionOf = async (browser: Awaited<ReturnType<typeof signedIn>>) =>
    (await browser.get('/api/auth/get-session')).body?.session?.id as string

  it('ends ninety days after signing in, however often it was used', async () => {
    const browser = await signedIn(app, 'Abel')
    const id = await sessionOf(browser)
    await signedInAgo(store().database, id, 89 * day)
    expect(await sessionOf(browser)).toBe(id)
    await signedInAgo(store().database, id, 91 * day)
    expect((await browser.get('/api/sessions')).status).toBe(401)
    // Gone, not only refused.
    await signedInAgo(store().database, id, 0)
    expect(await sessionOf(browser)).toBeUndefined()
  })

  it('asks to sign in again before what could shut its person out, and changes nothing until then', async () => {
    const browser = await signedIn(app, 'Berta')
    const { email } = person('Berta')
    await signedInAgo(store().database, await sessionOf(browser), 16 * 60_000)
    const refused = await browser.post('/api/auth/two-factor/enable', { password })
    expect([refused.status, refused.body.error]).toEqual([403, 'sign-in-again'])
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

  it('goes on when its person changes their names, which sends its cookie again', async () => {
    const browser = await signedIn(app, 'Dora')
    const id = await sessionOf(browser)
    expect((await browser.post('/api/auth/update-user', { name: 'Dorothea' })).status).toBe(200)
    expect(await sessionOf(browser)).toBe(id)
  })
})
