import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, ownerIn, password, type TestApp, type TestBrowser } from '../../../tests/support/app.ts'
import { onOneDatabase, type TestStore } from '../../../tests/support/databases.ts'
import { startEmailjs } from '../../../tests/support/emailjs-server.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../../../tests/support/openid-provider.ts'
import { readLetter } from '../../../tests/support/sample-email.ts'
import { closedPort, startSmtp, type TestSmtp } from '../../../tests/support/smtp-server.ts'

const secretPassword = 'hunter2 is not in any log'

onOneDatabase('Connections from the screen', (_, kind) => {
  let store: TestStore
  let app: TestApp
  let owner: TestBrowser
  let smtp: TestSmtp
  const started: TestApp[] = []
  const start = async (given: Parameters<typeof createTestApp>[1] = {}) => {
    const made = await createTestApp(store, { limits: false, ...given })
    started.push(made)
    return made
  }
  beforeEach(async () => {
    store = await kind.create()
    smtp = await startSmtp({ login: { user: 'mira', pass: secretPassword } })
  })
  afterEach(async () => {
    for (const one of started.splice(0)) {
      await one.services.mail.outbox.stop(0)
      await one.close()
    }
    await smtp.close()
    await store.remove()
  })
  const begin = async (given: Parameters<typeof createTestApp>[1] = {}) => {
    app = await start(given)
    owner = await ownerIn(app)
  }

  const form = (given: object = {}) => ({
    ...{ kind: 'smtp', host: '127.0.0.1', port: smtp.port, encryption: 'none' },
    ...{ user: 'mira', password: secretPassword, from: 'Mira <site@mira.example>', to: '' },
    ...given,
  })
  const save = (given: object = {}) => owner.send('PUT', '/api/connections/mail', form(given))
  const failedStep = (body: { steps: { step: string; state: string; message: string }[] }) =>
    body.steps.find(({ state }) => state === 'failed')
  const rows = () => store.database.kysely.selectFrom('connections').selectAll().execute()

  it('saves a mail server after a real email, and sends by it without a restart', async () => {
    await begin()
    app.services.mail.outbox.start()
    expect((await owner.get('/api/mail')).body.transport).toBeNull()
    const { status, body } = await save()
    expect([
      status,
      body.saved,
      body.steps.map(({ step, state }: { step: string; state: string }) => `${step} ${state}`),
    ]).toEqual([200, true, ['find done', 'connect done', 'sign-in done', 'sender done', 'recipient done', 'send done']])
    expect(body.steps.at(-1).answer).toMatch(/^250 OK: queued/)
    expect(readLetter(smtp.received[0]?.raw ?? '').headers).toMatchObject({ from: 'Mira <site@mira.example>' })
    expect(smtp.received[0]?.to).toEqual(['olga@people.example'])
    expect((await owner.get('/api/mail')).body).toMatchObject({ transport: 'smtp', answers: true })
    await app.browser().post('/api/messages', { user_name: 'Ada', user_email: 'ada@example.com', message: 'In May?' })
    await expect.poll(() => smtp.received.length).toBe(2)
  })

  it('never shows a secret again: not in an answer, the journal, the log or the store', async () => {
    await begin()
    await save()
    const { body } = await owner.get('/api/connections')
    expect(body.mail).toEqual({
      ...{ source: 'saved', variables: [], savedAt: expect.any(String), readable: true },
      values: {
        ...{ kind: 'smtp', host: '127.0.0.1', port: smtp.port, encryption: 'none', user: 'mira' },
        ...{ from: 'Mira <site@mira.example>', to: '', hasPassword: true },
      },
    })
    const changes = await store.database.kysely.selectFrom('changes').selectAll().execute()
    const everywhere = JSON.stringify([body, (await owner.get('/api/settings')).body, changes, await rows(), app.lines])
    expect(everywhere).not.toContain(secretPassword)
    expect(everywhere).not.toContain(encodeURIComponent(secretPassword))
    expect(app.lines.join('\n')).toContain('Email connection saved')
  })

  it('saves nothing that the test refuses, and names the step and what to do', async () => {
    await begin()
    const refused = async (given: object) => {
      const { status, body } = await save(given)
      expect([status, body.saved]).toEqual([200, false])
      expect(await rows()).toEqual([])
      return failedStep(body)
    }
    expect(await refused({ password: 'wrong' })).toMatchObject({
      step: 'sign-in',
      message: expect.stringContaining('app password'),
      answer: expect.stringMatching(/^535/),
    })
    expect(await refused({ port: await closedPort() })).toMatchObject({ step: 'connect', message: /refuses/ })
    expect(await refused({ host: 'nowhere.invalid', encryption: 'tls' })).toMatchObject({ step: 'find' })
    smtp.mode = 'permanent'
    expect(await refused({})).toMatchObject({ step: 'recipient', answer: expect.stringMatching(/^550/) })
    smtp.mode = 'permanent data'
    expect(await refused({})).toMatchObject({ step: 'send' })
    smtp.mode = 'ok'
    expect(await refused({ encryption: 'starttls' })).toMatchObject({ step: 'encrypt', message: /no encryption/ })
    expect(await refused({ encryption: 'tls' })).toMatchObject({ step: 'encrypt', message: /STARTTLS/ })
    expect(smtp.received).toEqual([])
  })

  it('takes no certificate that nobody vouches for', async () => {
    await begin()
    await smtp.close()
    smtp = await startSmtp({ login: { user: 'mira', pass: secretPassword }, tls: true })
    const { body } = await save({ encryption: 'starttls' })
    expect(failedStep(body)).toMatchObject({ step: 'encrypt', message: expect.stringContaining('certificate') })
    expect([body.saved, smtp.logins]).toEqual([false, 0])
  })

  it('tells a server that is no mail server nothing, and does not pass its banner on', async () => {
    await begin()
    const shell = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9 of the inner network\r\n'))
    await new Promise<void>((resolve) => shell.listen(0, '127.0.0.1', resolve))
    const { body } = await save({ port: (shell.address() as AddressInfo).port })
    expect([body.saved, failedStep(body)]).toEqual([
      false,
      expect.objectContaining({ step: 'connect', message: expect.stringContaining('no mail server'), answer: null }),
    ])
    expect(JSON.stringify(body)).not.toContain('SSH')
    shell.close()
  })

  it('sends no password in clear text to another machine', async () => {
    await begin()
    const { status, body } = await save({ host: 'mail.example.com' })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['encryption']])
  })

  it('keeps the stored password for the same server only', async () => {
    await begin()
    await save()
    const changed = await save({ password: '', from: 'post@mira.example' })
    expect([changed.body.saved, smtp.logins]).toEqual([true, 2])
    const elsewhere = await startSmtp({ login: { user: 'mira', pass: secretPassword } })
    const { status, body } = await save({ password: '', port: elsewhere.port })
    expect([status, Object.keys(body.fields), elsewhere.connections]).toEqual([422, ['password'], 0])
    await elsewhere.close()
  })

  it('leaves the environment first, and refuses to save over it', async () => {
    await begin({
      smtp: { url: smtp.url.replace('//', `//mira:${encodeURIComponent(secretPassword)}@`), from: 'a@mira.example' },
    })
    expect((await owner.get('/api/connections')).body.mail).toMatchObject({
      source: 'environment',
      variables: ['SMTP_URL', 'MAIL_FROM'],
      values: null,
    })
    const { status, body } = await save()
    expect([status, body.message, await rows()]).toEqual([422, expect.stringContaining('SMTP_URL'), []])
  })

  it('asks to enter it again after another AUTH_SECRET, and works otherwise', async () => {
    await begin()
    await save()
    const other = await start({ authSecret: 'Another secret that these tests sign with.' })
    expect(other.services.connections.mail().source).toBeNull()
    const { status } = await other
      .browser()
      .post('/api/messages', { user_name: 'A', user_email: 'a@b.example', message: 'Still taken' })
    expect(status).toBe(201)
    expect(other.services.connections.stored().mail?.values).toBeUndefined()
    expect(other.lines.join('\n')).toContain('cannot be read with this AUTH_SECRET')
    const visitor = other.browser()
    await visitor.post('/api/auth/sign-in/email', { email: 'olga@people.example', password })
    expect((await visitor.get('/api/connections')).body.mail).toMatchObject({
      source: null,
      readable: false,
      values: null,
    })
    const findings = (await visitor.get('/api/health')).body.findings as {
      name: string
      status: string
      message: string
    }[]
    expect(findings.find(({ name }) => name === 'Email')).toMatchObject({ status: 'fail', message: /Enter it again/ })
  })

  it('sends what waits at once when a broken connection is replaced', async () => {
    await begin()
    app.services.mail.outbox.start()
    await save()
    // The password is changed at the provider.
    await smtp.close()
    await app.browser().post('/api/messages', { user_name: 'Ada', user_email: 'ada@example.com', message: 'Waits' })
    await expect.poll(async () => (await owner.get('/api/mail')).body.lastFailure?.answer).toContain('ECONNREFUSED')
    smtp = await startSmtp({ login: { user: 'mira', pass: secretPassword } })
    expect((await save()).body.saved).toBe(true)
    await expect.poll(() => smtp.received.length).toBe(2)
  })

  it('is removed again: email stops, the store holds nothing', async () => {
    await begin()
    await save()
    expect((await owner.send('DELETE', '/api/connections/mail')).status).toBe(200)
    expect([await rows(), (await owner.get('/api/mail')).body.transport]).toEqual([[], null])
    expect((await owner.send('DELETE', '/api/connections/mail')).status).toBe(404)
  })

  it('saves EmailJS after a real call, and names what it refuses', async () => {
    const service = await startEmailjs()
    await begin({ serviceOrigins: { emailjs: service.origin } })
    const keys = { kind: 'emailjs', publicKey: 'p', serviceId: 's', templateId: 't', privateKey: '', to: '' }
    const { body } = await owner.send('PUT', '/api/connections/mail', keys)
    expect([body.saved, (await owner.get('/api/mail')).body]).toMatchObject([
      true,
      { transport: 'emailjs', answers: false },
    ])
    await service.close()
    const again = await owner.send('PUT', '/api/connections/mail', keys)
    expect([again.body.saved, failedStep(again.body)?.step]).toEqual([false, 'connect'])
  })

  it('keeps the private key of EmailJS, and removes it alone', async () => {
    const service = await startEmailjs()
    await begin({ serviceOrigins: { emailjs: service.origin } })
    const keys = { kind: 'emailjs', publicKey: 'p', serviceId: 's', templateId: 't' }
    const put = async (privateKey?: string | null) =>
      (await owner.send('PUT', '/api/connections/mail', { ...keys, privateKey })).body.saved
    const sent = () => service.forms.at(-1)?.find(([name]) => name === 'accessToken')?.[1]
    const kept = async () => (await owner.get('/api/connections')).body.mail.values.hasPrivateKey
    expect([await put('of my own'), sent(), await kept()]).toEqual([true, 'of my own', true])
    expect([await put(), sent(), await kept()]).toEqual([true, 'of my own', true])
    expect([await put(null), sent(), await kept()]).toEqual([true, undefined, false])
    await service.close()
  })

  describe('with Google', () => {
    let provider: OpenIdProvider
    beforeAll(async () => {
      provider = await startOpenIdProvider('http://localhost:3000/api/auth/callback/google')
    })
    beforeEach(() => begin({ googleIssuer: provider.issuer }))
    afterAll(() => provider.stop())
    const saveGoogle = (clientSecret: string, clientId = 'vitrine') =>
      owner.send('PUT', '/api/connections/google', { clientId, clientSecret })
    const offered = async (from = app) => (await from.browser().get('/api/auth/sign-in-options')).body.google

    it('offers the sign-in without a restart, and begins it', async () => {
      expect(await offered()).toBe(false)
      expect((await saveGoogle('the secret of the client')).body).toMatchObject({ saved: true })
      expect(await offered()).toBe(true)
      const { status, body } = await app.browser().post('/api/auth/sign-in/social', { provider: 'google' })
      expect([status, body.url]).toEqual([200, expect.stringContaining(`${provider.issuer}/auth?`)])
      expect((await owner.get('/api/connections')).body.google).toMatchObject({
        source: 'saved',
        values: { clientId: 'vitrine' },
        redirectUri: 'http://localhost:3000/api/auth/callback/google',
      })
      await owner.send('DELETE', '/api/connections/google')
      expect(await offered()).toBe(false)
      expect((await app.browser().post('/api/auth/sign-in/social', { provider: 'google' })).status).toBe(404)
    })

    it('saves no client that the provider does not know', async () => {
      for (const [secret, id] of [
        ['wrong secret of the client', 'vitrine'],
        ['the secret of the client', 'other'],
      ] as const) {
        const { body } = await saveGoogle(secret, id)
        expect([body.saved, failedStep(body)?.step]).toEqual([false, 'client'])
      }
      expect([await rows(), await offered()]).toEqual([[], false])
    })
  })

  it('saves no client while the provider is away', async () => {
    await begin({ googleIssuer: `http://127.0.0.1:${await closedPort()}` })
    const { body } = await owner.send('PUT', '/api/connections/google', { clientId: 'a', clientSecret: 'b' })
    expect([body.saved, failedStep(body)?.step, await rows()]).toEqual([false, 'find', []])
  })

  it('is learned by every process', async () => {
    await begin()
    // With a connection of its own that listens, or looks once a second on SQLite.
    const { openDatabase } = await import('../db/open.ts')
    const database = await openDatabase(store.options)
    const other = await createTestApp({ ...store, database }, { limits: false })
    await save()
    await expect.poll(() => other.services.connections.mail().source).toBe('saved')
    await owner.send('DELETE', '/api/connections/mail')
    await expect.poll(() => other.services.connections.mail().source).toBeNull()
    await other.close()
    await database.close()
  })
})
