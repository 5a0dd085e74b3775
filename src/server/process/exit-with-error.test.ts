import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { sqliteError } from '../db/sqlite-error.ts'
import { adviceOn } from './exit-with-error.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-advice-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('what the system refuses is told with what to do, and anything else as it is', () => {
  for (const [code, what] of [
    ['EACCES', /^\/srv\/a: .*forbids.*Start Vitrine as the user/],
    ['ENOSPC', /^\/srv\/a: The disk is full\. Make room/],
    ['EFBIG', /ulimit -f/],
  ] as const)
    expect(adviceOn(Object.assign(new Error(`${code}: bare, write`), { code, path: '/srv/a' }))).toMatch(what)
  expect(adviceOn(new Error('A sentence.'))).toBe('A sentence.')
  expect(sqliteError('database disk image is malformed', 11).message).toBe(
    'The database is damaged: database disk image is malformed. Restore a backup: vitrine restore FILE --force.',
  )
})

it.skipIf(process.geteuid?.() !== 0)('a backup by the wrong user says whose the data is (needs root)', async () => {
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  chmodSync(folder, 0o755)
  await (await openDatabase({ dataDir })).close()
  const code = `const { makeBackup } = await import(${JSON.stringify(new URL('../backup/make-backup.ts', import.meta.url).href)})
    process.setuid(65534)
    await makeBackup({ dataDir: ${JSON.stringify(dataDir)} }).catch((error) => console.log(error.message))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(stdout).toContain('belongs to uid 0')
  expect(stdout).toContain('This process runs as uid 65534')
  expect(stdout).not.toContain('nothing to back up')
})
