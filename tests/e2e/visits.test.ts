import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OwnedProduct, startAgain, startOwned } from '../../prove/support/owned-product.ts'

const env = { TRUST_PROXY: '1', LOG_LEVEL: 'warn', LIMITS: 'on' }

const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-visits-'))

let product: OwnedProduct

interface Report {
  now: { people: number; views: number }
  excluded: { class: string; views: number }[]
}
const report = async () => JSON.parse((await product.own('GET', '/api/visits?days=7')).text) as Report

beforeAll(async () => {
  product = await startOwned({ dataDir, env })
  await product.own('PATCH', '/api/settings', { visits: true })
})
afterAll(async () => {
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const addressOf = (i: number) => `203.${i >> 8}.${i & 255}.77`
const agentOf = (i: number) => `Mozilla/5.0 (X11; Linux x86_64; rv:144.${i}.9) Gecko/20100101 Firefox/144.${i}.9`

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 })
const visit = (i: number) =>
  new Promise<void>((resolve, reject) => {
    const headers = {
      'x-forwarded-for': addressOf(i),
      'user-agent': agentOf(i),
      'accept-language': 'en',
      'sec-fetch-dest': 'document',
    }
    http
      .get(product.url, { agent, headers }, (response) => {
        response.resume()
        response.on('end', resolve)
      })
      .on('error', reject)
  })

describe('visits to the running product', () => {
  it('are as many as were made, by 1,000 browsers at 1,000 addresses behind a proxy', async () => {
    await Promise.all(Array.from({ length: 5000 }, (_, i) => visit(i % 1000)))
    const { now, excluded } = await report()
    expect(excluded).toEqual([])
    expect(now).toMatchObject({ people: 1000, views: 5000 })
  })

  it('count a project that was opened over the page, told by its address, and nothing else that is told so', async () => {
    const { status } = await product.own('POST', '/api/entries/projects', { data: { title: 'Ferry', slug: 'ferry' } })
    expect(status).toBe(201)
    // An answer waits half a second for its page, and a view is of a page.
    await expect.poll(async () => (await product.ask('/healthz')).json?.pages).toBe('fresh')
    const { now } = await report()
    const told = async (address: string) => {
      const headers = { 'x-forwarded-for': addressOf(1), 'user-agent': agentOf(1), origin: product.url }
      const answer = await fetch(`${product.url}/api/project-views`, { method: 'POST', body: address, headers })
      expect(answer.status).toBe(address.length > 1000 ? 413 : 204)
    }
    for (const path of ['/projects/ferry', '/projects/none', '/', `/${'a'.repeat(1000)}`])
      await told(product.url + path)
    await told('no address')
    expect((await report()).now).toMatchObject({ people: now.people, views: now.views + 1 })
  })

  it('leave no address and no user agent in the store, its log included', async () => {
    const files = readdirSync(product.dataDir).filter((name) => name.startsWith('vitrine.db'))
    expect(files).toContain('vitrine.db-wal')
    const stored = files.map((name) => readFileSync(path.join(product.dataDir, name), 'latin1')).join('\n')
    // The search finds what is there.
    expect(stored).toContain('people none')
    for (let i = 0; i < 1000; i += 1)
      for (const secret of [addressOf(i), addressOf(i).replace(/\.77$/, '.0/24'), agentOf(i)])
        expect(stored.includes(secret), secret).toBe(false)
    expect(stored).not.toMatch(/Firefox\/|rv:144/)
  })

  it('are lost to a kill for ten seconds at most', async () => {
    const { now } = await report()
    for (let i = 0; i < 10; i += 1) await visit(i)
    // Nobody asks for the report meanwhile: that would write.
    const stored = () => {
      using store = new DatabaseSync(path.join(dataDir, 'vitrine.db'), { readOnly: true, timeout: 5000 })
      return store.prepare("select sum(views) as views from visit_sums where term = 'people none'").get()?.views
    }
    await expect.poll(stored, { interval: 100 }).toBe(now.views + 10)
    await product.kill()
    product = await startAgain(product.cookie, { dataDir, env })
    expect((await report()).now).toMatchObject({ people: now.people, views: now.views + 10 })
  })
})
