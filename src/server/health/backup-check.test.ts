import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkNamed } from '../../../tests/support/health-check.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { openDatabase } from '../db/open.ts'
import { readConfig } from '../process/config.ts'
import { backupFolder } from '../process/private-files.ts'
import { findingOf, type HealthView } from './health-check.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-backup-check-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const look = async (days = 0, running?: HealthView['running']) => {
  const view: HealthView = {
    config: { ...readConfig({}), dataDir },
    clientFolder: '',
    now: Date.now() + days * 86_400_000,
    database: async () => '',
    facts: async () => undefined,
    connections: async () => ({}),
    ...(running ? { running } : {}),
  }
  const { status, message } = await findingOf(checkNamed('Backups'), view)
  return [status, message] as const
}

it('backups: none, new and whole, old, and damaged are told apart, each with what to do', async () => {
  expect(await look()).toEqual(['warn', expect.stringMatching(/none in .*backups yet.*vitrine backup$/)])

  await (await openDatabase({ dataDir })).close()
  const { file } = await makeBackup({ dataDir })
  expect(await look()).toEqual(['pass', expect.stringContaining('not a day old and whole')])
  expect(await look(1.5)).toEqual(['pass', expect.stringContaining('a day old and whole')])
  expect(await look(3.5)).toEqual(['warn', expect.stringMatching(/is 3 days old.*vitrine backup$/)])

  // One of the future is no newest one, and is named.
  const ahead = path.join(backupFolder(dataDir), 'daily-2199-01-01-000000.backup')
  copyFileSync(file, ahead)
  expect(await look(35)).toEqual(['warn', expect.stringMatching(/is 35 days old.*daily-2199-01-01-000000\.backup/)])
  expect(await look()).toEqual(['warn', expect.stringMatching(/not a day old.*daily-2199-01-01-000000\.backup/)])
  rmSync(ahead)

  // What is no backup is not taken for one.
  writeFileSync(path.join(backupFolder(dataDir), 'notes.txt'), 'x')
  expect(await look(3.5)).toEqual(['warn', expect.stringMatching(/is 3 days old/)])

  writeFileSync(file, 'SQLite format 3\0')
  expect(await look()).toEqual(['warn', expect.stringMatching(/cut off or damaged.*vitrine backup/)])
  // The owner's page does not read all of it each time.
  const running = { publishingFailure: undefined, cspReports: [], headers: new Headers() }
  expect(await look(0, running)).toEqual([
    'pass',
    expect.stringMatching(/not a day old \(\d{4}-\d\d-\d\d \d\d:\d\d UTC, vitrine-/),
  ])
  expect(await look(0, { ...running, backupFailure: 'The disk is full.' })).toEqual([
    'warn',
    expect.stringMatching(
      /^The backup of the day failed: The disk is full\. It is tried again each hour\. .* vitrine-/,
    ),
  ])
  expect(readdirSync(backupFolder(dataDir))).toHaveLength(2)
})
