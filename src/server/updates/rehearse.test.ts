import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../process/config.ts'
import { copyVariables } from './rehearse.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrine-rehearse-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const url = 'postgres://mira@db.example/vitrine'
const file = (name: string) => path.join(folder, name)

it.each([
  ['variables', { DATABASE_URL: url, DATABASE_DIRECT_URL: url }, ''],
  ['a file .env', {}, `DATABASE_URL=${url}\nDATABASE_DIRECT_URL=${url}\n`],
  ['files with the secrets', {}, 'DATABASE_URL_FILE=secret\nDATABASE_DIRECT_URL_FILE=secret\n'],
])('a rehearsal stays away from a Postgres that is named by %s', (_, variables, text) => {
  writeFileSync(file('.env'), text)
  writeFileSync(file('secret'), url)
  // As a command of the product reads them.
  const { stdout } = spawnSync(
    process.execPath,
    ['-e', "process.loadEnvFile('.env'); console.log(JSON.stringify(process.env))"],
    { cwd: folder, encoding: 'utf8', env: copyVariables(variables, file('copy')) },
  )
  const { databaseUrl, directUrl, dataDir, backupBeforeUpdate } = readConfig(JSON.parse(stdout))
  expect([databaseUrl, directUrl, dataDir, backupBeforeUpdate]).toEqual([undefined, undefined, file('copy'), false])
})
