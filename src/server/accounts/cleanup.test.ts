import { expect, it } from 'vitest'
import { createTestApp, password, person, signedIn } from '../../../tests/support/app.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { cleanUpAccounts } from './cleanup.ts'
import { withAccounts } from './tables.ts'

onEachDatabase('Tidying accounts', (store) => {
  it('takes away what is over or was never finished, and nothing else', async () => {
    const app = await createTestApp(store(), { limits: false })
    const [kept, ended] = [await signedIn(app, 'Kept'), await signedIn(app, 'Ended')]
    await signedIn(app, 'Half')
    const db = withAccounts(store().database.kysely)
    const idOf = async (name: string) => (await app.services.accounts.users.idOf(person(name).email)) as string
    const earlier = (ms: number) => new Date(Date.now() - ms)
    const time = (ms: number) => (store().database.kind === 'sqlite' ? earlier(ms).toISOString() : earlier(ms))
    await db
      .updateTable('sessions')
      .set({ expiresAt: time(1000) })
      .where('userId', '=', await idOf('Ended'))
      .execute()
    // Killed between the account and its password, once long ago and once just now.
    await db
      .deleteFrom('accounts')
      .where('userId', '=', await idOf('Half'))
      .execute()
    await cleanUpAccounts(store().database)
    expect((await app.services.accounts.users.list()).users.map(({ name }) => name)).toEqual(['Kept', 'Ended', 'Half'])
    await db
      .updateTable('users')
      .set({ createdAt: time(120_000) })
      .execute()
    await cleanUpAccounts(store().database)
    expect((await app.services.accounts.users.list()).users.map(({ name }) => name).sort()).toEqual(['Ended', 'Kept'])
    expect((await kept.get('/api/sessions')).status).toBe(200)
    expect((await ended.get('/api/sessions')).status).toBe(401)
    const again = await app.browser().post('/api/auth/sign-up/email', person('Half'))
    expect(again.status).toBe(200)
    expect(
      (await app.browser().post('/api/auth/sign-in/email', { email: person('Half').email, password })).status,
    ).toBe(200)
    await app.close()
  })

  it('takes expired challenges and counters away with the hourly cleanup', async () => {
    const app = await createTestApp(store())
    const { kysely, kind } = store().database
    const db = withAccounts(kysely)
    const now = Date.now()
    const time = (at: number) => (kind === 'sqlite' ? new Date(at).toISOString() : new Date(at))
    const challenge = (id: string, at: number) => ({
      ...{ id, identifier: id, value: 'x', expiresAt: time(at) },
      ...{ createdAt: time(now), updatedAt: time(now) },
    })
    await db
      .insertInto('verifications')
      .values([challenge('over', now - 1000), challenge('open', now + 60_000)])
      .execute()
    const counter = (key: string, end: number) => ({ key, window_start: now - 900_000, window_end: end, count: 1 })
    await kysely
      .insertInto('attempts')
      .values([counter('over', now - 1), counter('open', now + 60_000)])
      .execute()
    expect(await app.services.accounts.cleanUp()).toBeGreaterThanOrEqual(2)
    expect((await db.selectFrom('verifications').select('id').execute()).map(({ id }) => id)).toEqual(['open'])
    const keys = (await kysely.selectFrom('attempts').select('key').execute()).map(({ key }) => key)
    expect(keys).toContain('open')
    expect(keys).not.toContain('over')
    await app.close()
  })
})
