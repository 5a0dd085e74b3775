import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { missingProgram, writeTgz } from './tarball.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-tarball-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = ['b.txt', 'a.txt', 'bin/run', `${'deep/'.repeat(30)}file.txt`]

/** The same files, made in this order and at this time. */
const make = async (name: string, order: readonly string[], time: number, mode: number) => {
  const place = path.join(folder, name, 'package')
  for (const file of order) {
    const full = path.join(place, file)
    mkdirSync(path.dirname(full), { recursive: true })
    writeFileSync(full, file)
    chmodSync(full, file === 'bin/run' ? 0o700 : mode)
    utimesSync(full, time, time)
  }
  const file = path.join(folder, `${name}.tgz`)
  await writeTgz({ folder: place, file, epoch: 1_700_000_000 })
  return file
}

const reason = missingProgram()

it.skipIf(reason)(
  `gives the same bytes for the same files, whenever and however they were made${reason ? `: ${reason}` : ''}`,
  async () => {
    const one = await make('one', names, 1_000_000_000, 0o600)
    const two = await make('two', names.toReversed(), 1_100_000_000, 0o664)
    expect(readFileSync(two).equals(readFileSync(one))).toBe(true)
    const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C' }
    const { stdout } = spawnSync('tar', ['--list', '--verbose', '--file', one], { encoding: 'utf8', env })
    const files = stdout.split('\n').filter((line) => line.startsWith('-'))
    expect(files.map((line) => line.replace(/ +/g, ' '))).toEqual([
      '-rw-r--r-- 0/0 5 2023-11-14 22:13 package/a.txt',
      '-rw-r--r-- 0/0 5 2023-11-14 22:13 package/b.txt',
      '-rwxr-xr-x 0/0 7 2023-11-14 22:13 package/bin/run',
      `-rw-r--r-- 0/0 ${names[3]?.length} 2023-11-14 22:13 package/${names[3]}`,
    ])
  },
)
