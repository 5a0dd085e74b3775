import { afterEach, describe, expect, it } from 'vitest'
import {
  createTestApp,
  ownerIn,
  password,
  person,
  publicUrl,
  signedIn,
  type TestApp,
  type TestBrowser,
} from '../../../tests/support/app.ts'
import { databases, itOnce, type TestStore } from '../../../tests/support/databases.ts'
import { handOverToken } from '../../../tests/support/hand-over.ts'
import { endLinksOfOtherSecret } from './claim-token.ts'
import { createClaims, createHandOverLinks } from './claims.ts'
import { withAccounts } from './tables.ts'

for (const kind of databases)
  describe.skipIf(!kind.available)(`The claim on ${kind.name}`, () => {
    const once = itOnce(kind)
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

    once('makes the first who brings it the owner, and is gone after', async () => {
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
    })

    it('is given to no account that is gone: the link stays open, and the owner the owner', async () => {
      await start()
      const links = createHandOverLinks(store.database)
      const claims = createClaims(store.database, links)
      await expect(claims.take('gone', app.claimToken)).rejects.toMatchObject({ code: 'unauthenticated' })
      const token = await handOverToken(await ownerIn(app))
      await expect(claims.take('gone', token)).rejects.toMatchObject({ code: 'unauthenticated' })
      expect(await owners()).toEqual([{ name: 'Olga' }])
      await expect(links.check(token)).resolves.toBeUndefined()
    })

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

    once('is taken while registering, also when registration is closed', async () => {
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

    once('wins over whoever registered the owner’s address before, who is out for good', async () => {
      await start()
      const theirs = 'the password of a stranger'
      const stranger = app.browser()
      await stranger.post('/api/auth/sign-up/email', { ...person('Olga'), name: 'Mallory', password: theirs })
      const signIn = (browser: TestBrowser, secret: string) =>
        browser.post('/api/auth/sign-in/email', { email: person('Olga').email, password: secret })
      expect((await signIn(stranger, theirs)).status).toBe(200)
      expect((await stranger.post('/api/auth/two-factor/enable', { password: theirs })).status).toBe(200)
      const claim = { ...person('Olga'), claim: app.claimToken }
      expect((await app.browser().post('/api/auth/sign-up/email', claim)).status).toBe(200)
      expect(await owners()).toEqual([{ name: 'Olga' }])
      const db = withAccounts(store.database.kysely)
      for (const table of ['sessions', 'two_factors', 'passkeys', 'api_tokens'] as const)
        expect(await db.selectFrom(table).select('id').execute(), table).toEqual([])
      expect((await stranger.get('/api/sessions')).status).toBe(401)
      expect((await signIn(app.browser(), theirs)).status).toBe(401)
      const olga = app.browser()
      expect((await signIn(olga, password)).body).toEqual(expect.not.objectContaining({ twoFactorRedirect: true }))
      expect((await olga.get('/api/users')).body.users).toHaveLength(1)
    })

    once('is not used up by an address that somebody verified, whose account stays', async () => {
      await start()
      await signedIn(app, 'Olga')
      const db = withAccounts(store.database.kysely)
      await db
        .updateTable('users')
        .set({ emailVerified: store.database.kind === 'sqlite' ? 1 : true })
        .execute()
      const claim = { ...person('Olga'), password: 'another ferry, another bakery', claim: app.claimToken }
      const { status, body } = await app.browser().post('/api/auth/sign-up/email', claim)
      expect([status, Object.keys(body.fields)]).toEqual([422, ['email']])
      expect(await owners()).toEqual([])
      const olga = app.browser()
      await olga.post('/api/auth/sign-in/email', { email: person('Olga').email, password })
      expect((await olga.post('/api/owner-claims', { token: app.claimToken })).status).toBe(201)
    })

    once('by a hand-over link wins over a stranger’s account as well, never over the owner’s', async () => {
      await start()
      const owner = await ownerIn(app)
      await signedIn(app, 'Paul')
      const { body } = await owner.post('/api/hand-over-link', { password })
      const claim = new URLSearchParams(new URL(body.link).hash.slice(1)).get('claim') as string
      const register = (name: string) =>
        app.browser().post('/api/auth/sign-up/email', { ...person(name), password: 'a successor’s own words', claim })
      expect((await register('Olga')).status).toBe(422)
      expect(await owners()).toEqual([{ name: 'Olga' }])
      expect((await register('Paul')).status).toBe(200)
      expect(await owners()).toEqual([{ name: 'Paul' }])
    })

    once(
      'is new with another secret, as every link is whose email the old secret opens; the same secret ends none',
      async () => {
        await start()
        const owner = await ownerIn(app)
        const { kysely } = store.database
        const invite = async () => expect((await owner.post('/api/invitations')).status).toBe(201)
        const open = async () => [
          (await kysely.selectFrom('invitations').select('id').execute()).length,
          (await withAccounts(kysely).selectFrom('password_resets').select('hash').execute()).length,
          (await kysely.selectFrom('meta').select('key').where('key', '=', 'hand-over link').execute()).length,
        ]
        await endLinksOfOtherSecret(store.database, 'the first secret')
        await invite()
        await handOverToken(owner)
        const userId = (await app.services.accounts.users.idOf(person('Olga').email)) as string
        const reset = { userId, hash: 'x', expires_at: '2999-01-01' }
        await withAccounts(kysely).insertInto('password_resets').values(reset).execute()
        await endLinksOfOtherSecret(store.database, 'the first secret')
        expect(await open()).toEqual([1, 1, 1])
        await endLinksOfOtherSecret(store.database, 'the second secret')
        expect(await open()).toEqual([0, 0, 0])
      },
    )

    once('token can be given from outside, and is kept as a hash only', async () => {
      await start({ claimToken: 'a-token-of-my-own-choice' })
      expect(app.claimToken).toBe('a-token-of-my-own-choice')
      const rows = await store.database.kysely.selectFrom('meta').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(app.claimToken)
      expect(publicUrl).toContain('localhost')
    })
  })
