import { expect, it } from 'vitest'
import { person, signedIn, useApp, useOwner } from '../../../tests/support/app.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { withAccounts } from './tables.ts'
import { createUser } from './users.ts'

// Each of these is held by a second guard as well; here the first is tried alone.
onOneDatabase('Between accounts', (store) => {
  const app = useApp(store, { limits: false })
  const owner = useOwner(app)
  const accounts = () => withAccounts(store().database.kysely)

  it('nobody signs out the devices of another', async () => {
    const mia = await signedIn(app, 'Mia')
    const [session] = (await owner.get('/api/sessions')).body.sessions
    expect((await mia.send('DELETE', `/api/sessions/${session.id}`)).status).toBe(404)
    expect((await owner.get('/api/sessions')).status).toBe(200)
    const theirs = (await mia.get('/api/sessions')).body.sessions.map(({ id }: { id: string }) => id)
    expect(theirs).not.toContain(session.id)
  })

  it('a used claim is spent by itself, not only because there is an owner', async () => {
    const nora = await signedIn(app, 'Nora')
    const { email } = person('Olga')
    await accounts().updateTable('users').set({ role: 'member' }).where('email', '=', email).execute()
    expect((await nora.post('/api/owner-claims', { token: app.claimToken })).status).toBe(410)
    await accounts().updateTable('users').set({ role: 'owner' }).where('email', '=', email).execute()
  })

  it('a new account is a member’s, whatever its maker says', async () => {
    const { password: _, ...made } = person('Eve')
    const id = await createUser(store().database.kysely, { ...made, role: 'owner' } as typeof made)
    expect((await app.services.accounts.users.find(id as string))?.role).toBe('member')
  })

  it('a token dies with the role of who made it, however the role was lost', async () => {
    const { secret } = (await owner.post('/api/tokens', { name: 'Script', scope: 'write' })).body
    const ask = () =>
      app.browser().send('GET', '/api/settings', undefined, { headers: { authorization: `Bearer ${secret}` } })
    expect((await ask()).status).toBe(200)
    const { email } = person('Olga')
    await accounts().updateTable('users').set({ role: 'member' }).where('email', '=', email).execute()
    expect((await ask()).status).toBe(401)
    await accounts().updateTable('users').set({ role: 'owner' }).where('email', '=', email).execute()
  })
})
