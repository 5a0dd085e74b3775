import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestApp,
  person,
  publicUrl,
  signedIn,
  type TestApp,
  type TestBrowser,
} from '../../../../tests/support/app.ts'
import { onEachDatabase } from '../../../../tests/support/databases.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../../../../tests/support/openid-provider.ts'

onEachDatabase('Sign in with Google', (store) => {
  let provider: OpenIdProvider
  let app: TestApp
  beforeAll(async () => {
    provider = await startOpenIdProvider(`${publicUrl}/api/auth/callback/google`)
    const google = { clientId: 'vitrine', clientSecret: 'the secret of the client', issuer: provider.issuer }
    app = await createTestApp(store(), { limits: false, google })
  })
  afterAll(async () => {
    await app.close()
    await provider.stop()
  })

  const begin = async (browser: TestBrowser, callbackURL = '/admin') => {
    const { status, body } = await browser.post('/api/auth/sign-in/social', { provider: 'google', callbackURL })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.url as string
  }
  /** Follows the provider's redirects, with its cookies, to our own callback's address. */
  const consent = async (address: string) => {
    const jar = new Map<string, string>()
    let next = address
    while (next.startsWith(provider.issuer)) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const pair = line.split(';')[0] as string
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      await response.arrayBuffer()
      next = new URL(response.headers.get('location') ?? 'about:blank', next).href
    }
    return next.slice(publicUrl.length)
  }
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

  it('leads to no other site afterwards', async () => {
    provider.claims = someone('greta')
    expect((await signIn(app.browser(), 'https://evil.example')).headers.get('location')).toBe('/')
  })

  it('says so when it is not set up, or the provider is away; passwords work all the same', async () => {
    const without = await createTestApp(store(), { limits: false })
    const { status, body } = await without.browser().post('/api/auth/sign-in/social', { provider: 'google' })
    expect([status, body.message]).toEqual([404, expect.stringContaining('not set up')])
    expect((await without.browser().get('/api/auth/doors')).body.google).toBe(false)
    await without.close()
    const google = { clientId: 'vitrine', clientSecret: 'x', issuer: 'http://127.0.0.1:9' }
    const away = await createTestApp(store(), { limits: false, google })
    expect((await away.browser().post('/api/auth/sign-in/social', { provider: 'google' })).status).toBe(503)
    expect((await signedIn(away, 'Jana')).cookie()).toContain('session_token')
    await away.close()
  })
})
