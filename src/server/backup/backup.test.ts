import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, password, person } from '../../../tests/support/app.ts'
import { databases, type TestDatabase, type TestPlace, type TestStore } from '../../../tests/support/databases.ts'
import { everythingIn, fillStore } from '../../../tests/support/full-store.ts'
import { thorough } from '../../../tests/support/thorough.ts'
import { totpCode, totpStep } from '../../../tests/support/totp.ts'
import { restoredKey } from '../accounts/new-devices.ts'
import { openDatabase } from '../db/open.ts'
import { syncFolder } from './backup-folder.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { unseal } from './sealed-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** On Postgres backups go into a folder all the same. */
const placed = ({ options }: Pick<TestPlace, 'options'>, name: string) =>
  options.databaseUrl === undefined ? options : { ...options, dataDir: path.join(folder, name) }

/** With what the backup leaves out left out. */
const kept = async (options: TestPlace['options']): Promise<Record<string, string[] | undefined>> => {
  const database = await openDatabase(options)
  const {
    sessions: _,
    verifications: __,
    api_tokens: ___,
    ...all
  } = await everythingIn(database).finally(() => database.close())
  return { ...all, meta: all.meta?.filter((line) => !line.includes('secret auth') && !line.includes(restoredKey)) }
}

for (const source of databases)
  describe.skipIf(!source.available)(`A backup of ${source.name}`, () => {
    let store: TestStore
    let place: TestPlace['options']
    let totp: string
    let file: string
    beforeAll(async () => {
      store = await source.create()
      place = placed(store, `from ${source.name}`)
      totp = await fillStore(store, undefined, place.dataDir)
      file = (await makeBackup(place)).file
    })
    afterAll(() => store.remove())

    it('lies beside the data under its date, for its owner’s eyes only, and nothing else is left there', () => {
      expect(path.dirname(file)).toBe(path.join(place.dataDir, 'backups'))
      expect(path.basename(file)).toMatch(/^vitrine-\d{4}-\d\d-\d\d-\d{6}\.backup$/)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)])
    })

    it('holds no session, not even what a deleted one leaves in a file', async () => {
      const { sessions } = await everythingIn(store.database)
      const tokens = (sessions ?? []).map((line) => Object.fromEntries(JSON.parse(line)).token as string)
      expect(tokens.length).toBeGreaterThan(0)
      const copy = path.join(folder, `${source.name} looked into`)
      await unseal(file, copy)
      const bytes = readFileSync(copy)
      expect(bytes.includes('olga@')).toBe(true)
      expect(tokens.filter((token) => bytes.includes(token))).toEqual([])
    })

    const restoredInto = async (target: TestDatabase, work: (options: TestPlace['options']) => Promise<void>) => {
      const empty = await target.place()
      const into = placed(empty, `into ${target.name}`)
      try {
        await restoreBackup(file, into)
        await work(into)
      } finally {
        await empty.remove()
      }
    }

    // From one database to the other: each reads and writes once.
    const others = databases.filter((one) => thorough || (one !== source && one.available))
    for (const target of others.length > 0 ? others : [source])
      it.skipIf(!target.available)(
        `comes back whole on ${target.name}, but for sessions and tokens, and can go on being written`,
        () =>
          restoredInto(target, async (into) => {
            const all = await kept(into)
            expect(all).toEqual(await kept(store.options))
            expect(all.blobs?.length).toBeGreaterThan(3)
            expect(all.messages).toHaveLength(12)
            const database = await openDatabase(into)
            const app = await createTestApp(
              { ...store, database, options: into },
              { authSecret: undefined, limits: false },
            )
            const before = await database.kysely
              .selectFrom('changes')
              .select('id')
              .orderBy('id', 'desc')
              .limit(1)
              .execute()
            await app.services.settings.update({ name: 'After' }, { by: 'owner' })
            const after = await database.kysely
              .selectFrom('changes')
              .select('id')
              .orderBy('id', 'desc')
              .limit(1)
              .execute()
            expect(after[0]?.id).toBe((before[0]?.id ?? 0) + 1)

            // The second factor is sealed with the secret that came along.
            const browser = app.browser()
            const { body } = await browser.post('/api/auth/sign-in/email', { email: person('Olga').email, password })
            expect(body.twoFactorRedirect).toBe(true)
            const code = totpCode(totp, totpStep(Date.now()))
            expect((await browser.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
            await app.close()
            await database.close()
          }),
      )
  })

it('a folder is brought to the disk where a system can, and passed over on Windows', async () => {
  const nowhere = path.join(folder, 'nowhere')
  await syncFolder(folder)
  await expect(syncFolder(nowhere, 'linux')).rejects.toThrow('ENOENT')
  await syncFolder(nowhere, 'win32')
})
