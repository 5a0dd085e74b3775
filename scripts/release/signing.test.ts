import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-signing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const missing = spawnSync('ssh-keygen', ['-?']).error ? ': ssh-keygen is not on this machine' : ''

/** The commands of the workflow's step, as the forge would run them. */
const step = () => {
  const [, lines = ''] = /- name: Sign the checksums\n +run: \|\n((?: {10}.*\n)+)/.exec(
    read('.github/workflows/release.yml'),
  ) ?? ['', '']
  return lines.replaceAll(/^ {10}/gm, '')
}

/** Commands that the documentation gives to whoever got a release. */
const commandsOf = (start: string) =>
  read('docs/releasing.md')
    .split('\n')
    .filter((line) => line.startsWith(`    ${start}`))
    .map((line) => line.trim())

const at = (...names: string[]) => path.join(folder, ...names)
const bash = (command: string, cwd: string, env: Record<string, string> = {}) =>
  spawnSync('bash', ['-euo', 'pipefail', '-c', command], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', ...env },
  })

const makeKey = (name: string) => {
  spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', at(name)])
  return { secret: readFileSync(at(name), 'utf8'), open: readFileSync(at(`${name}.pub`), 'utf8').trim() }
}

const verify = () => {
  const [command = '', ...more] = commandsOf('ssh-keygen -Y verify')
  expect(more).toEqual([])
  return bash(command, at('release'))
}

let key: ReturnType<typeof makeKey>
beforeAll(() => {
  mkdirSync(at('release'))
  writeFileSync(at('release/vitrine-1.2.3.tgz'), 'a package')
  const { stdout } = bash('sha256sum *.tgz', at('release'))
  writeFileSync(at('release/SHA256SUMS'), `${stdout}${'0'.repeat(64)}  not-taken.tar.xz\n`)
})

it.skipIf(missing)(`the workflow signs the checksums, and its reader verifies them as documented${missing}`, () => {
  key = makeKey('key')
  const signed = bash(step(), folder, { RELEASE_KEY: key.secret.trim() })
  expect([signed.status, existsSync(at('release.key'))]).toEqual([0, false])
  writeFileSync(at('release/allowed_signers'), `vitrine ${key.open}\n`)
  const { status, stdout } = verify()
  expect([status, stdout]).toEqual([0, expect.stringContaining('Good "vitrine-release" signature for vitrine')])
  for (const command of commandsOf('sha256sum')) expect(bash(command, at('release')).status).toBe(0)
})

it.skipIf(missing)(`a changed list, a changed file and another key are refused${missing}`, () => {
  const sums = readFileSync(at('release/SHA256SUMS'), 'utf8')
  appendFileSync(at('release/SHA256SUMS'), `${'1'.repeat(64)}  more.tgz\n`)
  expect(verify().status).toBe(255)
  writeFileSync(at('release/SHA256SUMS'), sums)
  expect(verify().status).toBe(0)
  writeFileSync(at('release/vitrine-1.2.3.tgz'), 'another package')
  const [check = ''] = commandsOf('sha256sum')
  expect(bash(check, at('release')).status).toBe(1)
  writeFileSync(at('release/allowed_signers'), `vitrine ${makeKey('other').open}\n`)
  expect(verify().status).toBe(255)
})

it('without a key the workflow goes on and says so', () => {
  rmSync(at('release/SHA256SUMS.sig'), { force: true })
  const { status, stdout } = bash(step(), folder, { RELEASE_KEY: '' })
  expect([status, existsSync(at('release/SHA256SUMS.sig'))]).toEqual([0, false])
  expect(stdout).toContain('goes without a signature')
})
