import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databases, type TestPlace } from '../../../tests/support/databases.ts'
import { lastMigration, makeOlderStore } from '../../../tests/support/older-store.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { type Database, shownPagesKey, writeMeta } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { examine } from '../health/doctor.ts'
import { createHttpServer } from '../http/server.ts'
import { ConfigError, readConfig } from '../process/config.ts'
import { createLog } from '../process/log.ts'
import { programVersion } from '../process/package-root.ts'
import { backupFolder } from '../process/private-files.ts'
import { acceptUpdate, checkUpdate, openStore, readPendingUpdate } from './open-store.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-update-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const backups = () => readdirSync(backupFolder(dataDir))
const put = (database: Database, key: string) =>
  database.kysely.insertInto('meta').values({ key, value: 'v' }).execute()
const has = async (database: Database, key: string) =>
  (await database.kysely.selectFrom('meta').select('key').where('key', '=', key).execute()).length === 1
const makeNewer = (database: Database) =>
  sql`insert into kysely_migration values ('999-later', '')`.execute(database.kysely)
const events = () => {
  const heard: [string, Record<string, string>][] = []
  return { heard, onEvent: (event: string, details: Record<string, string>) => void heard.push([event, details]) }
}

for (const kind of databases)
  describe.skipIf(!kind.available)(`A start of a newer version on ${kind.name}`, () => {
    let place: TestPlace
    beforeEach(async () => {
      place = await kind.place()
      if (place.options.databaseUrl === undefined) {
        await place.remove()
        place = { options: { dataDir }, remove: async () => {} }
      }
      await makeOlderStore(place.options, 'kept')
    })
    afterEach(() => place.remove())
    const config = () => ({ ...readConfig({}), ...place.options, dataDir })

    it('makes a backup named for the version before it changes the tables, and tells how to restore it', async () => {
      const { heard, onEvent } = events()
      const database = await openStore(config(), { onEvent })
      await put(database, 'later')
      await database.close()
      const [name = '', ...more] = backups()
      expect(more).toEqual([])
      expect(name.replace(/-\d{4}-\d\d-\d\d-\d{6}\.backup$/, '')).toBe(`vitrine-before-${programVersion}`)
      const file = path.join(backupFolder(dataDir), name)
      const restore = expect.stringContaining(`vitrine restore ${file}`)
      expect(heard).toEqual([['Backup made before the tables change', { file, restore, migrations: lastMigration }]])

      const restored = { dataDir: path.join(dataDir, 'restored') }
      await restoreBackup(file, restored)
      const back = await openDatabase(restored)
      expect([await has(back, 'kept'), await has(back, 'later')]).toEqual([true, false])
      await back.close()
    })

    it('makes none when it is switched off, nor a second one when the tables are of this version', async () => {
      await (await openStore({ ...config(), backupBeforeUpdate: false }, events())).close()
      await (await openStore(config(), events())).close()
      expect(existsSync(backupFolder(dataDir))).toBe(false)
    })

    it('is refused data of a newer version, in the words of the doctor, which name both and the way out', async () => {
      const before = await openStore(config(), events())
      await makeNewer(before)
      await sql`update meta set value = '9.1.0' where key = 'migrated by'`.execute(before.kysely)
      await before.close()
      const refused = await openStore(config(), events()).catch((error: Error) => error)
      expect(refused).toBeInstanceOf(ConfigError)
      const { message } = refused as Error
      expect(message).toContain(`The data is of Vitrine 9.1.0 (999-later); this is Vitrine ${programVersion}`)
      expect(message).toMatch(/Start Vitrine 9\.1\.0, or restore a backup .*: vitrine restore .*vitrine-before-/)
      const doctor = (await examine(config(), 'nowhere')).find(({ name }) => name === 'Database')
      expect([doctor?.ok, doctor?.message]).toEqual([false, message])
    })
  })

const config = () => ({ ...readConfig({}), dataDir })
const update = async () => {
  await makeOlderStore({ dataDir }, 'kept')
  return openStore(config(), { ...events(), acceptsLater: true })
}

it('a fresh store needs no backup', async () => {
  const database = await openStore(config(), { ...events(), acceptsLater: true })
  expect(await readPendingUpdate(database.kysely)).toBeUndefined()
  await database.close()
  expect(existsSync(backupFolder(dataDir))).toBe(false)
})

it('with too little disk space for a backup nothing is changed, and the message names the switch', async () => {
  await makeOlderStore({ dataDir }, 'kept')
  // A hole at its end: as large as it says, and empty.
  truncateSync(path.join(dataDir, 'vitrine.db'), 4 * 2 ** 40)
  const refused = await openStore(config(), events()).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toMatch(/nothing was changed.*A backup needs \d+ MB.*BACKUP_BEFORE_UPDATE=off/s)
  expect(existsSync(backupFolder(dataDir))).toBe(false)
})

