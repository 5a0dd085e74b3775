import { expect, it } from 'vitest'
import { createTestApp, ownerIn, password, person, signedIn } from '../../../tests/support/app.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { handOverToken } from '../../../tests/support/hand-over.ts'
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
    await app.services.accounts.cleanUp()
    expect((await app.services.accounts.users.list()).users.map(({ name }) => name)).toEqual(['Kept', 'Ended', 'Half'])
    await db
      .updateTable('users')
      .set({ createdAt: time(120_000) })
      .execute()
    await app.services.accounts.cleanUp()
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

  it('takes away strangers’ accounts after thirty days, never the owner’s, a former owner’s or a verified one', async () => {
    const app = await createTestApp(store(), { limits: false })
    const owner = await ownerIn(app, 'Former')
    const heir = await signedIn(app, 'Heir')
    await heir.post('/api/owner-claims', { token: await handOverToken(owner) })
    for (const name of ['Verified', 'Stranger']) await signedIn(app, name)
    const { kysely, kind } = store().database
    await withAccounts(kysely)
      .updateTable('users')
      .set({ emailVerified: kind === 'sqlite' ? 1 : true })
      .where('name', '=', 'Verified')
      .execute()
    const { users } = app.services.accounts
    const days = (count: number) => Date.now() + count * 86_400_000
    expect(await users.cleanUpStrangers(days(29))).toBe(0)
    expect(await users.cleanUpStrangers(days(31))).toBeGreaterThan(0)
    expect((await users.list()).users.map(({ name }) => name)).toEqual(['Former', 'Heir', 'Verified'])
    await app.close()
  })

  it('keeps strangers to twenty registrations an hour and two hundred accounts, not who was invited', async () => {
    const app = await createTestApp(store())
    const { kysely } = store().database
    const { users, invitations } = app.services.accounts
    const register = (name: string, more = {}) =>
      app.browser().post('/api/auth/sign-up/email', { ...person(name), ...more })
    const invite = async () =>
      (await invitations.create({ email: undefined, days: 1 }, async () => async () => {})).token
    expect((await register('First')).status).toBe(200)
    // From everywhere; one address has a limit of its own.
    await kysely.updateTable('attempts').set({ count: 19 }).where('key', '=', 'sign-up').execute()
    expect([(await register('Last')).status, (await register('Late')).status]).toEqual([200, 429])
    expect((await register('Invited', { invite: await invite() })).status).toBe(200)
    await kysely.deleteFrom('attempts').where('key', '=', 'sign-up').execute()
    await app.services.attempts.release('sign-up')
    const now = new Date().toISOString()
    const many = Array.from({ length: 199 - (await users.countStrangers()) }, (_, n) => {
      const { password: _password, ...fields } = person(`Many${n}`)
      return { id: `many ${n}`, ...fields, createdAt: now, updatedAt: now }
    })
    await withAccounts(kysely).insertInto('users').values(many).execute()
    await Promise.all(['One', 'Two', 'Three'].map((name) => register(name)))
    expect(await users.countStrangers()).toBeLessThanOrEqual(200)
    if ((await users.countStrangers()) < 200) await register('Four')
    const before = await kysely.selectFrom('attempts').selectAll().execute()
    expect((await register('Full')).status).toBe(403)
    expect(await kysely.selectFrom('attempts').selectAll().execute()).toEqual(before)
    expect(await users.idOf(person('Full').email)).toBeUndefined()
    expect((await register('Guest', { invite: await invite() })).status).toBe(200)
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
