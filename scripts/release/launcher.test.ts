import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { leastNode } from './manifest.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-launcher-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

cpSync(path.join(root, 'bin'), path.join(folder, 'bin'), { recursive: true })
mkdirSync(path.join(folder, 'dist/server'), { recursive: true })
writeFileSync(
  path.join(folder, 'package.json'),
  JSON.stringify({ version: '1.2.3', type: 'module', engines: { node: `>=${leastNode}` } }),
)
// Says which command the product would be given.
writeFileSync(path.join(folder, 'dist/server/cli.js'), 'console.log(JSON.stringify(process.argv.slice(2)))')

/** Runs the first file of a release on a Node that says it has this version. */
const launch = (version: string, ...words: string[]) => {
  const preload = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, path.join(folder, 'bin/vitrine.js'), ...words],
    { encoding: 'utf8' },
  )
  return { status, stdout: stdout.trim(), stderr }
}

it.each(['20.20.2', '23.11.1', '24.0.0', '24.14.9', '8.17.0'])(
  'says on Node %s which one it needs, with exit code 2',
  (version) => {
    const { status, stdout, stderr } = launch(version, 'serve')
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`Vitrine 1.2.3 needs Node ${leastNode} or later; this is Node ${version}`)
    expect(stderr).not.toContain('    at ')
  },
)

it.each([leastNode, '24.100.0', '25.0.0', '30.1.2'])('runs on Node %s', (version) => {
  expect(launch(version, 'doctor', '--json')).toEqual({ status: 0, stdout: '["doctor","--json"]', stderr: '' })
})

it.each([
  [[], ['serve']],
  [['--empty'], ['serve', '--empty']],
  [
    ['serve', '--empty'],
    ['serve', '--empty'],
  ],
  [['--help'], ['--help']],
  [['--version'], ['--version']],
])('runs %j as %j', (words, command) => {
  expect(JSON.parse(launch(process.versions.node, ...words).stdout)).toEqual(command)
})
