import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createTestApp,
  ownerIn,
  person,
  publicUrl,
  signedIn,
  type TestApp,
  type TestBrowser,
} from '../../../tests/support/app.ts'
import { consent as follow } from '../../../tests/support/consent.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../../../tests/support/openid-provider.ts'
import { startSmtp } from '../../../tests/support/smtp-server.ts'
import { secretOf, totpCode, totpStep } from '../../../tests/support/totp.ts'
import { withAccounts } from './tables.ts'

onOneDatabase('Sign in with Google', (store) => {
  let provider: OpenIdProvider
  let app: TestApp
  const start = ({ limits }: { limits: boolean }) =>
    createTestApp(store(), {
      limits,
      google: { clientId: 'vitrine', clientSecret: 'the secret of the client', issuer: provider.issuer },
    })
  beforeAll(async () => {
    provider = await startOpenIdProvider(`${publicUrl}/api/auth/callback/google`)
    app = await start({ limits: false })
  })
  afterEach(() => vi.useRealTimers())
  afterAll(async () => {
    await app.close()
    await provider.stop()
  })

  const begin = async (browser: TestBrowser, callbackURL = '/admin') => {
    const { status, body } = await browser.post('/api/auth/sign-in/social', { provider: 'google', callbackURL })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.url as string
  }
  const consent = (address: string) => follow(provider, address)
  const signIn = async (browser: TestBrowser, callbackURL?: string) =>
    browser.get(await consent(await begin(browser, callbackURL)))
  const someone = (sub: string, more = {}) => ({
    sub,
    email: `${sub}@people.example`,
    email_verified: true,
    given_name: 'Greta',
    family_name: 'Lind',
    ...more,
  })
  const who = async (browser: TestBrowser) => (await browser.get('/api/auth/get-session')).body?.user

  it('makes a member of whoever the provider vouches for, by PKCE and state, and leads on', async () => {
    provider.claims = someone('greta', {
      role: 'owner',
      picture: 'javascript:alert(1)',
      given_name: 'Greta\r\nBcc: x@y.example',
    })
    const browser = app.browser()
    const { status, headers } = await signIn(browser, '/admin/chat')
    expect([status, headers.get('location')]).toEqual([302, '/admin/chat'])
    expect(await who(browser)).toMatchObject({
      name: 'Greta Bcc: x@y.example',
      surname: 'Lind',
      username: 'greta',
      email: 'greta@people.example',
      role: 'member',
    })
    const asked = provider.asked.at(-1)
    expect(asked?.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce']) expect(asked?.get(name)?.length, name).toBeGreaterThan(20)
    expect(asked?.get('redirect_uri')).toBe(`${publicUrl}/api/auth/callback/google`)
    // The second time, the same account.
    const again = app.browser()
    await signIn(again)
    expect((await who(again)).id).toBe((await who(browser)).id)
  })

  it('does not take a callback that this browser did not ask for, nor one twice', async () => {
    provider.claims = someone('harry')
    const [victim, attacker] = [app.browser(), app.browser()]
    const callback = await consent(await begin(attacker))
    expect((await victim.get(callback)).headers.get('location')).toContain('/login?error=')
    expect(await who(victim)).toBeUndefined()
    const changed = await consent(await begin(attacker))
    expect((await attacker.get(changed.replace(/state=[^&]+/, 'state=made-up'))).headers.get('location')).toContain(
      'error=',
    )
    await signIn(attacker)
    const used = await consent(await begin(attacker))
    await attacker.get(used)
    expect((await attacker.get(used)).headers.get('location')).toContain('error=')
  })

  it('does not take over an account whose address nobody has proved', async () => {
    await signedIn(app, 'Ines')
    provider.claims = someone('ines')
    const browser = app.browser()
    expect((await signIn(browser)).headers.get('location')).toContain('/login?error=account_not_linked')
    expect(await who(browser)).toBeUndefined()
    expect(await app.services.accounts.users.idOf(person('Ines').email)).toBeDefined()
  })

  it('stores nothing for whoever begins, nor for a callback that is refused', async () => {
    const rows = () => withAccounts(store().database.kysely).selectFrom('verifications').selectAll().execute()
    const attempts = () => store().database.kysely.selectFrom('attempts').selectAll().execute()
    const before = [await rows(), await attempts()]
    // With limits: without them nothing is counted, and so nothing stored.
    const limited = await start({ limits: true })
    const browser = limited.browser()
    const state = new URL(await begin(browser)).searchParams.get('state')
    // Before it is called back, which would take off again what was stored for it.
    expect([await rows(), await attempts()]).toEqual(before)
    expect(
      (await browser.get(`/api/auth/callback/google?code=made-up&state=${state}`)).headers.get('location'),
    ).toContain('error=')
    expect((await limited.browser().get('/api/auth/callback/google?code=x&state=y')).status).toBe(302)
    expect([await rows(), await attempts()]).toEqual(before)
    await limited.close()
  })

  it('is not linked by a browser whose sessions were ended meanwhile', async () => {
    provider.claims = someone('lotte')
    const browser = await signedIn(app, 'Lena')
    const { body } = await browser.post('/api/sign-in-methods/google')
    const callback = await consent(body.url)
    const id = (await app.services.accounts.users.idOf(person('Lena').email)) as string
    const db = withAccounts(store().database.kysely)
    await db.deleteFrom('sessions').where('userId', '=', id).execute()
    expect((await browser.get(callback)).headers.get('location')).toContain('error=signed_out_meanwhile')
    expect((await app.services.accounts.methods.of(id)).google).toBeNull()
    const thief = app.browser()
    await signIn(thief)
    expect((await who(thief)).email).toBe('lotte@people.example')
  })

  it('is not linked when the session ends while we ask the provider about it', async () => {
    provider.claims = someone('luca')
    const browser = await signedIn(app, 'Luna')
    const elsewhere = app.browser()
    await elsewhere.post('/api/auth/sign-in/email', { email: person('Luna').email, password: person('Luna').password })
    const callback = await consent((await browser.post('/api/sign-in-methods/google')).body.url)
    provider.beforeUserinfo = async () => {
      expect((await elsewhere.send('DELETE', '/api/sessions')).status).toBe(200)
    }
    const { headers } = await browser.get(callback)
    provider.beforeUserinfo = async () => {}
    expect(headers.get('location')).toBe('/account?error=signed_out_meanwhile')
    expect((await elsewhere.get('/api/sign-in-methods')).body.google).toBeNull()
  })

  it('takes nobody who comes back later than ten minutes, however long the cookie was kept', async () => {
    provider.claims = someone('lars')
    const browser = app.browser()
    const address = await begin(browser)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    const { headers } = await browser.get(await consent(address))
    expect(headers.get('location')).toBe('/login?error=state_mismatch')
    expect(await app.services.accounts.users.idOf('lars@people.example')).toBeUndefined()
  })

  it('asks the provider about sixty callbacks of an address in a quarter of an hour, and about none after', async () => {
    const google = { clientId: 'vitrine', clientSecret: 'the secret of the client', issuer: provider.issuer }
    const limited = await createTestApp(store(), { limits: true, google })
    const browser = limited.browser()
    const state = new URL(await begin(browser)).searchParams.get('state')
    const cookie = browser.cookie()
    const statuses: number[] = []
    for (let n = 0; n < 62; n += 1)
      statuses.push(
        (await limited.browser({ cookie }).get(`/api/auth/callback/google?code=made-up&state=${state}`)).status,
      )
    expect(statuses).toEqual([...Array(60).fill(302), 429, 429])
    await limited.close()
  })

  it('makes no account while registration is closed, and lets in who has one', async () => {
    await app.services.settings.update({ registration: false }, { by: 'test' })
    provider.claims = someone('nora')
    const stranger = app.browser()
    expect((await signIn(stranger)).headers.get('location')).toContain('/login?error=')
    expect(await app.services.accounts.users.idOf('nora@people.example')).toBeUndefined()
    provider.claims = someone('greta')
    const known = app.browser()
    await signIn(known)
    expect((await who(known)).email).toBe('greta@people.example')
    await app.services.settings.update({ registration: true }, { by: 'test' })
  })

  describe('with an invitation, while registration is closed', () => {
    let owner: TestBrowser
    beforeAll(async () => {
      owner = await ownerIn(app)
      await app.services.settings.update({ registration: false }, { by: 'test' })
    })
    afterAll(() => app.services.settings.update({ registration: true }, { by: 'test' }))

    const invite = async (email?: string) => {
      const { body } = await owner.post('/api/invitations', email ? { email } : {})
      return new URLSearchParams(new URL(body.link).hash.slice(1)).get('invite') as string
    }
    const open = async () => (await owner.get('/api/invitations')).body.invitations.length
    const beginWith = (browser: TestBrowser, token: string) =>
      browser.post('/api/auth/sign-in/social', { provider: 'google', callbackURL: '/', invite: token })
    const register = async (browser: TestBrowser, token: string) =>
      browser.get(await consent((await beginWith(browser, token)).body.url))

    it('makes a member of whoever holds the link, once', async () => {
      const token = await invite('somebody-else@people.example')
      provider.claims = someone('invited')
      const browser = app.browser()
      expect((await register(browser, token)).headers.get('location')).toBe('/')
      expect(await who(browser)).toMatchObject({ email: 'invited@people.example', role: 'member' })
      expect(await open()).toBe(0)
      const { status, body } = await beginWith(app.browser(), token)
      expect([status, body.message]).toEqual([410, expect.stringContaining('does not work any more')])
    })

    it.each([
      ['wrong', async () => 'made-up'],
      [
        'expired',
        async () => {
          const token = await invite()
          await store()
            .database.kysely.updateTable('invitations')
            .set({ expires_at: '2020-01-01T00:00:00.000Z' })
            .execute()
          return token
        },
      ],
    ])('says before Google is asked that an invitation is %s', async (_, token) => {
      const { status, body } = await beginWith(app.browser(), await token())
      expect([status, body.url]).toEqual([410, undefined])
    })

    it('says afterwards that somebody else was faster, and makes one account of two', async () => {
      const token = await invite()
      const [first, second] = [app.browser(), app.browser()]
      provider.claims = someone('late')
      const late = await consent((await beginWith(second, token)).body.url)
      provider.claims = someone('early')
      await register(first, token)
      provider.claims = someone('late')
      expect((await second.get(late)).headers.get('location')).toContain('/login?error=INVITATION_GONE')
      expect(await who(second)).toBeUndefined()
      expect(await app.services.accounts.users.idOf('late@people.example')).toBeUndefined()
    })

    it.each([
      ['has an account already', { ...someone('invited') }],
      ['has no verified address', someone('unproved', { email_verified: false })],
    ])('leaves the invitation to somebody else when whoever took it %s', async (_, claims) => {
      const token = await invite()
      const before = await open()
      provider.claims = claims
      await register(app.browser(), token)
      expect(await open()).toBe(before)
      const { id } = (await owner.get('/api/invitations')).body.invitations[0]
      await owner.send('DELETE', `/api/invitations/${id}`)
    })
  })

  it('takes no address for another that folds to it, such as one with the sign of kelvin', async () => {
    provider.claims = someone('karl')
    await signIn(app.browser())
    provider.claims = someone('a-thief', { email: '\u212Aarl@people.example' })
    const thief = app.browser()
    expect((await signIn(thief)).headers.get('location')).toBe('/login?error=EMAIL_NOT_VERIFIED')
    expect(await who(thief)).toBeUndefined()
  })

  it('makes no account of an address that the provider has not verified', async () => {
    provider.claims = someone('oscar', { email_verified: false })
    const browser = app.browser()
    expect((await signIn(browser)).headers.get('location')).toContain('/login?error=EMAIL_NOT_VERIFIED')
    expect(await who(browser)).toBeUndefined()
    expect(await app.services.accounts.users.idOf('oscar@people.example')).toBeUndefined()
  })

  it('does not take an answer whose ID token was made for another asking', async () => {
    provider.claims = someone('paul')
    const browser = app.browser()
    const address = new URL(await begin(browser))
    expect(address.searchParams.get('nonce')).toBeTruthy()
    address.searchParams.set('nonce', 'of-another-asking-than-this-one')
    expect((await browser.get(await consent(address.href))).headers.get('location')).toContain('/login?error=')
    expect(await who(browser)).toBeUndefined()
    expect(await app.services.accounts.users.idOf('paul@people.example')).toBeUndefined()
  })

  const link = async (browser: TestBrowser) => {
    const { status, body } = await browser.post('/api/sign-in-methods/google')
    expect(status, JSON.stringify(body)).toBe(200)
    return browser.get(await consent(body.url))
  }
  const methods = async (browser: TestBrowser) => (await browser.get('/api/sign-in-methods')).body

  it('is linked by who is signed in, also with another address, and taken off again', async () => {
    const rosa = await signedIn(app, 'Rosa')
    expect(await methods(rosa)).toEqual({ password: true, google: null })
    provider.claims = someone('rosa-at-google')
    expect((await link(rosa)).headers.get('location')).toBe('/account')
    expect(await methods(rosa)).toEqual({ password: true, google: { since: expect.stringContaining('T') } })
    const { id } = await who(rosa)
    const noted = `"event":"Google linked","outcome":"done","account":"${id}"`
    expect(app.lines.filter((line) => line.includes(noted))).toHaveLength(1)
    const elsewhere = app.browser()
    await signIn(elsewhere)
    expect((await who(elsewhere)).email).toBe(person('Rosa').email)
    expect((await rosa.send('DELETE', '/api/sign-in-methods/google')).status).toBe(200)
    expect((await methods(rosa)).google).toBeNull()
    expect((await rosa.send('DELETE', '/api/sign-in-methods/google')).status).toBe(422)
    const stranger = app.browser()
    await signIn(stranger)
    expect((await who(stranger)).email).not.toBe(person('Rosa').email)
  })

  it('belongs to one account only', async () => {
    provider.claims = someone('greta')
    const sven = await signedIn(app, 'Sven')
    expect((await link(sven)).headers.get('location')).toContain('/account?error=')
    expect((await methods(sven)).google).toBeNull()
    const greta = app.browser()
    await signIn(greta)
    expect((await who(greta)).email).toBe('greta@people.example')
  })

  it('is linked once: neither another one, nor one that has its address later, comes in besides', async () => {
    provider.claims = someone('una')
    const una = app.browser()
    await signIn(una)
    const { id } = await who(una)
    // Providers give an address to somebody else after a while.
    provider.claims = someone('una-the-second', { email: 'una@people.example' })
    const heir = app.browser()
    expect((await signIn(heir)).headers.get('location')).toBe('/login?error=account_not_linked')
    expect(await who(heir)).toBeUndefined()
    expect((await link(una)).headers.get('location')).toBe('/account?error=linked_already')
    provider.claims = someone('una')
    expect((await link(una)).headers.get('location')).toBe('/account')
    const links = withAccounts(store().database.kysely).selectFrom('accounts').select('accountId')
    expect(await links.where('userId', '=', id).execute()).toEqual([{ accountId: 'una' }])
  })

  it('is not linked with an address that the provider has not verified', async () => {
    const theo = await signedIn(app, 'Theo')
    provider.claims = someone('theo-at-google', { email_verified: false })
    expect((await link(theo)).headers.get('location')).toContain('/account?error=')
    expect((await methods(theo)).google).toBeNull()
  })

  it('is not taken off while it is the only way in; a first password makes it two', async () => {
    provider.claims = someone('uma')
    const uma = app.browser()
    await signIn(uma)
    expect(await methods(uma)).toMatchObject({ password: false })
    const refused = await uma.send('DELETE', '/api/sign-in-methods/google')
    expect([refused.status, refused.body.fields.google]).toEqual([422, expect.stringContaining('Set a password first')])
    expect((await methods(uma)).google).not.toBeNull()
    const set = (newPassword: string) => uma.send('PUT', '/api/sign-in-methods/password', { newPassword })
    expect((await set('password')).status).toBe(422)
    expect((await set('four herons over water')).status).toBe(200)
    expect((await set('another one, unasked for')).status).toBe(422)
    expect((await uma.send('DELETE', '/api/sign-in-methods/google')).status).toBe(200)
    const back = app.browser()
    const body = { email: 'uma@people.example', password: 'four herons over water' }
    expect((await back.post('/api/auth/sign-in/email', body)).status).toBe(200)
  })

  it('is from a new device once, though a browser withholds Strict cookies on the way back', async () => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
    const smtp = await startSmtp()
    const told = await createTestApp(store(), {
      ...{ limits: false, smtp: { url: smtp.url, from: 'post@mira.example' } },
      google: { clientId: 'vitrine', clientSecret: 'the secret of the client', issuer: provider.issuer },
    })
    provider.claims = someone('thea')
    await signIn(told.browser())
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    const browser = told.browser()
    const { setCookies } = await signIn(browser)
    const back = setCookies.filter((line) => !/samesite=strict/i.test(line)).map((line) => line.split(';')[0])
    await signIn(told.browser({ cookie: back.join('; ') }))
    const emails = store().database.kysely.selectFrom('deliveries').select('kind').where('kind', '=', 'new-device')
    expect(await emails.execute()).toHaveLength(1)
    await told.close()
    await smtp.close()
  })

  it('leads to the second step of who turned it on, and opens nothing before it', async () => {
    const wanda = await signedIn(app, 'Wanda')
    provider.claims = someone('wanda-at-google')
    await link(wanda)
    const setUp = await wanda.post('/api/auth/two-factor/enable', { password: person('Wanda').password })
    // This step and the next, each of which is taken: a step may end in between.
    const code = (steps: number) => totpCode(secretOf(setUp.body.totpURI), totpStep(Date.now()) + steps)
    expect((await wanda.post('/api/auth/two-factor/verify-totp', { code: code(0) })).status).toBe(200)
    const browser = app.browser()
    const { status, headers } = await signIn(browser, '/admin/chat')
    expect([status, headers.get('location')]).toEqual([
      302,
      `/login?step=code&next=${encodeURIComponent('/admin/chat')}`,
    ])
    expect(await who(browser)).toBeUndefined()
    expect((await browser.get('/api/sessions')).status).toBe(401)
    expect((await browser.post('/api/auth/two-factor/verify-totp', { code: code(1) })).status).toBe(200)
    expect((await who(browser)).email).toBe(person('Wanda').email)
  })

  it('leads to no other site afterwards', async () => {
    provider.claims = someone('greta')
    expect((await signIn(app.browser(), 'https://evil.example')).headers.get('location')).toBe('/')
  })

  it('is begun with a cookie that browsers keep, whatever path it is to lead to', async () => {
    const browser = app.browser()
    await begin(browser, `/${'\u20ac'.repeat(490)}`)
    expect(browser.cookie().length).toBeLessThan(4096)
  })

  it('says so when it is not set up, or the provider is away; passwords work all the same', async () => {
    const without = await createTestApp(store(), { limits: false })
    const { status, body } = await without.browser().post('/api/auth/sign-in/social', { provider: 'google' })
    expect([status, body.message]).toEqual([404, expect.stringContaining('not set up')])
    expect((await without.browser().get('/api/auth/sign-in-options')).body.google).toBe(false)
    await without.close()
    const google = { clientId: 'vitrine', clientSecret: 'x', issuer: 'http://127.0.0.1:9' }
    const away = await createTestApp(store(), { limits: false, google })
    expect((await away.browser().post('/api/auth/sign-in/social', { provider: 'google' })).status).toBe(503)
    expect((await signedIn(away, 'Jana')).cookie()).toContain('session_token')
    await away.close()
  })

  it('follows no redirect of the provider', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(302, { location: `${provider.issuer}/.well-known/openid-configuration` }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const google = { clientId: 'vitrine', clientSecret: 'x', issuer: `http://127.0.0.1:${port}` }
    const led = await createTestApp(store(), { limits: false, google })
    const { status, body } = await led.browser().post('/api/auth/sign-in/social', { provider: 'google' })
    expect([status, body.url]).toEqual([503, undefined])
    expect(asked).toEqual(['/.well-known/openid-configuration'])
    expect(led.lines.some((line) => line.includes('another name'))).toBe(false)
    await led.close()
    server.close()
  })

  it('leads back with the provider’s word for its refusal', async () => {
    const browser = app.browser()
    const state = new URL(await begin(browser)).searchParams.get('state')
    const query = new URLSearchParams({ error: 'access_denied', state: state ?? '', iss: provider.issuer })
    const denied = await browser.get(`/api/auth/callback/google?${query}`)
    expect(denied.headers.get('location')).toBe('/login?error=access_denied')
  })
})
