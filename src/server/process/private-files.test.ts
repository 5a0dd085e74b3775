import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dailyBackup } from '../backup/daily-backup.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { createEntries } from '../content/entries.ts'
import { openDatabase } from '../db/open.ts'
import { readOrCreateSecret } from '../db/secret.ts'
import { examine } from '../health/doctor.ts'
import { writeExport } from '../transfer/write-export.ts'
import { readConfig } from './config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrine-modes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (...names: string[]) => path.join(folder, ...names)
const modeOf = (place: string) => (statSync(place).mode & 0o777).toString(8)
const finding = async () => {
  const found = await examine({ ...readConfig({}), dataDir: at('data') }, 'nowhere')
  const { status, message } = found.find(({ name }) => name === 'Data folder') ?? {}
  return [status, message]
}

const leaveAsOldVersion = async () => {
  mkdirSync(at('data', 'backups'), { recursive: true })
  await (await openDatabase({ dataDir: at('data') })).close()
  writeFileSync(at('data', 'auth.secret'), 'x'.repeat(43))
  const names = ['daily-2026-11-20-030000.backup', 'damaged-2026-11-20T030000.000Z.db', 'notes.txt']
  for (const name of names) writeFileSync(at('data', 'backups', name), 'x')
  for (const place of ['vitrine.db', 'auth.secret', ...names.map((name) => `backups/${name}`)])
    chmodSync(at('data', place), 0o644)
  chmodSync(at('data', 'backups'), 0o755)
  chmodSync(at('data'), 0o755)
}

it('opening a store closes files of an older version to other users and touches no file that is not its own', async () => {
  await leaveAsOldVersion()
  // Another check of the doctor may have the store open, with files of SQLite beside it.
  const exposed = /can open auth\.secret, vitrine\.db, (?:vitrine\.db-(?:shm|wal), )*backups, /
  expect(await finding()).toEqual(['warn', expect.stringMatching(exposed)])

  await (await openDatabase({ dataDir: at('data') })).close()
  for (const name of ['vitrine.db', 'auth.secret']) expect([name, modeOf(at('data', name))]).toEqual([name, '600'])
  expect(modeOf(at('data', 'backups'))).toBe('700')
  expect(modeOf(at('data', 'backups', 'daily-2026-11-20-030000.backup'))).toBe('600')
  expect(modeOf(at('data', 'backups', 'damaged-2026-11-20T030000.000Z.db'))).toBe('600')
  expect(modeOf(at('data', 'backups', 'notes.txt'))).toBe('644')
})

it('the doctor names a folder that others can open, with its mode and the command that closes it', async () => {
  await leaveAsOldVersion()
  await (await openDatabase({ dataDir: at('data') })).close()
  // Whoever made the folder decides about it.
  expect(modeOf(at('data'))).toBe('755')
  expect(await finding()).toEqual(['warn', expect.stringMatching(/\(mode 0755\).*chmod 700 .*data$/)])
  chmodSync(at('data'), 0o700)
  expect(await finding()).toEqual(['pass', at('data')])
})

it('a link in the data folder is not followed when modes are mended', async () => {
  mkdirSync(at('data'))
  writeFileSync(at('elsewhere'), 'x')
  chmodSync(at('elsewhere'), 0o644)
  symlinkSync(at('elsewhere'), at('data', 'other.secret'))
  await (await openDatabase({ dataDir: at('data') })).close()
  expect(modeOf(at('elsewhere'))).toBe('644')
})

const another = 65_534
const notTheirs = (where: string) =>
  readdirSync(where, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(path.join(where, name)).uid !== another,
  )

it.skipIf(process.geteuid?.() !== 0)(
  'what root makes in the folder of another user belongs to that user (needs root)',
  async () => {
    const theirs = at('home')
    mkdirSync(theirs)
    chownSync(theirs, another, another)
    const dataDir = at('home', 'sites', 'mira')
    const database = await openDatabase({ dataDir })
    await readOrCreateSecret(database, dataDir, 'auth')
    await createEntries(database).create('skills', { name: 'Knitting', percent: 50 }, { by: 'owner' })
    // With the log and its index beside the file.
    await examine({ ...readConfig({}), dataDir }, 'nowhere')
    expect([readdirSync(dataDir).sort(), notTheirs(theirs)]).toEqual([
      ['auth.secret', 'vitrine.db', 'vitrine.db-shm', 'vitrine.db-wal'],
      [],
    ])
    const { file } = await makeBackup({ dataDir })
    await dailyBackup({ dataDir })
    const { file: elsewhere } = await makeBackup({ dataDir }, { to: at('root.backup') })
    await database.close()
    await restoreBackup(file, { dataDir }, { force: true })
    truncateSync(path.join(dataDir, 'vitrine.db'), 5000)
    await restoreBackup(file, { dataDir }, { force: true })
    await writeExport(at('home', 'www', 'mira'), oneFile())
    expect(readdirSync(path.join(dataDir, 'backups')).join()).toMatch(/daily.*damaged.*vitrine/)
    expect(notTheirs(theirs)).toEqual([])
    expect([statSync(elsewhere).uid, statSync(at('home', 'www', 'mira', 'media', 'a.txt')).mode & 0o777]).toEqual([
      0, 0o644,
    ])
  },
)

async function* oneFile() {
  yield { name: 'media/a.txt', bytes: Buffer.from('A') }
}
