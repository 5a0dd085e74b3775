import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestApp,
  password,
  person,
  publicUrl,
  signedIn,
  type TestApp,
  type TestBrowser,
} from '../../../tests/support/app.ts'
import { consent } from '../../../tests/support/consent.ts'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../../../tests/support/openid-provider.ts'
import { secretOf, totpCode, totpStep } from '../../../tests/support/totp.ts'
import { openStore } from '../updates/open-store.ts'
import { ownerCommand, ownerLines } from './owner-command.ts'
import { withAccounts } from './tables.ts'

onOneDatabase('An account with Google', (store) => {
  let provider: OpenIdProvider
  let app: TestApp
  const client = { clientId: 'vitrine', clientSecret: 'the secret of the client' }
  beforeAll(async () => {
    provider = await startOpenIdProvider(`${publicUrl}/api/auth/callback/google`)
    app = await createTestApp(store(), { limits: false, google: { ...client, issuer: provider.issuer } })
  })
  afterAll(async () => {
    await app.close()
    await provider.stop()
  })

  const someone = (sub: string) => ({ sub, email: `${sub}@google.example`, email_verified: true, given_name: 'Greta' })
  const beginSignIn = async (browser: TestBrowser) =>
    (await browser.post('/api/auth/sign-in/social', { provider: 'google' })).body.url as string
  const beginLink = async (browser: TestBrowser) =>
    (await browser.post('/api/sign-in-methods/google')).body.url as string
  const finish = async (browser: TestBrowser, address: string) => browser.get(await consent(provider, address))
  const linked = async (email: string) =>
    (
      await withAccounts(store().database.kysely)
        .selectFrom('accounts')
        .innerJoin('users', 'users.id', 'accounts.userId')
        .select('providerId')
        .where('email', '=', email)
        .where('providerId', '=', 'google')
        .execute()
    ).length

  it('keeps no ID token: not when it is made, linked or signed in to again', async () => {
    provider.claims = someone('greta')
    const greta = app.browser()
    await finish(greta, await beginSignIn(greta))
    const again = app.browser()
    await finish(again, await beginSignIn(again))
    expect((await again.get('/api/auth/get-session')).body.user.email).toBe('greta@google.example')
    provider.claims = someone('hans')
    const hans = await signedIn(app, 'Hans')
    await finish(hans, await beginLink(hans))
    expect(await linked(person('Hans').email)).toBe(1)
    const { rows } = await sql`select "providerId", "idToken" from accounts where "providerId" = 'google'`.execute(
      store().database.kysely,
    )
    expect(rows).toEqual(Array(2).fill({ providerId: 'google', idToken: null }))
  })

  it('loses every way in but the new password when that is reset at the server, and each is named', async () => {
    const { email } = person('Lost')
    const lost = await signedIn(app, 'Lost')
    await lost.post('/api/owner-claims', { token: app.claimToken })
    provider.claims = someone('lost')
    await finish(lost, await beginLink(lost))
    const { secret } = (await lost.post('/api/tokens', { name: 'Script', scope: 'write' })).body
    await lost.post('/api/hand-over-link', { password })
    const userId = (await lost.get('/api/auth/get-session')).body.user.id
    const passkey = { id: 'key', publicKey: 'x', credentialID: 'c', counter: 0, deviceType: 'd' }
    const backedUp = store().database.kind === 'sqlite' ? 0 : false
    await withAccounts(store().database.kysely)
      .insertInto('passkeys')
      .values({ ...passkey, userId, backedUp } as never)
      .execute()
    const { totpURI } = (await lost.post('/api/auth/two-factor/enable', { password })).body
    const code = totpCode(secretOf(totpURI), totpStep(Date.now()))
    await lost.post('/api/auth/two-factor/verify-totp', { code })
    const address = await beginLink(lost)
    const halfWay = app.browser()
    await halfWay.post('/api/auth/sign-in/email', { email, password })

    const answer = await ownerCommand(['reset-password', email], app.services.config, openStore)
    expect(answer.ended).toEqual({
      sessions: 1,
      passkeys: 1,
      google: 1,
      tokens: 1,
      secondFactors: 1,
      inProgress: expect.any(Number),
      handOverLinks: 1,
    })
    expect(ownerLines(answer).at(-1)).toMatch(
      /^ended: 1 session, 1 passkey, 1 linked Google account, 1 API token, 1 second factor, \d sign-ins? .*, 1 hand-over link$/,
    )
    provider.claims = someone('a-thief-of-lost')
    expect((await finish(lost, address)).headers.get('location')).toContain('error=')
    expect(await linked(email)).toBe(0)
    expect((await lost.get('/api/sessions')).status).toBe(401)
    const next = totpCode(secretOf(totpURI), totpStep(Date.now()) + 1)
    expect((await halfWay.post('/api/auth/two-factor/verify-totp', { code: next })).status).not.toBe(200)
    const headers = { authorization: `Bearer ${secret}` }
    expect((await app.browser().send('GET', '/api/settings', undefined, { headers })).status).toBe(401)
    const fresh = app.browser()
    const signIn = await fresh.post('/api/auth/sign-in/email', { email, password: answer.password })
    expect([signIn.status, signIn.body.twoFactorRedirect]).toEqual([200, undefined])
    expect((await fresh.get('/api/users')).status).toBe(200)
    expect((await ownerCommand(['reset-password', email], app.services.config, openStore)).ended).toEqual({
      sessions: 1,
    })
  })

  it('is asked of no provider that calls itself by another name than the configured one', async () => {
    const issuer = provider.issuer.replace('127.0.0.1', 'localhost')
    const misled = await createTestApp(store(), { limits: false, google: { ...client, issuer } })
    const { status, body } = await misled.browser().post('/api/auth/sign-in/social', { provider: 'google' })
    expect([status, body.url]).toEqual([503, undefined])
    expect(misled.lines.some((line) => line.includes('another name than GOOGLE_ISSUER'))).toBe(true)
    await misled.close()
  })
})
