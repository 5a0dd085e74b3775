import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copySampleData, startProduct } from '../tests/support/product.ts'
import { fillWithProjects } from './admin/many-entries.ts'
import { type Bench, median, percentile } from './figure.ts'

const count = 1000
const visited = 200

const residentMegabytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const cardOf = async (url: string, page: string): Promise<string> => {
  const html = await (await fetch(url + page)).text()
  const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
  if (!address.includes('/media/cards/')) throw new Error(`${page} names no card.`)
  return new URL(address).pathname
}

const timeOf = async (address: string): Promise<number> => {
  const started = performance.now()
  const answer = await fetch(address)
  const bytes = await answer.arrayBuffer()
  if (answer.status !== 200 || bytes.byteLength < 10_000) throw new Error(`${address} is no card.`)
  return performance.now() - started
}

/** Share cards of a site of 1,000 projects, over HTTP. */
export const cards = async (): Promise<Bench> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-cards-'))
  try {
    await copySampleData(dataDir)
    await fillWithProjects(dataDir, count, { published: true })
    const product = await startProduct({ dataDir, env: { LIMITS: 'off', LOG_LEVEL: 'error' } })
    try {
      const sitemap = await (await fetch(`${product.url}/sitemap.xml`)).text()
      const pages = [...sitemap.matchAll(/<loc>[^<]*?(\/projects\/[^/<]+)<\/loc>/g)].map(([, page]) => page as string)
      const paths: string[] = []
      for (const page of pages.slice(0, visited)) paths.push(await cardOf(product.url, page))
      const before = await residentMegabytes(product.pid)
      const [first = '', ...others] = paths
      const cold = await timeOf(product.url + first)
      const drawn: number[] = []
      for (const card of others) drawn.push(await timeOf(product.url + card))
      const after = await residentMegabytes(product.pid)
      const [last = ''] = others.slice(-1)
      const again: number[] = []
      for (let i = 0; i < 50; i += 1) again.push(await timeOf(product.url + last))
      return {
        title: 'Share cards',
        method: `The product with ${count} projects of the samples; the cards of ${visited} of them are asked for one after the other, each for the first time, and one of them again.`,
        figures: [
          { name: 'A card drawn at its first visit, median', value: median(drawn), unit: 'ms', goal: { atMost: 80 } },
          { name: 'the same, 95th percentile', value: percentile(drawn, 95), unit: 'ms' },
          { name: 'The first one, with the start of the process that draws', value: cold, unit: 'ms' },
          { name: 'One that is in memory, median', value: median(again), unit: 'ms' },
          {
            name: `Memory of the server, grown by ${visited} cards`,
            value: after - before,
            unit: 'MB',
            goal: { atMost: 40 },
          },
        ],
      }
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
