import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../../prove/support/run-cli.ts'
import { createEntries } from '../../src/server/content/entries.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { copySampleData, startProduct } from '../support/product.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const out = path.join(folder, 'out')
const env = { DATA_DIR: path.join(folder, 'data'), PUBLIC_URL: 'https://mira.example' }
const read = (name: string) => readFileSync(path.join(out, name), 'utf8')
const names = () =>
  readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(path.join(out, name)).isFile())

/** As a static host finds the file of an address. */
const served = (address: string) => {
  const file = path.join(out, decodeURIComponent(new URL(address, env.PUBLIC_URL).pathname))
  return (existsSync(file) && statSync(file).isFile()) || existsSync(path.join(file, 'index.html'))
}

beforeAll(async () => {
  await copySampleData(env.DATA_DIR)
  const { code, err } = await runCli(['export', out], env)
  expect([code, err]).toEqual([0, ''])
})

it('has every address of the site, and whatever a page names is there', () => {
  const addresses = [...read('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address as string)
  expect(addresses.length).toBeGreaterThan(5)
  const filters = ['/all', '/design', '/brand', '/photos', '/projects']
  expect([...addresses, ...filters].filter((address) => !served(address))).toEqual([])
  for (const name of ['404.html', 'robots.txt', 'site.webmanifest', 'favicon.svg', 'icon-192.png'])
    expect(names()).toContain(name)
  expect(names().filter((name) => /^media\/[0-9a-f]{16}\.pdf$/.test(name))).toHaveLength(1)

  const pages = names().filter((name) => name.endsWith('.html'))
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/(?:href|src|srcset|imagesrcset|content)="([^"]+)"/gi)].flatMap(([, value]) =>
      (value as string)
        .split(/,\s+/)
        .map((one) => (one.split(' ')[0] as string).replace(env.PUBLIC_URL, ''))
        .filter((address) => /^\/(?!\/)/.test(address)),
    ),
  )
  expect(new Set(named).size).toBeGreaterThan(100)
  expect([...new Set(named)].filter((address) => !served(address))).toEqual([])
})

it('has the fonts of its theme, and of no other', () => {
  const fonts = names().filter((name) => name.endsWith('.woff2'))
  const named = [...read('index.html').matchAll(/url\("?\/?(assets\/[^")]+\.woff2)"?\)/g)].map(([, name]) => name)
  expect(fonts.length).toBeGreaterThan(3)
  expect(fonts.sort()).toEqual([...new Set(named)].sort())
})

it('has no form that could only pretend to send, and nothing that leads to one', () => {
  for (const page of names().filter((name) => name.endsWith('.html'))) {
    expect(read(page)).not.toMatch(/<form|api\/messages|#contact"/)
    expect(read(page)).toContain('http-equiv="Content-Security-Policy" content="default-src')
  }
  expect(read('index.html')).toMatch(/href="mailto:[^"]+">Hire Me/)
})

describe('after changes of the site', () => {
  let said: string
  let removed: string
  let former: string[]
  beforeAll(async () => {
    writeFileSync(path.join(out, 'CNAME'), 'mira.example')
    const database = await openDatabase({ dataDir: env.DATA_DIR })
    const entries = createEntries(database)
    const by = 'owner'
    const [first, second] = (await entries.list('projects', { limit: 2 })).entries
    if (!first || !second) throw new Error('The samples have no two projects.')
    removed = `projects/${(first.data as { slug: string }).slug}`
    expect(existsSync(path.join(out, removed, 'index.html'))).toBe(true)
    await entries.remove('projects', first.id, { by })
    former = [(second.data as { slug: string }).slug, 'second-name']
    for (const [at, slug] of ['second-name', 'third-name'].entries())
      await entries.update('projects', second.id, { slug }, { by, version: second.version + at })
    const page = (slug: string, placement: 'page' | 'section', publish = true) =>
      entries.create(
        'pages',
        { title: `Title of ${slug}`, slug, placement, link: 'footer', blocks: [] },
        { by, publish },
      )
    await page('imprint', 'page')
    await page('prices', 'section')
    await page('secret', 'page', false)
    await database.close()
    const done = await runCli(['export', out, '--json'], env)
    expect(done.code).toBe(0)
    said = done.out
  })

  it('is made anew in its folder: what is gone from the site goes, what somebody put there stays', () => {
    expect(JSON.parse(said).removed).toEqual(expect.any(Number))
    expect(existsSync(path.join(out, removed))).toBe(false)
    expect(read('sitemap.xml')).not.toContain(removed)
    expect(read('CNAME')).toBe('mira.example')
  })

  it('has a page that redirects at each address that a project had before, and the server sends visitors on, query and all', async () => {
    for (const slug of former) {
      const page = read(`projects/${slug}/index.html`)
      expect(page).toContain('<meta http-equiv="refresh" content="0; url=/projects/third-name">')
      expect(page).toContain('<a href="/projects/third-name">')
      expect(read('sitemap.xml')).not.toContain(`/projects/${slug}<`)
    }
    expect(read('projects/third-name/index.html')).toContain('<h1')

    const product = await startProduct({ dataDir: env.DATA_DIR })
    try {
      const ask = (address: string, init: RequestInit = {}) =>
        fetch(product.url + address, { redirect: 'manual', ...init })
      for (const slug of former) {
        const found = await ask(`/projects/${slug}?from=news%20letter&x`)
        expect([found.status, found.headers.get('location')]).toEqual([
          308,
          '/projects/third-name?from=news%20letter&x',
        ])
        const head = await ask(`/projects/${slug}`, { method: 'HEAD' })
        expect([head.status, head.headers.get('location')]).toEqual([308, '/projects/third-name'])
      }
      expect((await ask('/projects/third-name?from=news')).status).toBe(200)
      expect((await ask('/projects/never-a-name?from=news')).status).toBe(404)
    } finally {
      await product.stop()
    }
  })

  it('has the owner’s pages at their addresses, those that are sections lead to the one page, and no draft', () => {
    expect(read('imprint/index.html')).toMatch(/<h1[^>]*>Title of imprint/)
    expect(read('prices/index.html')).toContain('content="0; url=/#page-prices"')
    expect(read('index.html')).toContain('<a href="/imprint" dir="auto">')
    expect(
      names().filter(
        (name) => name.includes('secret') || (/\.(?:html|xml)$/.test(name) && read(name).includes('of secret')),
      ),
    ).toEqual([])
  })
})

it('leaves a folder alone that holds something else', async () => {
  const other = path.join(folder, 'other')
  mkdirSync(other)
  writeFileSync(path.join(other, 'index.html'), 'mine')
  expect(await runCli(['export', other], env)).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
  expect(readdirSync(other)).toEqual(['index.html'])
  expect((await runCli(['export'], env)).code).toBe(2)
})
