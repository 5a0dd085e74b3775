import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'docs/deploy')
const guide = readFileSync(path.join(folder, 'README.md'), 'utf8')

/** File and last column of each row of the table. */
const rows = [...guide.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \|.*\| ([^|]+) \|$/gm)].map(
  ([, name = '', target = '', startedBy = '']) => ({ name, target, startedBy }),
)

it('each file for a deployment is in the table, once, under its own name', () => {
  const files = readdirSync(folder).filter((name) => !name.endsWith('.md'))
  expect(rows.map(({ target }) => target).toSorted()).toEqual(files.toSorted())
  for (const { name, target } of rows) expect(name).toBe(target)
})

it('each row names the test that starts the file, or says that it was not tried', () => {
  for (const { target, startedBy } of rows) {
    const [, test] = /`([^`]+)`/.exec(startedBy) ?? []
    if (test === undefined) expect([target, startedBy]).toEqual([target, expect.stringMatching(/^\*not tried\*/)])
    else {
      const file = test.replace(/^npm run prove -- (.+)$/, 'prove/checks/$1.ts')
      expect([target, file, existsSync(path.join(root, file))]).toEqual([target, file, true])
    }
  }
})

it('a file that was not tried says so itself', () => {
  for (const { target, startedBy } of rows) {
    if (!startedBy.startsWith('*not tried*') || target.endsWith('.json')) continue
    expect([target, readFileSync(path.join(folder, target), 'utf8')]).toEqual([
      target,
      expect.stringContaining('Not tried'),
    ])
  }
})

it('nginx waits for a backup that the owner downloads for longer than a minute', () => {
  const text = readFileSync(path.join(folder, 'nginx.conf'), 'utf8')
  expect(text).toMatch(/^ {2}proxy_read_timeout 15m;/m)
})

const missing = ['curl', 'xz', 'sha256sum'].find((name) => spawnSync(name, ['--version']).error)

it.skipIf(missing)(
  `a new server unpacks the archive that the sum in its file names, as a user of its own, and nothing of any other${missing ? `: ${missing} is not on this machine` : ''}`,
  () => {
    const text = readFileSync(path.join(folder, 'cloud-init.yaml'), 'utf8')
    const place = mkdtempSync(path.join(tmpdir(), 'vitrine-cloud-init-'))
    try {
      mkdirSync(path.join(place, 'release'))
      writeFileSync(path.join(place, 'release/vitrine'), '#!/bin/sh')
      const archive = path.join(place, 'release.tar.xz')
      execFileSync('tar', ['-cJf', archive, '-C', place, 'release'])
      const [, user, lines = ''] =
        /- runuser\n +- -u\n +- (\w+)\n +- --\n +- sh\n +- -euc\n +- \|\n((?: {6}.*\n)+)/.exec(text) ?? []
      expect([user, text]).toEqual(['vitrine', expect.not.stringMatching(/curl.*\|.*tar/)])
      const run = (name: string, sum: string) => {
        const into = path.join(place, name)
        mkdirSync(into)
        const script = lines
          .replaceAll('/opt/vitrine/versions/first', into)
          .replace(/https:\S+/, `file://${archive}`)
          .replace(/\b[0-9a-f]{64}\b/, sum)
        return { status: spawnSync('sh', ['-euc', script]).status, files: readdirSync(into) }
      }
      const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
      expect(run('right', sum)).toEqual({ status: 0, files: ['vitrine'] })
      const wrong = run('wrong', '1'.repeat(64))
      expect([wrong.status, wrong.files]).toEqual([1, expect.not.arrayContaining(['vitrine'])])
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  },
)
