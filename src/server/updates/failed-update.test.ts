import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readAwaitedUpdate, removeAwaitedUpdate, writeAwaitedUpdate } from './awaited-update.ts'
import type { Outcome } from './bring-version.ts'
import { failedUpdate } from './failed-update.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-failed-update-'))
  writeFileSync(path.join(dataDir, 'package.json'), '{ "version": "1.0.0" }')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const told = (outcome: Outcome, databaseUrl?: string) =>
  failedUpdate({ outcome, version: '1.1.0', before: dataDir, config: { dataDir, databaseUrl }, service: undefined })

const makeBackup = () => {
  const file = path.join(dataDir, 'backups/vitrine-before-1.1.0-2026-11-24-020000.backup')
  mkdirSync(path.dirname(file))
  writeFileSync(file, 'x')
  return file
}

it('says nothing of an update that the new version took', async () => {
  expect(await told({ pid: 1 })).toBeUndefined()
  await writeAwaitedUpdate(dataDir, { to: '1.1.0' })
  expect(await told({ pid: 1 })).toBeUndefined()
})

it('says why the version before serves again, in the words of the start that failed', async () => {
  await writeAwaitedUpdate(dataDir, { to: '1.1.0', failure: 'The tables are broken.\nAll of them.' })
  expect(await told({ back: 'exit code 1' })).toBe(
    [
      'Vitrine 1.1.0 did not come up (exit code 1):',
      '  The tables are broken.',
      '  All of them.',
      'Vitrine 1.0.0 serves again, with the data as it was, and nothing is left to do: wait for a later release. The log of the site says more.',
    ].join('\n'),
  )
})

it('names the backup and its command where no version serves, or where one serves with flaws', async () => {
  const file = makeBackup()
  expect(await told({ none: 'exit code 1' })).toMatch(/so the site is not served/)
  expect(await told({ none: 'exit code 1' })).toContain(`vitrine restore ${file} --force`)
  await writeAwaitedUpdate(dataDir, { to: '1.1.0', flaws: '/healthz: degraded' })
  const message = await told({ pid: 1 }, 'postgres://x/y')
  expect(message).toContain('Vitrine 1.1.0 serves, and not as it should:\n  /healthz: degraded')
  expect(message).toContain(`DATABASE_URL of an empty database, then: vitrine restore ${file}`)
})

it('keeps what is awaited until it is removed, and reads nothing from another file', async () => {
  await writeAwaitedUpdate(dataDir, { to: '1.1.0' })
  expect(await readAwaitedUpdate(dataDir)).toEqual({ to: '1.1.0' })
  await removeAwaitedUpdate(dataDir)
  await removeAwaitedUpdate(dataDir)
  expect(await readAwaitedUpdate(dataDir)).toBeUndefined()
  writeFileSync(path.join(dataDir, 'awaited-update.json'), '{ "to": 1 }')
  expect(await readAwaitedUpdate(dataDir)).toBeUndefined()
})
