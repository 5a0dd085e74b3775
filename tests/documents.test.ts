import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

describe('What is written for people', () => {
  it('leads to files that are there', async () => {
    const docs = (await readdir(path.join(root, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md'))
    const documents = ['README.md', 'AGENTS.md', 'STYLE.md', 'CHANGELOG.md', ...docs.map((name) => `docs/${name}`)]
    const links = documents.flatMap((document) =>
      [...readFileSync(path.join(root, document), 'utf8').matchAll(/\]\(([^)\s#]+)/g)]
        .map(([, target]) => target as string)
        .filter((target) => !/^[a-z]+:/.test(target) && !target.startsWith('/'))
        .map((target) => ({ document, target })),
    )
    expect(links.length).toBeGreaterThan(20)
    expect(
      links.filter(({ document, target }) => !existsSync(path.join(root, path.dirname(document), target))),
    ).toEqual([])
  })
})
