import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillWithProjects } from '../../bench/admin/many-entries.ts'
import { runCli } from '../../prove/support/run-cli.ts'
import { examples } from '../../src/model/content/examples.ts'
import { createEntries } from '../../src/server/content/entries.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { copySampleData } from '../support/product.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-long-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const out = path.join(folder, 'out')
const env = { DATA_DIR: path.join(folder, 'data'), PUBLIC_URL: 'https://mira.example' }
const by = 'owner'
const tags = ['C#', 'Node.js', 'Größe', 'a/b', 'التصميم', '100 % "wool" & more']

beforeAll(async () => {
  await copySampleData(env.DATA_DIR)
  await fillWithProjects(env.DATA_DIR, 60, { published: true })
  const database = await openDatabase({ dataDir: env.DATA_DIR })
  const entries = createEntries(database)
  const [first] = (await entries.list('projects', { limit: 1 })).entries
  await entries.update('projects', first?.id ?? '', { tags }, { by, version: first?.version ?? 0 })
  const [quote] = examples.testimonials
  for (let n = 0; n < 30; n += 1)
    await entries.create<string>('testimonials', { ...quote, image: null, fullname: `Ada ${n}` }, { by })
  await database.close()
  const { code, err } = await runCli(['export', out], env)
  expect([code, err]).toEqual([0, ''])
})

/** The file that a static host has at an address; it reads no queries. */
const fileAt = (pathname: string): string | undefined => {
  const place = path.join(out, decodeURIComponent(pathname))
  const isFolder = existsSync(place) && statSync(place).isDirectory()
  const file = isFolder ? path.join(place, 'index.html') : place
  return existsSync(file) ? file : undefined
}

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")

/** Addresses of the site that a page names, in links and images alike. */
const namedIn = (html: string, base: string): URL[] =>
  [...html.matchAll(/ (?:href|src|srcset|imagesrcset|poster)="([^"]+)"/gi)]
    .flatMap(([, value]) => unescaped(value as string).split(/,\s+/))
    .map((one) => new URL(one.split(' ')[0] as string, base))
    .filter(({ origin }) => origin === env.PUBLIC_URL)

/** Follows every link from the first page on. */
const crawled = () => {
  const visited = new Map<string, string>()
  const dead: string[] = []
  const waiting = [`${env.PUBLIC_URL}/`]
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    const { pathname } = new URL(url)
    const file = fileAt(pathname)
    const html = file?.endsWith('.html') ? readFileSync(file, 'utf8') : ''
    visited.set(pathname, html)
    for (const next of namedIn(html, url)) {
      const { hash, search } = next
      const target = fileAt(next.pathname)
      const fragment = decodeURIComponent(hash.slice(1))
      const hasFragment =
        fragment === '' || (target !== undefined && readFileSync(target, 'utf8').includes(`id="${fragment}"`))
      if (target === undefined || search !== '' || !hasFragment) dead.push(`${pathname} → ${next}`)
      if (!visited.has(next.pathname)) {
        visited.set(next.pathname, '')
        waiting.push(next.origin + next.pathname)
      }
    }
  }
  return { visited, dead }
}

it('an exported long site has a file behind every link: further pages, the archive with its filters, all testimonials', () => {
  const { visited, dead } = crawled()
  expect(dead).toEqual([])
  expect([...visited.keys()]).toEqual(
    expect.arrayContaining([
      '/page/2',
      '/page/3',
      '/projects/page/3',
      '/testimonials/page/2',
      '/projects/tag/c%23',
      '/projects/tag/node-js',
    ]),
  )
  const projects = [...visited.keys()].filter((one) => /^\/projects\/[^/.]+$/.test(one))
  expect(projects).toHaveLength(60)
  // Each with its Markdown twin.
  expect([...visited.keys()]).toEqual(expect.arrayContaining(projects.map((one) => `${one}.md`)))
})

it('an exported long site has all its projects on the further pages of the one page, each once', () => {
  const cards = ['/', '/page/2', '/page/3'].flatMap((address) => {
    const html = readFileSync(fileAt(address) ?? '', 'utf8')
    return [...html.matchAll(/href="(\/projects\/[^"]+)" data-project/g)].map(([, href]) => href)
  })
  expect(cards).toHaveLength(60)
  expect(new Set(cards).size).toBe(60)
})
