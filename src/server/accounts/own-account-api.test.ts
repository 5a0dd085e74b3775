import { expect, it } from 'vitest'
import { ownerIn, password, person, signedIn, useApp } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { signedInAgo } from '../../../tests/support/signed-in-ago.ts'

onOneDatabase('One’s own account', (store) => {
  const app = useApp(store, { limits: false })
  const remove = (browser: Awaited<ReturnType<typeof signedIn>>, given = password) =>
    browser.send('DELETE', '/api/account', { password: given })

  it('is deleted with the password, and signs out', async () => {
    const [here, there] = [await signedIn(app, 'Nina'), app.browser()]
    await there.post('/api/auth/sign-in/email', { email: person('Nina').email, password })
    const wrong = await remove(here, 'not this one at all')
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['password']])
    expect(await app.services.accounts.users.idOf(person('Nina').email)).toBeDefined()
    expect((await remove(here)).status).toBe(200)
    expect(here.cookie()).not.toContain('session_token')
    expect([(await here.get('/api/sessions')).status, (await there.get('/api/sessions')).status]).toEqual([401, 401])
    expect(await app.services.accounts.users.idOf(person('Nina').email)).toBeUndefined()
  })

  it('asks for a recent sign-in', async () => {
    const browser = await signedIn(app, 'Otto')
    const { body } = await browser.get('/api/auth/get-session')
    await signedInAgo(store().database, body.session.id, 16 * 60_000)
    expect((await remove(browser)).body.error).toBe('sign-in-again')
  })

  it('is not deleted while it is the owner’s, which names what to do', async () => {
    const owner = await ownerIn(app)
    const { status, body } = await remove(owner)
    expect([status, body.fields.role]).toEqual([422, expect.stringContaining('Hand the role over first')])
    expect((await owner.get('/api/users')).status).toBe(200)
  })

  it('has a page for everyone who is signed in, and leads others to Login', async () => {
    const member = await signedIn(app, 'Pia')
    expect((await member.get('/account')).status).not.toBe(302)
    const visitor = await app.browser().get('/account')
    expect([visitor.status, visitor.headers.get('location')]).toEqual([302, '/login?next=%2Faccount'])
    expect((await member.get('/admin')).headers.get('location')).toBe('/')
  })
})
