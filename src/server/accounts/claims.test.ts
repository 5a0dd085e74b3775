import { afterEach, describe, expect, it } from 'vitest'
import {
  createTestApp,
  ownerIn,
  password,
  person,
  publicUrl,
  signedIn,
  type TestApp,
} from '../../../tests/support/app.ts'
import { databases, type TestStore } from '../../../tests/support/databases.ts'
import { createClaims } from './claims.ts'
import { createHandOverLinks } from './hand-over-link.ts'
import { withAccounts } from './tables.ts'

for (const kind of databases)
  describe.skipIf(!kind.available)(`The claim on ${kind.name}`, () => {
    let store: TestStore
    let app: TestApp
    const start = async (given = {}) => {
      store = await kind.create()
      app = await createTestApp(store, { limits: false, ...given })
    }
    afterEach(async () => {
      await app.close()
      await store.remove()
    })
    const owners = () =>
      withAccounts(store.database.kysely).selectFrom('users').select('name').where('role', '=', 'owner').execute()

    it('makes the first who brings it the owner, and is gone after', async () => {
      await start()
      const browser = await signedIn(app, 'Olga')
      const before = app.browser({ cookie: browser.cookie() })
      const wrong = await browser.post('/api/owner-claims', { token: `${app.claimToken.slice(0, -1)}-` })
      expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['token']])
      expect(await owners()).toEqual([])
      expect((await browser.post('/api/owner-claims', { token: app.claimToken })).status).toBe(201)
      expect((await browser.get('/api/users')).status).toBe(200)
      // The session from before, as a member, is dead; this device has a new one.
      expect((await before.get('/api/sessions')).status).toBe(401)
      const second = await signedIn(app, 'Paul')
      for (const token of [app.claimToken, 'something else']) {
        const { status, body } = await second.post('/api/owner-claims', { token })
        expect([status, body.error]).toEqual([410, 'gone'])
      }
      expect((await app.browser().get('/api/auth/sign-in-options')).body.claim).toBe(false)
      expect(await owners()).toEqual([{ name: 'Olga' }])
    })

    it('has one winner when fifty race for it', async () => {
      await start()
      const racers = await Promise.all(Array.from({ length: 50 }, (_, n) => signedIn(app, `Racer${n}`)))
      const answers = await Promise.all(
        racers.map((racer) => racer.post('/api/owner-claims', { token: app.claimToken })),
      )
      const count = (status: number) => answers.filter((answer) => answer.status === status).length
      expect([count(201), count(410)]).toEqual([1, 49])
      expect(await owners()).toHaveLength(1)
    }, 60_000)

    it('has one winner even if its own bookkeeping fails: the database knows only one owner', async () => {
      await start()
      await ownerIn(app)
      await signedIn(app, 'Rita')
      const rita = (await app.services.accounts.users.idOf(person('Rita').email)) as string
      // As if the token had been made open again.
      const { openClaim, claimKey } = await import('./claim-token.ts')
      await store.database.kysely.deleteFrom('meta').where('key', '=', claimKey).execute()
      const token = (await openClaim(store.database, 'another secret')) as string
      await expect(
        createClaims(store.database, createHandOverLinks(store.database)).take(rita, token),
      ).rejects.toMatchObject({ code: 'gone' })
      expect(await owners()).toEqual([{ name: 'Olga' }])
    })

    it('is taken while registering, also when registration is closed', async () => {
      await start()
      await app.services.settings.update({ registration: false }, { by: 'test' })
      const browser = app.browser()
      expect((await browser.post('/api/auth/sign-up/email', { ...person('Sia'), claim: 'not the token' })).status).toBe(
        422,
      )
      expect((await browser.post('/api/auth/sign-up/email', { ...person('Sia'), claim: app.claimToken })).status).toBe(
        200,
      )
      expect(await owners()).toEqual([{ name: 'Sia' }])
      await browser.post('/api/auth/sign-in/email', { email: person('Sia').email, password })
      expect((await browser.get('/api/users')).status).toBe(200)
      expect(
        (await app.browser().post('/api/auth/sign-up/email', { ...person('Tom'), claim: app.claimToken })).status,
      ).toBe(410)
    })

    it('token can be given from outside, and is kept as a hash only', async () => {
      await start({ claimToken: 'a-token-of-my-own-choice' })
      expect(app.claimToken).toBe('a-token-of-my-own-choice')
      const rows = await store.database.kysely.selectFrom('meta').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(app.claimToken)
      expect(publicUrl).toContain('localhost')
    })
  })
