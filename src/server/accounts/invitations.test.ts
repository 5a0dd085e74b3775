import { sql } from 'kysely'
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
import { startSmtp } from '../../../tests/support/smtp-server.ts'
import { openDatabase } from '../db/open.ts'
import { createInvitations } from './invitations.ts'

for (const kind of databases)
  describe.skipIf(!kind.available)(`An invitation on ${kind.name}`, () => {
    const once = itOnce(kind)
    let store: TestStore
    let app: TestApp
    let owner: TestBrowser
    const start = async (given: Parameters<typeof createTestApp>[1] = {}) => {
      app = await createTestApp(store, { limits: false, authSecret: undefined, ...given })
      owner = await ownerIn(app)
      await app.services.settings.update({ registration: false }, { by: 'test' })
    }
    beforeEach(async () => {
      store = await kind.create()
    })
    afterEach(async () => {
      vi.useRealTimers()
      await app.services.mail.outbox.stop(0)
      await app.close()
      await store.remove()
    })
    const invite = async (body: object = {}) => {
      const { status, body: made } = await owner.post('/api/invitations', body)
      expect(status, JSON.stringify(made)).toBe(201)
      return { ...made, token: new URLSearchParams(new URL(made.link).hash.slice(1)).get('invite') as string }
    }
    const register = (name: string, token?: string) =>
      app.browser().post('/api/auth/sign-up/email', { ...person(name), ...(token ? { invite: token } : {}) })
    const rows = () => store.database.kysely.selectFrom('invitations').selectAll().execute()
    const members = async () =>
      (await owner.get('/api/users')).body.users.slice(1).map(({ name }: { name: string }) => name)

    once('opens a closed registration, once, and makes a member', async () => {
      await start()
      expect((await register('Nina')).status).toBe(403)
      const { token, email } = await invite()
      expect([email, JSON.stringify(await rows()).includes(token)]).toEqual([null, false])
      expect((await register('Nina', token)).status).toBe(200)
      const nina = app.browser()
      expect((await nina.post('/api/auth/sign-in/email', { email: person('Nina').email, password })).status).toBe(200)
      expect((await nina.get('/api/auth/get-session')).body.user.role).toBe('member')
      expect((await register('Otto', token)).status).toBe(410)
      expect([await rows(), await members()]).toEqual([[], ['Nina']])
    })

    it('is one of a hundred at most, however many two processes make at once', async () => {
      await start()
      const other = await openDatabase(store.options)
      const [here, there] = [createInvitations(store.database), createInvitations(other)]
      const make = (_: unknown, n: number) =>
        (n % 2 === 0 ? here : there).create({ email: undefined, days: 1 }, async () => async () => {})
      const before = await Promise.all(Array.from({ length: 90 }, make))
      const made = await Promise.allSettled(Array.from({ length: 40 }, make))
      await other.close()
      expect([before.length, made.filter(({ status }) => status === 'fulfilled').length]).toEqual([90, 10])
      expect(await rows()).toHaveLength(100)
    })

    it('makes one account when fifty use it at once', async () => {
      await start()
      const { token } = await invite()
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => register(`Racer${n}`, token)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 410)).toHaveLength(49)
      expect(await members()).toHaveLength(1)
    })

    once('wins over a stranger’s account with the same address, and its account does not end by itself', async () => {
      await start()
      await app.services.settings.update({ registration: true }, { by: 'test' })
      const stranger = await signedIn(app, 'Nina')
      const { token } = await invite()
      const chosen = 'a ferry of my own, and a bakery'
      const nina = { ...person('Nina'), password: chosen, invite: token }
      expect((await app.browser().post('/api/auth/sign-up/email', nina)).status).toBe(200)
      expect((await stranger.get('/api/sessions')).status).toBe(401)
      const signIn = (secret: string) =>
        app.browser().post('/api/auth/sign-in/email', { email: person('Nina').email, password: secret })
      expect([(await signIn(password)).status, (await signIn(chosen)).status]).toEqual([401, 200])
      expect(await app.services.accounts.users.cleanUpStrangers(Date.now() + 31 * 86_400_000)).toBe(0)
      // Another invitation changes nothing of it.
      expect((await register('Nina', (await invite()).token)).status).toBe(200)
      expect((await signIn(chosen)).status).toBe(200)
    })

    // With a trigger of SQLite's.
    it.skipIf(kind.name !== 'SQLite')('stays when its account cannot be stored, nor anything else after', async () => {
      await start()
      const { token } = await invite()
      const refuse = (table: string) =>
        sql`create trigger ${sql.id(`full_${table}`)} before insert on ${sql.table(table)} begin select raise(abort, 'full'); end`
      const allow = (table: string) => sql`drop trigger ${sql.id(`full_${table}`)}`
      const { kysely } = store.database
      for (const table of ['accounts', 'invitations']) await refuse(table).execute(kysely)
      expect((await register('Nina', token)).status).toBe(500)
      for (const table of ['accounts', 'invitations']) await allow(table).execute(kysely)
      expect([await members(), (await register('Nina', token)).status]).toEqual([[], 200])
    })

    once('stays when it made no account', async () => {
      await start()
      const { token } = await invite()
      const weak = await app
        .browser()
        .post('/api/auth/sign-up/email', { ...person('Nina'), password: 'password', invite: token })
      expect(weak.status).toBe(422)
      // The same answer for a known address, and nobody new.
      expect((await register('Olga', token)).status).toBe(200)
      expect(await members()).toEqual([])
      expect((await register('Nina', token)).status).toBe(200)
      expect(await members()).toEqual(['Nina'])
    })

    once('is listed, revoked, and over after its time', async () => {
      await start()
      const [first, second] = [await invite(), await invite({ days: 1 })]
      const listed = async () =>
        (await owner.get('/api/invitations')).body.invitations.map(({ id }: { id: string }) => id)
      expect(await listed()).toEqual([second.id, first.id])
      expect((await owner.send('DELETE', `/api/invitations/${first.id}`)).status).toBe(200)
      expect((await owner.send('DELETE', `/api/invitations/${first.id}`)).status).toBe(404)
      expect((await register('Nina', first.token)).status).toBe(410)
      for (const hours of [-2, 27]) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 60 * 60_000 })
        expect((await register('Nina', second.token)).status).toBe(410)
      }
      expect(await listed()).toEqual([])
      await app.services.accounts.cleanUp()
      expect(await rows()).toEqual([])
    })

    once('is mailed when email is set up, sealed in the outbox', async () => {
      const smtp = await startSmtp()
      await start({ smtp: { url: smtp.url, from: 'post@mira.example' } })
      app.services.mail.outbox.start()
      const { token, email } = await invite({ email: 'Nina@People.example' })
      expect(email).toBe('nina@people.example')
      await expect.poll(() => smtp.received.length).toBe(1)
      expect(smtp.received[0]?.to).toEqual(['nina@people.example'])
      expect(readLetter(smtp.received[0]?.raw ?? '').text).toContain(`/register#invite=${token}`)
      const deliveries = await store.database.kysely.selectFrom('deliveries').selectAll().execute()
      expect(JSON.stringify([deliveries, app.lines])).not.toContain(token)
      await smtp.close()
    })

    once('is the owner’s in person, and says that a hundred are the most', async () => {
      await start()
      await app.services.settings.update({ registration: true }, { by: 'test' })
      const member = await signedIn(app, 'Paul')
      expect((await member.post('/api/invitations')).status).toBe(403)
      expect((await member.get('/api/invitations')).status).toBe(403)
      const days = { email: undefined, days: 1 }
      for (let n = 0; n < 100; n += 1) await app.services.accounts.invitations.create(days, async () => async () => {})
      const { status, body } = await owner.post('/api/invitations')
      expect([status, body.message]).toEqual([422, expect.stringContaining('100')])
    })
  })
