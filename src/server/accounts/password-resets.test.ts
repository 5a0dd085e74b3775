import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createTestApp,
  ownerIn,
  password,
  person,
  signedIn,
  type TestApp,
  type TestBrowser,
} from '../../../tests/support/app.ts'
import { databases, itOnce, type TestStore } from '../../../tests/support/databases.ts'
import { readLetter } from '../../../tests/support/sample-email.ts'
import { startSmtp, type TestSmtp } from '../../../tests/support/smtp-server.ts'
import { secretOf, totpCode, totpStep } from '../../../tests/support/totp.ts'
import { deleteLinkEmails } from '../mail/deliveries.ts'
import { linkKinds } from '../mail/emails.ts'
import { withAccounts } from './tables.ts'

const newPassword = 'another ferry, another bakery'

for (const kind of databases)
  describe.skipIf(!kind.available)(`A forgotten password on ${kind.name}`, () => {
    const once = itOnce(kind)
    let store: TestStore
    let app: TestApp
    let smtp: TestSmtp
    const start = async (given: Parameters<typeof createTestApp>[1] = {}) => {
      app = await createTestApp(store, {
        limits: false,
        // Generated, as by default: it cannot be read within a transaction.
        authSecret: undefined,
        smtp: { url: smtp.url, from: 'post@mira.example' },
        ...given,
      })
      app.services.mail.outbox.start()
    }
    beforeEach(async () => {
      store = await kind.create()
      smtp = await startSmtp()
    })
    afterEach(async () => {
      vi.useRealTimers()
      await app.services.mail.outbox.stop(0)
      await app.close()
      await smtp.close()
      await store.remove()
    })
    const ask = (email: string) => app.browser().post('/api/password-resets', { email })
    const tokens = () =>
      smtp.received.flatMap(({ raw }) => /\/login\/reset#token=([\w-]{43})/.exec(readLetter(raw).text)?.slice(1) ?? [])
    const emailedToken = async (email: string) => {
      const before = tokens().length
      expect((await ask(email)).status).toBe(200)
      await expect.poll(() => tokens().length).toBe(before + 1)
      return tokens().at(-1) as string
    }
    const complete = (token: string, chosen = newPassword) =>
      app.browser().post('/api/password-resets/completions', { token, newPassword: chosen })
    const signIn = (chosen: string, name = 'Paul') =>
      app.browser().post('/api/auth/sign-in/email', { email: person(name).email, password: chosen })
    const stored = () => withAccounts(store.database.kysely).selectFrom('password_resets').selectAll().execute()

    once('is replaced with the link of an email, which ends every session', async () => {
      await start()
      const before = await signedIn(app, 'Paul')
      const token = await emailedToken(person('Paul').email)
      expect(smtp.received[0]?.to).toEqual([person('Paul').email])
      const { status, body } = await complete(token)
      expect([status, body]).toEqual([200, { ended: '1 session' }])
      expect((await before.get('/api/sessions')).status).toBe(401)
      expect([(await signIn(password)).status, (await signIn(newPassword)).status]).toEqual([401, 200])
      expect(app.lines.join('\n')).toContain('Password reset')
    })

    const enableTotp = async (browser: TestBrowser, secret = password) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 1000 })
      const { body } = await browser.post('/api/auth/two-factor/enable', { password: secret })
      const code = totpCode(secretOf(body.totpURI), totpStep(Date.now()))
      expect((await browser.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
    }

    once('keeps the owner’s second factor: a mailbox alone lets nobody in', async () => {
      await start()
      await enableTotp(await signedIn(app, 'Paul'))
      const userId = (await app.services.accounts.users.idOf(person('Paul').email)) as string
      const users = withAccounts(store.database.kysely)
      await users.updateTable('users').set({ role: 'owner' }).where('id', '=', userId).execute()
      expect((await complete(await emailedToken(person('Paul').email))).status).toBe(200)
      expect((await signIn(newPassword)).body).toMatchObject({ twoFactorRedirect: true })
    })

    once('ends the second factor on an address that nobody had verified, and verifies it', async () => {
      await start()
      await enableTotp(await signedIn(app, 'Paul'))
      const { body } = await complete(await emailedToken(person('Paul').email))
      expect(body.ended).toContain('1 second factor')
      const paul = app.browser()
      const { body: answer } = await paul.post('/api/auth/sign-in/email', {
        ...{ email: person('Paul').email, password: newPassword },
      })
      expect(answer.twoFactorRedirect).toBeUndefined()
      expect(await app.services.accounts.users.cleanUpStrangers(Date.now() + 31 * 86_400_000)).toBe(0)
      // From now on it is the person's own.
      await enableTotp(paul, newPassword)
      expect((await complete(await emailedToken(person('Paul').email), password)).status).toBe(200)
      expect((await signIn(password)).body).toMatchObject({ twoFactorRedirect: true })
    })

    once(
      'ends calls that were let in before it: they leave no token, no hand-over link and no other password',
      async () => {
        await start()
        const owner = await ownerIn(app, 'Paul')
        const { accounts } = app.services
        let [known, resets] = [password, 0]
        const reset = async () => {
          resets += 1
          const chosen = `${newPassword} ${resets}`
          expect((await complete(await emailedToken(person('Paul').email), chosen)).status).toBe(200)
          known = chosen
        }
        // Read once the guard has seen the session.
        const pull = async (body: ReadableStreamDefaultController) => {
          await reset()
          body.enqueue(new TextEncoder().encode(JSON.stringify({ name: 'Kept', scope: 'write' })))
          body.close()
        }
        const slow = {
          headers: { 'content-type': 'application/json' },
          raw: new ReadableStream({ pull }, { highWaterMark: 0 }),
        }
        const token = await owner.send('POST', '/api/tokens', undefined, slow)
        await owner.post('/api/auth/sign-in/email', { email: person('Paul').email, password: known })
        const { confirmPassword, checkPassword } = accounts
        vi.spyOn(accounts, 'confirmPassword').mockImplementationOnce(async (...given) => {
          await confirmPassword(...given)
          await reset()
        })
        const link = await owner.post('/api/hand-over-link', { password: known })
        await owner.post('/api/auth/sign-in/email', { email: person('Paul').email, password: known })
        vi.spyOn(accounts, 'checkPassword').mockImplementationOnce(async (...given) => {
          const proof = await checkPassword(...given)
          await reset()
          return proof
        })
        const change = { currentPassword: known, newPassword: 'a bakery, a festival, a ferry' }
        const changed = await owner.post('/api/auth/change-password', change)
        expect([token.status, link.status, changed.status, resets]).toEqual([401, 401, 401, 3])
        const left = withAccounts(store.database.kysely)
        expect(await left.selectFrom('api_tokens').select('id').execute()).toEqual([])
        expect(await accounts.handOverLinks.current()).toBeNull()
        expect((await signIn(known)).status).toBe(200)
      },
    )

    once('is answered alike for an address without an account, which gets no email and no row', async () => {
      await start()
      await signedIn(app, 'Paul')
      const answers = [await ask(person('Paul').email), await ask('nobody@people.example')]
      const shape = ({ status, body, setCookies, headers }: (typeof answers)[number]) => [
        status,
        body,
        setCookies,
        [...headers.keys()],
      ]
      expect(shape(answers[0] as never)).toEqual(shape(answers[1] as never))
      await app.services.mail.outbox.settled()
      expect([smtp.received.length, (await stored()).length]).toEqual([1, 1])
    })

    it('has a link that works once, however many use it at once', async () => {
      await start()
      await signedIn(app, 'Paul')
      const token = await emailedToken(person('Paul').email)
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => complete(token, `${newPassword} ${n}`)))
      const count = (status: number) => answers.filter((answer) => answer.status === status).length
      expect([count(200), count(410)]).toEqual([1, 49])
      const winner = answers.findIndex(({ status }) => status === 200)
      expect((await signIn(`${newPassword} ${winner}`)).status).toBe(200)
      expect(await stored()).toEqual([])
    })

    once('has one link at a time: a newer one ends the older', async () => {
      await start()
      await signedIn(app, 'Paul')
      const [first, second] = [await emailedToken(person('Paul').email), await emailedToken(person('Paul').email)]
      expect((await complete(first)).status).toBe(410)
      expect((await complete(second)).status).toBe(200)
    })

    once('has a link for an hour', async () => {
      await start()
      await signedIn(app, 'Paul')
      const token = await emailedToken(person('Paul').email)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
      expect((await complete(token)).status).toBe(410)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * 60 * 60_000 })
      expect((await complete(token)).status).toBe(410)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60_000 })
      expect((await signIn(password)).status).toBe(200)
      await app.services.accounts.cleanUp()
      expect(await stored()).toEqual([])
    })

    once('keeps the link after a weak password, which is refused beside the field', async () => {
      await start()
      await signedIn(app, 'Paul')
      const token = await emailedToken(person('Paul').email)
      for (const weak of ['password', 'short', 'paul@people.example']) {
        const { status, body } = await complete(token, weak)
        expect([status, Object.keys(body.fields)]).toEqual([422, ['newPassword']])
      }
      expect((await complete(token)).status).toBe(200)
    })

    once('stores no link that could be used: neither in the table nor in the outbox, nor logs one', async () => {
      await start()
      await signedIn(app, 'Paul')
      const token = await emailedToken(person('Paul').email)
      await app.services.mail.outbox.settled()
      const deliveries = await store.database.kysely.selectFrom('deliveries').selectAll().execute()
      expect(deliveries.map(({ kind: of }) => of)).toEqual(['password-reset'])
      expect(JSON.stringify([await stored(), deliveries, app.lines])).not.toContain(token)
      const tomorrow = new Date(Date.now() + 60_000).toISOString()
      expect(await deleteLinkEmails(store.database.kysely, linkKinds, tomorrow)).toBe(1)
    })

    once('sends no link that has expired while the mail server was away', async () => {
      await start()
      const content = { subject: 'A link', text: 'The link' }
      const send = async (until: number) => {
        const { mail } = app.services
        const ends = new Date(until).toISOString()
        const delivery = await mail.sealedLink('password-reset', 'paul@people.example', content, ends)
        await store.database.transaction((trx) => mail.outbox.enqueue(trx, delivery))
      }
      await send(Date.now() - 1000)
      await send(Date.now() + 60_000)
      app.services.mail.outbox.poll()
      const states = () => store.database.kysely.selectFrom('deliveries').select('state').orderBy('id').execute()
      await expect.poll(states).toEqual([{ state: 'failed' }, { state: 'sent' }])
      expect(smtp.received).toHaveLength(1)
    })

    once('is limited by address and for each email address; a refusal writes nothing', async () => {
      await start({ limits: true })
      await signedIn(app, 'Paul')
      const attempts = () =>
        store.database.kysely.selectFrom('attempts').select(['key', 'count']).orderBy('key').execute()
      for (const email of [person('Paul').email, 'nobody@people.example'])
        for (const status of [200, 200, 200, 429]) expect([email, (await ask(email)).status]).toEqual([email, status])
      const before = [await attempts(), await stored()]
      expect((await ask(person('Paul').email)).status).toBe(429)
      expect([await attempts(), await stored()]).toEqual(before)
      for (let n = 0; n < 4; n += 1) expect((await ask(`nobody${n}@people.example`)).status).toBe(200)
      expect((await ask('another@people.example')).status).toBe(429)
    })

    once('names the command while no email can be sent', async () => {
      await start({ smtp: undefined })
      await signedIn(app, 'Paul')
      const { status, body } = await ask(person('Paul').email)
      expect([status, body.message]).toEqual([422, expect.stringContaining('vitrine owner reset-password')])
      expect((await app.browser().get('/api/auth/sign-in-options')).body.resetByEmail).toBe(false)
      expect(await stored()).toEqual([])
    })
  })
