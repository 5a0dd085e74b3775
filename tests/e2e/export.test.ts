import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../../prove/support/run-cli.ts'
import { createEntries } from '../../src/server/content/entries.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { copySampleData } from '../support/product.ts'

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
}, 120_000)

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

it('has no form that could only pretend to send, and nothing that leads to one', () => {
  for (const page of names().filter((name) => name.endsWith('.html'))) {
    expect(read(page)).not.toMatch(/<form|api\/messages|#contact"/)
    expect(read(page)).toContain('http-equiv="Content-Security-Policy" content="default-src')
  }
  expect(read('index.html')).toMatch(/href="mailto:[^"]+">Hire Me/)
})

it('is made anew in its folder: what is gone from the site goes, what somebody put there stays', async () => {
  writeFileSync(path.join(out, 'CNAME'), 'mira.example')
  const database = await openDatabase({ dataDir: env.DATA_DIR })
  const entries = createEntries(database)
  const [project] = (await entries.list('projects', { limit: 1 })).entries
  if (!project) throw new Error('The samples have no project.')
  const place = `projects/${(project.data as { slug: string }).slug}`
  expect(existsSync(path.join(out, place, 'index.html'))).toBe(true)
  await entries.remove('projects', project.id, { by: 'owner' })
  await database.close()
  const { code, out: said } = await runCli(['export', out, '--json'], env)
  expect([code, JSON.parse(said).removed]).toEqual([0, expect.any(Number)])
  expect(existsSync(path.join(out, place))).toBe(false)
  expect(read('sitemap.xml')).not.toContain(place)
  expect(read('CNAME')).toBe('mira.example')
}, 60_000)

it('leaves a folder alone that holds something else', async () => {
  const other = path.join(folder, 'other')
  mkdirSync(other)
  writeFileSync(path.join(other, 'index.html'), 'mine')
  expect(await runCli(['export', other], env)).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
  expect(readdirSync(other)).toEqual(['index.html'])
  expect((await runCli(['export'], env)).code).toBe(2)
})
