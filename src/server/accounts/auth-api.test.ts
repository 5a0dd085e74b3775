import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import {
  createTestApp,
  ownerIn,
  password,
  person,
  signedIn,
  type TestBrowser,
  useApp,
} from '../../../tests/support/app.ts'
import { itOnce, onEachDatabase } from '../../../tests/support/databases.ts'
import { handOverToken, takeOver } from '../../../tests/support/hand-over.ts'
import { endAccess } from './ended-access.ts'
import { storePasswordHash } from './passwords.ts'
import { withAccounts } from './tables.ts'

onEachDatabase('Accounts over HTTP', (store, kind) => {
  const once = itOnce(kind)
  const app = useApp(store, { limits: false })
  afterEach(() => vi.useRealTimers())

  once('answers visitors without an account', async () => {
    const visitor = app.browser()
    expect((await visitor.get('/api/auth/get-session')).body).toBeNull()
    expect((await visitor.get('/api/auth/sign-in-options')).body).toEqual({
      google: false,
      registration: true,
      claim: true,
      resetByEmail: false,
      look: null,
    })
    expect((await visitor.get('/api/entries/about')).status).toBe(401)
    expect((await visitor.get('/admin')).headers.get('location')).toBe('/login?next=%2Fadmin')
  })

  it('registers a member, who signs in and is told who they are, with the server’s time', async () => {
    const before = Date.now()
    const browser = await signedIn(app, 'Ada')
    const { user } = (await browser.get('/api/auth/get-session')).body
    const { password: _, ...profile } = person('Ada')
    expect(user).toEqual({
      ...profile,
      id: expect.any(String),
      role: 'member',
      twoFactor: false,
      timeStamp: expect.any(String),
    })
    expect(Date.parse(user.timeStamp)).toBeGreaterThanOrEqual(before - 1000)
  })

  once('says one sentence for every failure to sign in', async () => {
    const browser = app.browser()
    await browser.post('/api/auth/sign-up/email', person('Berta'))
    for (const attempt of [
      { email: person('Berta').email, password: 'not this one at all' },
      { email: 'nobody@people.example', password },
      { email: 'berta', password: 'not this one at all' },
      { email: 'nobody', password },
    ]) {
      const { status, body } = await browser.post('/api/auth/sign-in/email', attempt)
      expect([status, body]).toEqual([401, { error: 'unauthenticated', message: 'Wrong Email or Password' }])
    }
    expect(browser.cookie()).toBe('')
  })

  it('signs in by a username, whatever its case, and by none that several accounts have unless the owner has it', async () => {
    const status = async (email: string) =>
      (await app.browser().post('/api/auth/sign-in/email', { email, password })).status
    const register = (name: string, username: string) =>
      app.browser().post('/api/auth/sign-up/email', { ...person(name), username })
    await register('Nils', 'ÖSTEN')
    expect([await status(' östen '), await status('O\u0308sten')]).toEqual([200, 200])
    await register('Nora', 'Östen')
    // Each goes on signing in with the email address.
    expect([await status('östen'), await status(person('Nils').email)]).toEqual([401, 200])
    const { users } = await app.services.accounts.users.list({ limit: 200 })
    const id = users.find(({ name }) => name === 'Nils')?.id as string
    const role = (to: 'owner' | 'member') =>
      withAccounts(store().database.kysely).updateTable('users').set({ role: to }).where('id', '=', id).execute()
    await role('owner')
    expect(await status('östen')).toBe(200)
    await role('member')
    expect((await register('Olga', 'olga@people.example')).body.fields).toEqual({ username: 'A username has no @.' })
    // As a provider may have given it before.
    expect(await status('olga@')).toBe(422)
  })

  once('lets nobody give themselves a role, an image or a prototype', async () => {
    const browser = app.browser()
    for (const extra of [
      '{"role":"owner"}',
      '{"image":"javascript:alert(1)"}',
      '{"__proto__":{"role":"owner"}}',
      '{"emailVerified":true}',
    ]) {
      const raw = `${JSON.stringify(person('Cleo')).slice(0, -1)},${extra.slice(1)}`
      const headers = { 'content-type': 'application/json' }
      const { status } = await browser.send('POST', '/api/auth/sign-up/email', undefined, { raw, headers })
      expect(status, extra).toBe(422)
    }
    expect(await app.services.accounts.users.idOf(person('Cleo').email)).toBeUndefined()
    const member = await signedIn(app, 'Dora')
    for (const body of [
      { role: 'owner' },
      { image: 'javascript:alert(1)' },
      { name: 'Dora\r\nBcc: all@people.example' },
      { name: 'Dora\u202Emoc.evil' },
      { username: 'dora\u2028owner' },
      { username: 'cleo@people.example' },
    ])
      expect((await member.post('/api/auth/update-user', body)).status).toBe(422)
    expect((await member.post('/api/auth/update-user', { name: 'Theodora' })).status).toBe(200)
    const { user } = (await member.get('/api/auth/get-session')).body
    expect([user.name, user.role]).toEqual(['Theodora', 'member'])
  })

  once('gives a new session at each sign-in, and the one before stays out of it', async () => {
    const browser = await signedIn(app, 'Emma')
    const first = browser.cookie()
    await browser.post('/api/auth/sign-in/email', { email: person('Emma').email, password })
    expect(browser.cookie()).not.toBe(first)
    expect(
      JSON.stringify((await browser.post('/api/auth/sign-in/email', { email: person('Emma').email, password })).body),
    ).not.toContain('token')
  })

  it('keeps a session for two weeks from its last use, and one that is not to be remembered for a day and its browser', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const day = 86_400_000
    const [kept, once] = [await signedIn(app, 'Etta'), app.browser()]
    const { setCookies } = await once.post('/api/auth/sign-in/email', {
      ...{ email: person('Etta').email, password, rememberMe: false },
    })
    expect(setCookies[0]).not.toMatch(/max-age|expires/i)
    const works = async (browser: TestBrowser) => (await browser.get('/api/sessions')).status === 200
    const now = Date.now()
    const found: boolean[][] = []
    for (const days of [0.9, 1.1, 15, 30]) {
      vi.setSystemTime(now + days * day)
      found.push([await works(kept), await works(once)])
    }
    expect(found).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [false, false],
    ])
  })

  once('gives no session by a password that was changed while it was checked, nor a second step', async () => {
    await signedIn(app, 'Ewan')
    const { accounts } = app.services
    const { email } = person('Ewan')
    const id = (await accounts.users.idOf(email)) as string
    let [current, n] = [password, 0]
    for (const asksForCode of [false, true]) {
      const isOn = vi.spyOn(accounts.secondFactor, 'isOn').mockImplementationOnce(async () => {
        await accounts.setPassword({ userId: id, proof: async () => true }, `somebody else’s ${n}`)
        return asksForCode
      })
      const browser = app.browser()
      const { status, body } = await browser.post('/api/auth/sign-in/email', { email, password: current })
      isOn.mockRestore()
      expect([status, body.error, browser.cookie()]).toEqual([401, 'unauthenticated', ''])
      current = `somebody else’s ${n}`
      n += 1
    }
    const left = withAccounts(store().database.kysely)
    expect(await left.selectFrom('sessions').select('id').where('userId', '=', id).execute()).toEqual([])
    expect(await left.selectFrom('verifications').select('id').where('value', '=', id).execute()).toEqual([])
  })

  it.skipIf(kind.name === 'SQLite')('waits with a session for whoever is just ending all of them', async () => {
    await signedIn(app, 'Egon')
    const { database } = store()
    const { email } = person('Egon')
    const id = (await app.services.accounts.users.idOf(email)) as string
    const [ended, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ending = database.transaction(async (trx) => {
      await storePasswordHash(trx, id, 'another')
      await endAccess(trx, id, ['sessions'], { kind: database.kind })
      ended.resolve()
      await gate.promise
    })
    await ended.promise
    const signIn = app.browser().post('/api/auth/sign-in/email', { email, password })
    const blocked = async () => {
      for (;;) {
        const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database()`.execute(database.kysely)
        if (rows.length > 0) return
      }
    }
    await Promise.race([signIn, blocked()])
    gate.resolve()
    await ending
    expect((await signIn).status).toBe(401)
    const db = withAccounts(database.kysely)
    expect(await db.selectFrom('sessions').select('id').where('userId', '=', id).execute()).toEqual([])
  })

  it('ends a session at once when it is signed out, here or from another device', async () => {
    const browser = await signedIn(app, 'Fay')
    const stolen = app.browser({ cookie: browser.cookie() })
    expect((await stolen.get('/api/sessions')).status).toBe(200)
    await browser.post('/api/auth/sign-out')
    expect((await stolen.get('/api/sessions')).status).toBe(401)
    const [one, two] = [app.browser(), app.browser()]
    for (const device of [one, two])
      await device.post('/api/auth/sign-in/email', { email: person('Fay').email, password })
    const { sessions } = (await one.get('/api/sessions')).body
    expect(sessions).toHaveLength(2)
    const other = sessions.find((session: { current: boolean }) => !session.current)
    expect((await one.send('DELETE', `/api/sessions/${other.id}`)).status).toBe(200)
    expect((await two.get('/api/sessions')).status).toBe(401)
    expect((await one.get('/api/sessions')).status).toBe(200)
  })

  once('ends every other session when the password changes', async () => {
    const [browser, elsewhere] = [await signedIn(app, 'Gus'), app.browser()]
    const { email } = person('Gus')
    await elsewhere.post('/api/auth/sign-in/email', { email, password })
    const old = app.browser({ cookie: browser.cookie() })
    const wrong = await browser.post('/api/auth/change-password', {
      currentPassword: 'not it, surely',
      newPassword: 'four other small words',
    })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { currentPassword: 'This is not your password.' }])
    const change = { currentPassword: password, newPassword: 'four other small words' }
    expect((await browser.post('/api/auth/change-password', change)).status).toBe(200)
    for (const dead of [elsewhere, old]) expect((await dead.get('/api/sessions')).status).toBe(401)
    expect((await browser.get('/api/sessions')).status).toBe(200)
    expect((await app.browser().post('/api/auth/sign-in/email', { email, password })).status).toBe(401)
    expect((await app.browser().post('/api/auth/sign-in/email', { email, password: change.newPassword })).status).toBe(
      200,
    )
  })

  once('refuses passwords that are short, common or one’s own name', async () => {
    const browser = app.browser()
    for (const bad of ['short', 'password1', 'iloveyou', 'aaaaaaaaaaaa', 'HannaExample', 'hanna@people.example']) {
      const { status, body } = await browser.post('/api/auth/sign-up/email', { ...person('Hanna'), password: bad })
      expect([bad, status, Object.keys(body.fields)]).toEqual([bad, 422, ['password']])
    }
    expect(await app.services.accounts.users.idOf(person('Hanna').email)).toBeUndefined()
  })

  once(
    'takes a password of small letters alone, up to 128, as it was typed, and one with equal characters',
    async () => {
      const letters = 'lighthouseferrybakeryfestivaltramwaydepot'.repeat(4)
      const email = person('Kira').email
      const signUp = (password: string) =>
        app.browser().post('/api/auth/sign-up/email', { ...person('Kira'), password })
      const signIn = async (password: string) =>
        (await app.browser().post('/api/auth/sign-in/email', { email, password })).status
      expect((await signUp(letters.slice(0, 129))).status).toBe(422)
      const long = `${letters.slice(0, 125)}ﬁn`
      expect((await signUp(long)).status).toBe(200)
      expect(await signIn(`${letters.slice(0, 125)}fin`)).toBe(200)
      expect(await signIn(`${letters.slice(0, 125)}fi`)).toBe(401)
      expect(await signIn(long.toUpperCase())).toBe(401)
    },
  )

  it('hands the owner’s role over with the password and a link, and signs both out but where the link was used', async () => {
    const owner = await ownerIn(app, 'Ida')
    const member = await signedIn(app, 'Jon')
    const { users } = (await owner.get('/api/users')).body
    const jon = users.find((user: { name: string }) => user.name === 'Jon')
    const elsewhere = app.browser()
    await elsewhere.post('/api/auth/sign-in/email', { email: person('Jon').email, password })
    const before = app.browser({ cookie: member.cookie() })
    expect((await owner.post('/api/hand-over-link', {})).status).toBe(422)
    expect((await owner.post('/api/hand-over-link', { password: 'wrong one' })).status).toBe(422)
    expect((await owner.get('/api/hand-over-link')).body).toEqual({ open: null })
    expect((await takeOver(member, await handOverToken(owner))).status).toBe(201)
    for (const out of [owner, elsewhere, before]) expect((await out.get('/api/sessions')).status).toBe(401)
    expect((await member.get('/api/users')).status).toBe(200)
    await owner.post('/api/auth/sign-in/email', { email: person('Ida').email, password })
    expect((await owner.get('/api/users')).status).toBe(403)
    const ida = users.find((user: { name: string }) => user.name === 'Ida')
    expect((await member.send('DELETE', `/api/users/${ida.id}`)).status).toBe(200)
    expect((await owner.get('/api/sessions')).status).toBe(401)
    expect((await member.send('DELETE', `/api/users/${jon.id}`)).status).toBe(422)
  })

  once('closes registration to all but the claim', async () => {
    await app.services.settings.update({ registration: false }, { by: 'test' })
    const { status, body } = await app.browser().post('/api/auth/sign-up/email', person('Kim'))
    expect([status, body.message]).toEqual([403, 'Registration is closed.'])
    expect(await app.services.accounts.users.idOf(person('Kim').email)).toBeUndefined()
    expect((await app.browser().get('/api/auth/sign-in-options')).body.registration).toBe(false)
    await app.services.settings.update({ registration: true }, { by: 'test' })
  })

  once('has no calls but those of the table', async () => {
    const member = await signedIn(app, 'Lea')
    for (const path of [
      'delete-user',
      'change-email',
      'link-social',
      'get-access-token',
      'list-sessions',
      'renew-session',
      'set-password',
      'error',
      'ok',
    ])
      for (const method of ['GET', 'POST'])
        expect([
          path,
          (await member.send(method, `/api/auth/${path}`, method === 'GET' ? undefined : {})).status,
        ]).toEqual([path, 404])
  })

  once('sets cookies on https that no other host can set or see, and no script', async () => {
    const secure = await createTestApp(store(), { limits: false, publicUrl: 'https://mira.example' })
    const browser = secure.browser()
    await browser.post('/api/auth/sign-up/email', person('Sue'))
    const { setCookies } = await browser.post('/api/auth/sign-in/email', { email: person('Sue').email, password })
    expect(setCookies).toHaveLength(2)
    const expected = [
      [/^__Host-vitrine\.session_token=/, 'samesite=lax'],
      // Both come back from Google's site with the browser.
      [/^__Host-vitrine-device=/, 'samesite=lax'],
    ] as const
    for (const [n, [name, sameSite]] of expected.entries()) {
      const [pair, ...attributes] = (setCookies[n] as string).split('; ')
      expect(pair).toMatch(name)
      expect(attributes.map((one) => one.toLowerCase())).toEqual(
        expect.arrayContaining(['path=/', 'secure', 'httponly', sameSite]),
      )
      expect(setCookies[n]).not.toMatch(/domain=/i)
    }
    expect((await browser.get('/api/sessions')).status).toBe(200)
    expect(
      (await browser.send('DELETE', '/api/sessions', undefined, { headers: { origin: 'http://mira.example' } })).status,
    ).toBe(403)
    await secure.close()
  })

  once('writes no password, session or address of anyone into the log', async () => {
    const browser = await signedIn(app, 'Quiet')
    await browser.post('/api/auth/sign-in/email', { email: person('Quiet').email, password: 'a wrong but private one' })
    const log = app.lines.join('')
    for (const secret of [
      password,
      'a wrong but private one',
      person('Quiet').email,
      browser.cookie().split('=')[1] as string,
    ])
      expect(log).not.toContain(secret)
  })
})
