import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { password, person, signedIn, type TestBrowser, useApp } from '../../../tests/support/app.ts'
import { itOnce, onEachDatabase } from '../../../tests/support/databases.ts'
import { secretOf, totpCode, totpStep } from '../../../tests/support/totp.ts'
import { dbTrue, withAccounts } from './tables.ts'

// Written by the sign-in library of earlier versions with the secret of these tests.
const storedBefore = {
  secret:
    '224c2a688b931c10d60bfcc2be13e24a836f3fd50c991185b0cabeca217fc1c555debd72ca578c1dc96ba499bef45664d9497c2157ff2f2cb1d09510c13bfb9b63c12f5aa16c924c',
  backupCodes:
    '5570638ffe6430cbdfbc2a998d7b48812d08f167383827fabb28482b93c5cb5efd7fb563abbf0c38978f31794bf579976788f16de33941',
}

onEachDatabase('The second factor', (store, kind) => {
  const once = itOnce(kind)
  const app = useApp(store, { limits: false })
  afterEach(() => vi.useRealTimers())

  const setUp = async (name: string) => {
    // Begins well inside a step, so that none ends while the test runs.
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 1000 })
    const browser = await signedIn(app, name)
    const { body } = await browser.post('/api/auth/two-factor/enable', { password })
    const secret = secretOf(body.totpURI)
    const code = (steps: number) => totpCode(secret, totpStep(Date.now()) + steps)
    expect((await browser.post('/api/auth/two-factor/verify-totp', { code: code(-1) })).status).toBe(200)
    return { browser, code, recovery: body.backupCodes as string[] }
  }
  const firstStep = async (name: string): Promise<TestBrowser> => {
    const browser = app.browser()
    const { status, body } = await browser.post('/api/auth/sign-in/email', { email: person(name).email, password })
    expect([status, body.twoFactorRedirect]).toEqual([200, true])
    return browser
  }
  const second = async (browser: TestBrowser, code: string) =>
    (await browser.post('/api/auth/two-factor/verify-totp', { code })).status

  once('is asked for after the password, and nothing is open before it', async () => {
    const { code } = await setUp('Ulla')
    const browser = await firstStep('Ulla')
    expect((await browser.get('/api/auth/get-session')).body).toBeNull()
    expect((await browser.get('/api/sessions')).status).toBe(401)
    expect(await second(browser, '000000')).toBe(422)
    expect(await second(browser, code(0))).toBe(200)
    expect((await browser.get('/api/auth/get-session')).body.user.twoFactor).toBe(true)
  })

  once('takes a code once, and none that is older than the last', async () => {
    const { code } = await setUp('Vera')
    const [one, two] = [await firstStep('Vera'), await firstStep('Vera')]
    expect(await second(one, code(0))).toBe(200)
    expect(await second(two, code(0))).toBe(422)
    expect(await second(two, code(-1))).toBe(422)
    expect((await two.get('/api/sessions')).status).toBe(401)
    expect(await second(two, code(1))).toBe(200)
    // The last one was used while the clock was a year ahead.
    const db = withAccounts(store().database.kysely)
    await db
      .updateTable('two_factors')
      .set(({ eb }) => ({ lastUsedStep: eb('lastUsedStep', '+', 365 * 2880) }))
      .execute()
    const three = await firstStep('Vera')
    expect([await second(three, code(1)), await second(await firstStep('Vera'), code(1))]).toEqual([200, 422])
  })

  it('takes a code once when it is sent ten times at once', async () => {
    const { code } = await setUp('Wim')
    const browsers = await Promise.all(Array.from({ length: 10 }, () => firstStep('Wim')))
    const answers = await Promise.all(browsers.map((browser) => second(browser, code(0))))
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
  })

  once('takes each recovery code once', async () => {
    const { recovery } = await setUp('Xena')
    expect(recovery).toHaveLength(10)
    // Without characters that look alike.
    for (const code of recovery) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
    const use = async () =>
      (await firstStep('Xena')).post('/api/auth/two-factor/verify-backup-code', { code: recovery[0] })
    expect((await use()).status).toBe(200)
    expect((await use()).status).toBe(422)
  })

  once('takes a recovery code as it is typed on a phone: with a capital, with spaces, without the hyphen', async () => {
    const { recovery } = await setUp('Xavi')
    const [one = '', two = '', three = ''] = recovery
    const typed = [one.replace(/[a-z]/, (letter) => letter.toUpperCase()), [...two].join(' '), three.replace('-', '')]
    const use = async (code: string | undefined) =>
      (await (await firstStep('Xavi')).post('/api/auth/two-factor/verify-backup-code', { code })).status
    const answers = [await use(typed[0]), await use(typed[1]), await use(typed[2]), await use(recovery[0])]
    expect(answers).toEqual([200, 200, 200, 422])
  })

  once('takes a recovery code again when no session could be stored with it', async () => {
    const { recovery } = await setUp('Xandra')
    const browser = await firstStep('Xandra')
    const use = async () =>
      (await browser.post('/api/auth/two-factor/verify-backup-code', { code: recovery[0] })).status
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(store().database.kysely)
    await rename('sessions', 'elsewhere')
    expect(await use()).toBe(500)
    await rename('elsewhere', 'sessions')
    expect(await use()).toBe(200)
  })

  it('takes a recovery code once when it is sent four times at once', async () => {
    const { recovery } = await setUp('Xeno')
    const browsers = await Promise.all(Array.from({ length: 4 }, () => firstStep('Xeno')))
    const answers = await Promise.all(
      browsers.map((browser) => browser.post('/api/auth/two-factor/verify-backup-code', { code: recovery[0] })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  once('of an earlier version, which another library had stored, goes on', async () => {
    await signedIn(app, 'Olda')
    const userId = (await app.services.accounts.users.idOf(person('Olda').email)) as string
    const db = withAccounts(store().database.kysely)
    await db
      .insertInto('two_factors')
      .values({ id: 'old', userId, ...storedBefore, verified: null, lastUsedStep: null })
      .execute()
    await db.updateTable('users').set({ twoFactorEnabled: dbTrue }).where('id', '=', userId).execute()
    const code = totpCode('mkfXNnm8JLSaYPsPUo7sVgHHy_m5dbZ8', totpStep(Date.now()))
    expect(await second(await firstStep('Olda'), code)).toBe(200)
    const browser = await firstStep('Olda')
    const recovered = await browser.post('/api/auth/two-factor/verify-backup-code', { code: 'k7d2m-w9xqa' })
    expect(recovered.status).toBe(200)
  })

  once('ends guessing after a few codes', async () => {
    await setUp('Yves')
    const statuses: number[] = []
    const browser = await firstStep('Yves')
    for (let n = 0; n < 8; n += 1) statuses.push(await second(browser, String(100_000 + n)))
    expect(statuses.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
    expect(statuses.slice(5).every((status) => status === 401 || status === 429)).toBe(true)
    for (let n = 0; n < 6; n += 1) await second(await firstStep('Yves'), String(200_000 + n))
    expect(await second(await firstStep('Yves'), '300000')).toBe(429)
  })

  /** Begins two sign-ins for each code and sends all codes at once, of both kinds. */
  const burst = async (name: string, count: number, right: { code: string; recovery: string }) => {
    const browsers = [await firstStep(name), await firstStep(name)]
    const answers = await Promise.all(
      Array.from({ length: count }, (_, n) => {
        const browser = browsers[n % 2] as TestBrowser
        return n % 4 < 2
          ? browser.post('/api/auth/two-factor/verify-totp', { code: String(100_000 + n) })
          : browser.post('/api/auth/two-factor/verify-backup-code', { code: `wrong-${n}` })
      }),
    )
    const locked = await Promise.all([
      browsers[0]?.post('/api/auth/two-factor/verify-totp', { code: right.code }),
      browsers[0]?.post('/api/auth/two-factor/verify-totp', { code: '000000' }),
      browsers[1]?.post('/api/auth/two-factor/verify-backup-code', { code: right.recovery }),
      browsers[1]?.post('/api/auth/two-factor/verify-backup-code', { code: 'wrong' }),
    ])
    return { statuses: answers.map(({ status }) => status), locked }
  }

  once(
    'has five codes of both kinds looked at, of sixty at once, and answers alike to right and wrong ones then',
    async () => {
      const { code, recovery } = await setUp('Aldo')
      const { statuses, locked } = await burst('Aldo', 60, { code: code(0), recovery: recovery[0] as string })
      expect(statuses.filter((status) => status === 422)).toHaveLength(5)
      expect(statuses.filter((status) => status === 429)).toHaveLength(55)
      expect(new Set(locked.map((answer) => `${answer?.status} ${JSON.stringify(answer?.body)}`)).size).toBe(1)
      expect(locked[0]?.status).toBe(429)
    },
  )

  once(
    'of a device that has signed in before is counted apart from strangers’, and so is one of a session',
    async () => {
      const { browser, code, recovery } = await setUp('Bela')
      await burst('Bela', 20, { code: code(0), recovery: recovery[0] as string })
      expect((await browser.post('/api/auth/two-factor/verify-totp', { code: '000000' })).status).toBe(422)
      const known = await browser.post('/api/auth/sign-in/email', { email: person('Bela').email, password })
      expect(known.body.twoFactorRedirect).toBe(true)
      expect(await second(browser, code(0))).toBe(200)
      // Five of its own, and not five more.
      const statuses: number[] = []
      await browser.post('/api/auth/sign-in/email', { email: person('Bela').email, password })
      for (let n = 0; n < 7; n += 1) statuses.push(await second(browser, String(100_000 + n)))
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
    },
  )

  once('is not turned on when it was taken off while its first code was checked', async () => {
    const browser = await signedIn(app, 'Zack')
    const { secondFactor, users } = app.services.accounts
    const id = (await users.idOf(person('Zack').email)) as string
    const { totpURI } = (await browser.post('/api/auth/two-factor/enable', { password })).body
    const { turnOn } = secondFactor
    const spy = vi.spyOn(secondFactor, 'turnOn').mockImplementationOnce(async (...given) => {
      await secondFactor.turnOff(id)
      return turnOn(...given)
    })
    const code = totpCode(secretOf(totpURI), totpStep(Date.now()))
    expect((await browser.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(422)
    spy.mockRestore()
    expect(await secondFactor.isOn(id)).toBe(false)
  })

  once('is taken off with the password', async () => {
    const { browser } = await setUp('Zoe')
    expect((await browser.post('/api/auth/two-factor/disable', { password: 'not this one' })).status).toBe(422)
    expect((await browser.post('/api/auth/two-factor/disable', { password })).status).toBe(200)
    const again = app.browser()
    await again.post('/api/auth/sign-in/email', { email: person('Zoe').email, password })
    expect((await again.get('/api/sessions')).status).toBe(200)
  })
})
