import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runCli } from '../../prove/support/run-cli.ts'
import { copySampleData } from '../support/product.ts'

const root = path.resolve(import.meta.dirname, '../..')
const workflow = readFileSync(path.join(root, 'docs/deploy/github-pages.yml'), 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-github-pages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Hashes by name. The DOCX has the time at which it was made. */
const filesIn = (place: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(place, name)).isFile())
      .toSorted()
      .map((name) => [name, name === 'cv.docx' ? '' : sha256(readFileSync(path.join(place, name)))]),
  )

it('the commands of the workflow make of a backup the same files as an export of the site itself', async () => {
  const env = { DATA_DIR: path.join(folder, 'data') }
  await copySampleData(env.DATA_DIR)
  const runner = path.join(folder, 'runner')
  mkdirSync(path.join(runner, 'bin'), { recursive: true })
  expect((await runCli(['backup', path.join(runner, 'vitrine.backup')], env)).code).toBe(0)
  const options = [
    '--origin',
    'https://mira.github.io',
    '--base',
    '/portfolio/',
    '--contact',
    'https://vitrine.example',
  ]
  expect((await runCli(['export', path.join(folder, 'site'), ...options], env)).code).toBe(0)

  // What the installed package provides.
  const program = path.join(runner, 'bin/vitrine')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${root}/dist/server/cli.js' "$@"\n`)
  chmodSync(program, 0o755)
  const commands = [...workflow.matchAll(/^ +- run: (.+)$/gm)].map(([, command]) => command as string)
  expect(commands.map((command) => command.split(' ').slice(0, 2).join(' '))).toEqual([
    'npm install',
    'vitrine restore',
    'vitrine export',
  ])
  // As GitHub's configure-pages names them.
  for (const output of ['origin', 'base_path'])
    expect(workflow).toMatch(
      new RegExp(`${output.toUpperCase()}: \\$\\{\\{ steps\\.pages\\.outputs\\.${output} \\}\\}`),
    )
  const given = { ORIGIN: 'https://mira.github.io', BASE_PATH: '/portfolio', CONTACT: 'https://vitrine.example' }
  const PATH = `${path.dirname(program)}:${process.env.PATH}`
  for (const command of commands.slice(1))
    execFileSync('bash', ['-euc', command], { cwd: runner, env: { PATH, DATA_DIR: './data', ...given }, stdio: 'pipe' })

  const made = filesIn(path.join(runner, 'site'))
  expect(Object.keys(made).length).toBeGreaterThan(100)
  expect(made).toEqual(filesIn(path.join(folder, 'site')))
})
