import { afterEach, describe, expect, it } from 'vitest'
import { createTestApp, ownerIn, person, publicUrl, signedIn, type TestApp } from '../../../tests/support/app.ts'
import { databases, itOnce, type TestStore } from '../../../tests/support/databases.ts'
import { openStore } from '../updates/open-store.ts'
import { ownerCommand } from './owner-command.ts'

for (const kind of databases)
  describe.skipIf(!kind.available)(`vitrine owner on ${kind.name}`, () => {
    const once = itOnce(kind)
    let store: TestStore
    let app: TestApp
    const start = async () => {
      store = await kind.create()
      app = await createTestApp(store, { limits: false })
    }
    afterEach(async () => {
      await app.close()
      await store.remove()
    })

    it('says the claim link until it is used, then who the owner is', async () => {
      await start()
      const { link } = await ownerCommand(['claim-link'], app.services.config, openStore)
      expect(link).toBe(`${publicUrl}/register#claim=${app.claimToken}`)
      await ownerIn(app)
      await expect(ownerCommand(['claim-link'], app.services.config, openStore)).rejects.toThrow(person('Olga').email)
    })

    it('gives a new password, signs every device out and takes the second factor off', async () => {
      await start()
      const browser = await signedIn(app, 'Lost')
      const { email } = person('Lost')
      const { password } = await ownerCommand(
        ['reset-password', ` ${email.toUpperCase()} `],
        app.services.config,
        openStore,
      )
      expect((await browser.get('/api/sessions')).status).toBe(401)
      const old = await browser.post('/api/auth/sign-in/email', { email, password: person('Lost').password })
      expect(old.status).toBe(401)
      const fresh = await browser.post('/api/auth/sign-in/email', { email, password })
      expect([fresh.status, fresh.body.twoFactorRedirect]).toEqual([200, undefined])
      expect((await browser.get('/api/sessions')).status).toBe(200)
    })

    once('says what is wrong', async () => {
      await start()
      await expect(
        ownerCommand(['reset-password', 'no@people.example'], app.services.config, openStore),
      ).rejects.toThrow('no@people.example')
      for (const words of [[], ['reset-password'], ['claim-link', 'x'], ['dance'], ['reset-password', 'a', 'b']])
        await expect(ownerCommand(words, app.services.config, openStore)).rejects.toThrow('Usage')
    })
  })
