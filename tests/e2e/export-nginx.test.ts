import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../../prove/support/run-cli.ts'
import { createEntries } from '../../src/server/content/entries.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { copySampleData } from '../support/product.ts'
import { type StaticNginx, startStaticNginx } from '../support/static-nginx.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-export-nginx-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const env = { DATA_DIR: path.join(folder, 'data') }
let former = ''

beforeAll(async () => {
  await copySampleData(env.DATA_DIR)
  const database = await openDatabase({ dataDir: env.DATA_DIR })
  const entries = createEntries(database)
  const [project] = (await entries.list('projects', { limit: 1 })).entries
  if (!project) throw new Error('The samples have no project.')
  former = (project.data as { slug: string }).slug
  await entries.update('projects', project.id, { slug: 'newer-name' }, { by: 'owner', version: project.version })
  await database.close()
})

describe.each(['', '/portfolio'])('An export at “%s/” behind nginx', (base) => {
  const root = path.join(folder, base === '' ? 'whole' : 'parts')
  const out = root + base
  let nginx: StaticNginx | undefined

  beforeAll(async () => {
    const options = ['--origin', 'https://mira.example', '--base', `${base}/`]
    expect((await runCli(['export', out, ...options], env)).code).toBe(0)
    nginx = await startStaticNginx(root, path.join(out, 'nginx.conf'))
  })
  afterAll(() => nginx?.stop())

  const ask = async (at: string) => {
    const response = await fetch(`${nginx?.origin}${base}${at}`, { redirect: 'manual' })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const behind = (sentence: string, run: () => Promise<void>) =>
    it(sentence, async (context) => {
      context.skip(!nginx, "There is no nginx on this machine, and Debian's package cannot be had.")
      await run()
    })

  behind('serves an address without a slash at its end, and leads one with a slash there', async () => {
    for (const at of ['/', '/design', '/projects/newer-name']) expect([at, (await ask(at)).status]).toEqual([at, 200])
    const { status, headers } = await ask('/design/')
    expect([status, headers.get('location')]).toEqual([301, `${base}/design`])
    if (base !== '') expect((await ask('')).headers.get('location')).toBe(`${base}/`)
  })

  behind('answers the unknown address with the site’s own page, and shows none of the host’s settings', async () => {
    const own = readFileSync(path.join(out, '404.html'), 'utf8')
    for (const at of [
      '/nothing',
      '/projects/nothing/here',
      '/assets/none.js',
      '/media/none.jpg',
      '/none.md',
      '/_headers',
    ])
      expect([at, await ask(at)]).toEqual([at, expect.objectContaining({ status: 404, text: own })])
    for (const at of ['/nginx.conf', '/_redirects', '/.vitrine-export.json']) expect((await ask(at)).status).toBe(404)
  })

  behind('leads a former address to the present one', async () => {
    const { status, headers } = await ask(`/projects/${former}`)
    expect([status, headers.get('location')]).toEqual([308, `${base}/projects/newer-name`])
  })

  behind('has the security headers everywhere, and lets what never changes be kept', async () => {
    const home = await ask('/')
    const [asset = ''] = /\/assets\/boot-[^"]+\.js/.exec(home.text) ?? []
    const [image = ''] = /\/media\/[0-9a-f]{16}-\w+\.avif/.exec(home.text) ?? []
    for (const at of ['/', '/nothing', asset, image, '/feed.xml', '/index.md', '/favicon.svg']) {
      const { headers } = await ask(at)
      expect([at, headers.get('x-content-type-options')]).toEqual([at, 'nosniff'])
      expect([at, headers.get('content-security-policy')]).toEqual([at, "frame-ancestors 'none'"])
      expect([at, headers.get('strict-transport-security')]).toEqual([at, expect.stringContaining('max-age')])
      const caching = at === asset || at === image ? 'immutable' : 'no-cache'
      if (/^\/$|assets|media/.test(at))
        expect([at, headers.get('cache-control')]).toEqual([at, expect.stringContaining(caching)])
    }
    const types = {
      '/index.md': 'text/markdown',
      '/feed.xml': 'application/atom+xml',
      '/site.webmanifest': 'application/manifest+json',
    }
    for (const [at, type] of Object.entries(types))
      expect([at, (await ask(at)).headers.get('content-type')]).toEqual([at, expect.stringContaining(type)])
  })

  behind('logs no error of its own', async () => {
    expect(
      nginx
        ?.said()
        .split('\n')
        .filter((line) => /\[(?:warn|emerg|alert|crit)\]/.test(line)),
    ).toEqual([])
  })
})

it('has headers and redirects in the form of Netlify and Cloudflare Pages', () => {
  const read = (name: string) => readFileSync(path.join(folder, 'parts/portfolio', name), 'utf8')
  const rules = read('_headers').trim().split('\n\n')
  for (const rule of rules) {
    const [at = '', ...headers] = rule.split('\n')
    expect(at).toMatch(/^\/portfolio\/[\w.*/-]*$/)
    for (const header of headers) expect(header).toMatch(/^ {2}[A-Z][\w-]+: \S.{0,1900}$/)
  }
  expect(rules[0]).toContain("\n  Content-Security-Policy: frame-ancestors 'none'")
  expect(rules.filter((rule) => rule.includes('immutable')).map((rule) => rule.split('\n')[0])).toEqual([
    '/portfolio/assets/*',
    '/portfolio/media/*',
  ])
  expect(read('_redirects')).toContain(`/portfolio/projects/${former} /portfolio/projects/newer-name 301\n`)
})
