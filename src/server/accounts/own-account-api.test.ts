import { expect, it } from 'vitest'
import { ownerIn, password, person, signedIn, useApp } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'

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

  it('is not deleted while it is the owner’s, which names what to do', async () => {
    const owner = await ownerIn(app)
    const { status, body } = await remove(owner)
    expect([status, body.fields.role]).toEqual([422, expect.stringContaining('Hand the role over first')])
    expect((await owner.get('/api/users')).status).toBe(200)
  })
})