it('an update that has taken no write is taken back by the older version, sessions included', async () => {
  await makeOlderStore({ dataDir }, 'kept')
  const session = { id: 's', token: 't', userId: 'u', expiresAt: '2099-01-01', createdAt: 'x', updatedAt: 'x' }
  const older = new DatabaseSync(path.join(dataDir, 'vitrine.db'), { enableForeignKeyConstraints: false })
  older
    .prepare(`insert into sessions (${Object.keys(session).map((name) => `"${name}"`)}) values (?, ?, ?, ?, ?, ?)`)
    .run(...Object.values(session))
  older.close()
  const updated = await openStore(config(), { ...events(), acceptsLater: true })
  expect(await readPendingUpdate(updated.kysely)).toMatchObject({ to: programVersion })
  await put(updated, 'by the newer one')
  await makeNewer(updated)
  await updated.close()
  const { heard, onEvent } = events()
  const back = await openStore(config(), { onEvent })
  expect(heard.map(([event]) => event)).toContainEqual(expect.stringContaining('Data taken back'))
  expect([await has(back, 'kept'), await has(back, 'by the newer one')]).toEqual([true, false])
  const sessions = await sql<{ token: string }>`select token from sessions`.execute(back.kysely)
  expect(sessions.rows).toEqual([{ token: 't' }])
  await back.close()
})

it('an update that was accepted is not taken back', async () => {
  const updated = await update()
  await acceptUpdate(updated.kysely)
  await put(updated, 'a write')
  await makeNewer(updated)
  await updated.close()
  await expect(openStore(config(), events())).rejects.toThrow(/restore .*vitrine-before-.* --force/)
})

it.each([
  ['says that it is degraded', 200, '{"status":"degraded","publishing":"ok"}', '</html>'],
  ['could not publish', 200, '{"status":"ok","publishing":"failed"}', '</html>'],
  ['has no first page', 503, '{"status":"ok","publishing":"ok"}', ''],
])(
  'a newer version that %s ends before its first visit, and leaves the data to the one before',
  async (_, status, health, page) => {
    const updated = await update()
    const server = createHttpServer((request, response) => {
      const isHealth = request.url === '/healthz'
      response.writeHead(isHealth ? 200 : status).end(isHealth ? health : page)
    })
    const log = createLog({ level: 'error', terminal: false })
    const checked = checkUpdate({ db: updated, log }, server)
    await expect(checked).rejects.toThrow(/no visit was let in and nothing was written.*takes back the data/s)
    expect(await readPendingUpdate(updated.kysely)).toMatchObject({ to: programVersion })
    await updated.close()
  },
)

it('a newer version that shows no less than the one before accepts the update', async () => {
  await makeOlderStore({ dataDir }, 'kept')
  const older = new DatabaseSync(path.join(dataDir, 'vitrine.db'))
  older.prepare('insert into meta (key, value) values (?, ?)').run(shownPagesKey, 'stale')
  older.close()
  const updated = await openStore(config(), { ...events(), acceptsLater: true })
  // The newer version notes what it shows itself, before anybody has accepted it.
  await writeMeta(updated.kysely, shownPagesKey, 'fresh')
  const check = (pages: string) =>
    checkUpdate(
      { db: updated, log: createLog({ level: 'error', terminal: false }) },
      createHttpServer((request, response) => {
        const health = JSON.stringify({ status: 'degraded', publishing: 'failed', pages })
        response.end(request.url === '/healthz' ? health : '</html>')
      }),
    )
  await expect(check('none')).rejects.toThrow(/"degraded".*Start the version from before/s)
  expect(await readPendingUpdate(updated.kysely)).toMatchObject({ shown: 'stale' })
  await check('stale')
  expect(await readPendingUpdate(updated.kysely)).toBeUndefined()
  await updated.close()
})

it('a newer version that is well accepts the update', async () => {
  const updated = await update()
  const server = createHttpServer((request, response) => {
    response.end(request.url === '/healthz' ? '{"status":"ok","publishing":"ok"}' : '</html>')
  })
  await checkUpdate({ db: updated, log: createLog({ level: 'error', terminal: false }) }, server)
  expect(await readPendingUpdate(updated.kysely)).toBeUndefined()
  await updated.close()
})

it('a command that opens migrated data accepts the update, because it may write', async () => {
  await (await update()).close()
  const command = await openStore(config(), events())
  expect(await readPendingUpdate(command.kysely)).toBeUndefined()
  await command.close()
})
