import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import {
  createTestApp,
  person,
  publicUrl,
  signedIn,
  type TestApp,
  type TestBrowser,
} from '../../../tests/support/app.ts'
import { certificateWithList } from '../../../tests/support/certificate.ts'
import { onEachDatabase, onOneDatabase } from '../../../tests/support/databases.ts'
import { addSoftKey, cborBytes, newSoftKey, type SoftKey } from '../../../tests/support/soft-key.ts'
import { createPasskeyChallenges } from './passkeys.ts'
import { withAccounts } from './tables.ts'

onOneDatabase('A passkey', (store) => {
  let app: TestApp
  let key: SoftKey
  beforeAll(async () => {
    app = await createTestApp(store(), { limits: true })
    await signedIn(app, 'Pia')
    const userId = (await app.services.accounts.users.idOf(person('Pia').email)) as string
    key = await addSoftKey(store(), userId, publicUrl)
  })
  afterEach(() => vi.useRealTimers())
  afterAll(() => app.close())

  const challengeFor = async (browser: TestBrowser): Promise<string> => {
    const { status, body } = await browser.get('/api/auth/passkey/generate-authenticate-options')
    expect([status, body.userVerification, body.rpId]).toEqual([200, 'required', 'localhost'])
    return body.challenge
  }
  const show = (browser: TestBrowser, challenge: string) =>
    browser.post('/api/auth/passkey/verify-authentication', { response: key.answer(challenge) })
  const who = async (browser: TestBrowser) => (await browser.get('/api/auth/get-session')).body?.user.name

  it('signs in by a challenge that is stored nowhere', async () => {
    const browser = app.browser()
    const challenge = await challengeFor(browser)
    const stored = await withAccounts(store().database.kysely).selectFrom('verifications').selectAll().execute()
    expect(stored).toEqual([])
    expect((await show(browser, challenge)).status).toBe(200)
    expect(await who(browser)).toBe('Pia')
  })

  it('signs in by a challenge of a process whose clock is half a minute ahead, not of one an hour ahead', async () => {
    const challenges = createPasskeyChallenges(Buffer.alloc(32))
    vi.useFakeTimers({ toFake: ['Date'] })
    const now = Date.now()
    const found = [30_000, 3_600_000].map((aheadMs) => {
      vi.setSystemTime(now + aheadMs)
      const { id } = challenges.create()
      vi.setSystemTime(now)
      return challenges.find(id) !== undefined
    })
    expect(found).toEqual([true, false])
  })

  it('that has signed in is refused when it is sent again with the same challenge', async () => {
    const browser = app.browser()
    const challenge = await challengeFor(browser)
    const thief = app.browser({ cookie: browser.cookie() })
    expect((await show(browser, challenge)).status).toBe(200)
    expect((await show(thief, challenge)).status).toBe(401)
    expect(await who(thief)).toBeUndefined()
  })

  it('that has signed in is refused with its challenge for as long as a clock that was ahead makes that last', async () => {
    const browser = app.browser()
    vi.useFakeTimers({ toFake: ['Date'] })
    const now = Date.now()
    vi.setSystemTime(now + 50_000)
    const challenge = await challengeFor(browser)
    const thief = app.browser({ cookie: browser.cookie() })
    vi.setSystemTime(now)
    expect((await show(browser, challenge)).status).toBe(200)
    const later = 5 * 60_000 + 20_000
    vi.setSystemTime(now + later)
    // Counters have the clock of the machine.
    await store()
      .database.kysely.updateTable('attempts')
      .set(({ eb }) => ({ window_start: eb('window_start', '-', later), window_end: eb('window_end', '-', later) }))
      .execute()
    expect((await show(thief, challenge)).status).toBe(401)
  })

  it('signs in once when it is sent ten times at once', async () => {
    const browser = app.browser()
    const challenge = await challengeFor(browser)
    const browsers = Array.from({ length: 10 }, () => app.browser({ cookie: browser.cookie() }))
    const answers = await Promise.all(browsers.map((one) => show(one, challenge)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is refused with the challenge of another browser, an invented one, and one that is over', async () => {
    const [one, two] = [app.browser(), app.browser()]
    const challenge = await challengeFor(one)
    await challengeFor(two)
    expect((await show(two, challenge)).status).toBe(401)
    expect((await show(two, 'AAAA')).status).toBe(401)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1000 })
    expect((await show(one, challenge)).status).toBe(401)
    const ofTheFuture = await challengeFor(one)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
    expect((await show(one, ofTheFuture)).status).toBe(401)
    for (const browser of [one, two]) expect(await who(browser)).toBeUndefined()
  })

  it('of who is signed in is asked for by its id', async () => {
    const browser = app.browser()
    await show(browser, await challengeFor(browser))
    const { body } = await browser.get('/api/auth/passkey/generate-authenticate-options')
    expect(body.allowCredentials).toEqual([{ id: key.id, type: 'public-key' }])
  })

  const challengeForAdding = async (browser: TestBrowser): Promise<string> => {
    const { status, body } = await browser.get('/api/auth/passkey/generate-register-options')
    expect([status, body.attestation]).toEqual([200, 'none'])
    return body.challenge
  }
  const add = (browser: TestBrowser, response: object) =>
    browser.post('/api/auth/passkey/verify-registration', { response })
  const countOf = async (browser: TestBrowser) =>
    (await browser.get('/api/auth/passkey/list-user-passkeys')).body.length as number

  it('is added once for each challenge, and signs in; its transports are those that have a name', async () => {
    const browser = await signedIn(app, 'Quin')
    const challenge = await challengeForAdding(browser)
    const own = newSoftKey(publicUrl)
    // The cookie that the answer takes away is kept by a thief.
    const thief = app.browser({ cookie: browser.cookie() })
    expect((await add(browser, own.made(challenge, { transports: ['usb', 'x,y', { join: 1 }] }))).status).toBe(200)
    for (const one of [browser, thief])
      expect((await add(one, newSoftKey(publicUrl).made(challenge))).status).toBeGreaterThan(400)
    expect(await countOf(browser)).toBe(1)
    for (const transports of ['usb', { join: 1 }])
      expect(
        (await add(browser, newSoftKey(publicUrl).made(await challengeForAdding(browser), { transports }))).status,
      ).toBe(200)
    const elsewhere = app.browser()
    const response = own.answer(await challengeFor(elsewhere))
    expect((await elsewhere.post('/api/auth/passkey/verify-authentication', { response })).status).toBe(200)
    expect(await who(elsewhere)).toBe('Quin')
  })

  it('that comes with a made-up certificate is refused, and nobody is asked about that', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const list = `http://127.0.0.1:${(server.address() as AddressInfo).port}/inside`
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const certificate = certificateWithList(publicKey.export({ type: 'spki', format: 'der' }), list)
    // CBOR: the map of x5c to a list of one.
    const of = Buffer.concat([Buffer.from('a16378356381', 'hex'), cborBytes(certificate)])
    const browser = await signedIn(app, 'Sara')
    for (const format of ['apple', 'android-key', 'tpm', 'packed', 'fido-u2f']) {
      const response = newSoftKey(publicUrl).made(await challengeForAdding(browser), { statement: { format, of } })
      expect((await add(browser, response)).status).toBe(422)
    }
    expect([await countOf(browser), asked]).toEqual([0, []])
    server.close()
  })

  it('is not added when the session ends while it is checked', async () => {
    const browser = await signedIn(app, 'Ugo')
    const userId = (await app.services.accounts.users.idOf(person('Ugo').email)) as string
    const challenge = await challengeForAdding(browser)
    const { take } = app.services.attempts
    const spy = vi.spyOn(app.services.attempts, 'take').mockImplementationOnce(async (...given) => {
      await withAccounts(store().database.kysely).deleteFrom('sessions').where('userId', '=', userId).execute()
      return take(...given)
    })
    expect((await add(browser, newSoftKey(publicUrl).made(challenge))).status).toBe(401)
    spy.mockRestore()
    expect(await app.services.accounts.passkeys.list(userId)).toEqual([])
  })

  it('is one of at most twenty of an account', async () => {
    const browser = await signedIn(app, 'Tina')
    const userId = (await app.services.accounts.users.idOf(person('Tina').email)) as string
    for (let n = 0; n < 19; n += 1) await addSoftKey(store(), userId, publicUrl)
    const own = newSoftKey(publicUrl)
    expect((await add(browser, own.made(await challengeForAdding(browser)))).status).toBe(200)
    const { status, body } = await add(browser, newSoftKey(publicUrl).made(await challengeForAdding(browser)))
    expect([status, body.message]).toEqual([422, expect.stringContaining('At most 20')])
    expect(await countOf(browser)).toBe(20)
  })

  it('whose id is no text is refused like any malformed one', async () => {
    const browser = app.browser()
    const response = JSON.stringify(key.answer(await challengeFor(browser)))
    for (const id of ['5', 'null', `["${key.id}"]`, `${'['.repeat(20_000)}${']'.repeat(20_000)}`]) {
      const raw = `{"response":${response.replace(`"id":"${key.id}"`, `"id":${id}`)}}`
      const headers = { 'content-type': 'application/json' }
      const { status } = await browser.send('POST', '/api/auth/passkey/verify-authentication', undefined, {
        raw,
        headers,
      })
      expect(status, id.slice(0, 40)).toBe(422)
    }
  })

  it('is asked for sixty times from an address in a quarter of an hour, and nothing is written for any of them', async () => {
    const again = await createTestApp(store(), { limits: true })
    const rows = () => store().database.kysely.selectFrom('attempts').selectAll().orderBy('key').execute()
    const before = await rows()
    const statuses: number[] = []
    for (let n = 0; n < 62; n += 1)
      statuses.push((await again.browser().get('/api/auth/passkey/generate-authenticate-options')).status)
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429])
    expect(await rows()).toEqual(before)
    expect(await withAccounts(store().database.kysely).selectFrom('verifications').selectAll().execute()).toEqual([])
    await again.close()
  })
})

onEachDatabase('The counter of a passkey', (store) => {
  it('goes to its end, and a copy of the key that is behind it is refused', async () => {
    const app = await createTestApp(store(), { limits: true })
    await signedIn(app, 'Vera')
    const userId = (await app.services.accounts.users.idOf(person('Vera').email)) as string
    const key = await addSoftKey(store(), userId, publicUrl)
    const signIn = async (counter: number) => {
      const browser = app.browser()
      const { body } = await browser.get('/api/auth/passkey/generate-authenticate-options')
      const response = key.answer(body.challenge, counter)
      return (await browser.post('/api/auth/passkey/verify-authentication', { response })).status
    }
    expect([await signIn(2 ** 31), await signIn(2 ** 32 - 1), await signIn(2 ** 32 - 2)]).toEqual([200, 200, 401])
    await app.close()
  })
})
