import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
