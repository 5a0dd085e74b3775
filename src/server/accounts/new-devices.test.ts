import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, ownerIn, password, person, signedIn, type TestApp } from '../../../tests/support/app.ts'
import { databases, itOnce, type TestStore } from '../../../tests/support/databases.ts'
import { readLetter } from '../../../tests/support/sample-email.ts'
import { startSmtp, type TestSmtp } from '../../../tests/support/smtp-server.ts'
import { writeMeta } from '../db/database.ts'
import { restoredKey } from './new-devices.ts'

const newPassword = 'another ferry, another bakery'
const owner = person('Olga').email

for (const kind of databases)
  describe.skipIf(!kind.available)(`A device that signs in for the first time, on ${kind.name}`, () => {
    const once = itOnce(kind)
    let store: TestStore
    let app: TestApp
    let smtp: TestSmtp
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
      store = await kind.create()
      smtp = await startSmtp()
      app = await createTestApp(store, { smtp: { url: smtp.url, from: 'post@mira.example' } })
      app.services.mail.outbox.start()
    })
    afterEach(async () => {
      vi.useRealTimers()
      await app.services.mail.outbox.stop(0)
      await app.close()
      await smtp.close()
      await store.remove()
    })

    const later = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000)
    const letters = () => smtp.received.map(({ to, raw }) => ({ to, ...readLetter(raw) }))
    const signIn = async (email: string, browser = app.browser(), chosen = password) => {
      const { status } = await browser.post('/api/auth/sign-in/email', { email, password: chosen })
      expect(status).toBe(200)
      return browser
    }
    const settled = async () => {
      await app.services.mail.outbox.settled()
      return letters()
    }
    const emailed = async () => {
      await expect.poll(() => smtp.received.length).toBe(1)
      const token = /\/login\/not-me#token=(\S+)/.exec(letters()[0]?.text ?? '')?.[1]
      if (!token) throw new Error(`There is no link in ${letters()[0]?.text}`)
      return token
    }
    const deny = (token: string) => app.browser().post('/api/sessions/denials', { token })

    it('is told to the owner by email once, and no device of a new account is', async () => {
      const known = await ownerIn(app)
      await signIn(owner)
      expect(await settled()).toEqual([])
      later(2)
      const other = await signIn(owner)
      await emailed()
      await signIn(owner, known)
      await signIn(owner, other)
      const [letter, ...more] = await settled()
      expect(more).toEqual([])
      expect(letter?.to).toEqual([owner])
      expect(letter?.text).toContain('an unknown program')
    })

    once('loses its session by the button behind the link, and whoever presses it sets a new password', async () => {
      const known = await ownerIn(app)
      later(2)
      const stranger = await signIn(owner)
      // A stranger who changes the password begins another session.
      const changed = await stranger.post('/api/auth/change-password', { currentPassword: password, newPassword })
      expect(changed.status).toBe(200)
      const token = await emailed()
      const { status, body } = await deny(token)
      expect(status).toBe(200)
      expect((await stranger.get('/api/sessions')).status).toBe(401)
      const chosen = 'a third ferry, a third bakery'
      const completed = await known.post('/api/password-resets/completions', { token: body.token, newPassword: chosen })
      expect(completed.status).toBe(200)
      await signIn(owner, known, chosen)
      expect((await deny(token)).status).toBe(410)
    })

    once('keeps its link while the database refuses what the link does', async () => {
      await ownerIn(app)
      later(2)
      const stranger = await signIn(owner)
      const token = await emailed()
      const rename = (from: string, to: string) =>
        sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(store.database.kysely)
      await rename('password_resets', 'elsewhere')
      expect((await deny(token)).status).toBe(500)
      expect((await stranger.get('/api/sessions')).status).toBe(200)
      await rename('elsewhere', 'password_resets')
      expect((await deny(token)).status).toBe(200)
      expect([(await stranger.get('/api/sessions')).status, (await deny(token)).status]).toEqual([401, 410])
    })

    once('has a link that ends with a restore, which forgets whether it was used', async () => {
      await ownerIn(app)
      later(2)
      await signIn(owner)
      const token = await emailed()
      await writeMeta(store.database.kysely, restoredKey, new Date().toISOString())
      expect((await deny(token)).status).toBe(410)
      await writeMeta(store.database.kysely, restoredKey, new Date(Date.now() - 60_000).toISOString())
      expect((await deny(token)).status).toBe(200)
    })

    once('has a link that is of no use when it is changed, a week old, or of another account', async () => {
      await ownerIn(app)
      later(2)
      await signIn(owner)
      const token = await emailed()
      const [id, issued, signature = ''] = token.split('.')
      const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
      for (const wrong of [
        `${id}.${issued}.${flipped}`,
        `somebody.${issued}.${signature}`,
        `${id}.zzzzzz.${signature}`,
      ])
        expect((await deny(wrong)).status).toBe(410)
      later(24 * 7 + 1)
      expect((await deny(token)).status).toBe(410)
    })

    once('is told to no address that nobody verified, and to nobody more than five times an hour', async () => {
      await signedIn(app, 'Paul')
      await ownerIn(app)
      later(2)
      await signIn(person('Paul').email)
      expect(await settled()).toEqual([])
      for (let device = 0; device < 7; device++) await signIn(owner)
      await expect.poll(() => smtp.received.length).toBe(5)
      expect(await settled()).toHaveLength(5)
    })
  })
