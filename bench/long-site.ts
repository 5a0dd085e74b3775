import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { copySampleData, type Product, startProduct } from '../tests/support/product.ts'
import { fillWithProjects } from './admin/many-entries.ts'
import { claim, claimOwner } from './admin/owned-product.ts'
import { memoryOf } from './child.ts'
import { type Bench, type Figure, median, percentile } from './figure.ts'
import { fetchRaw } from './raw.ts'

const counts = [24, 1000, 5000] as const
const saves = 40
const visits = 40
const timeoutMs = 10_000

/** The product with so many projects, and what was measured of it. */
interface Site {
  count: number
  product: Product
  started: number
  visited: number
  bytes: number
  elements: number
  save(round: number): Promise<number>
  times: number[]
  stop(): Promise<void>
}

const visit = async (url: string) => {
  const { status, body } = await fetchRaw(url, { 'accept-encoding': 'br' })
  if (status !== 200) throw new Error(`${url} answered ${status}.`)
  return body
}

/** The page in brotli: a moment after the start it stands in other encodings only. */
const compressedPage = async (url: string): Promise<Buffer> => {
  const deadline = performance.now() + 60_000
  for (;;) {
    const { headers, body } = await fetchRaw(url, { 'accept-encoding': 'br' })
    if (headers.get('content-encoding') === 'br') return body
    if (performance.now() > deadline) throw new Error(`${url} was not compressed.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Start tags outside scripts and styles: text and attributes of the page never hold a bare `<`. */
const elementsIn = (html: string): number =>
  html.replace(/<(script|style)\b[^<>]*>[\s\S]*?<\/\1>/g, '<$1>').match(/<[a-z]/g)?.length ?? 0

/** Pages that are rendered at their first visit: of lists and of projects, in turn. */
const visitMany = async ({ url }: Product) => {
  // Not compressed: it is read here.
  const sitemap = (await fetchRaw(`${url}/sitemap.xml`)).body.toString()
  const projects = [...sitemap.matchAll(/<loc>([^<]+\/projects\/[^<]+)<\/loc>/g)].map(
    ([, address]) => address as string,
  )
  const step = Math.max(1, Math.floor(projects.length / visits))
  for (let at = 0; at < visits; at += 1) await visit(projects[(at * step) % projects.length] as string)
}

/** Changes the title of the first project, and resolves to the ms until `/` shows it. */
const saver = async ({ url }: Product, token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const listed = await fetch(`${url}/api/entries/projects?limit=1`, { headers })
  const [entry] = ((await listed.json()) as { entries: { id: string; version: number }[] }).entries
  if (!entry) throw new Error('There is no project to change.')
  let { version } = entry
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return async (round: number): Promise<number> => {
    const started = performance.now()
    const saved = fetch(`${url}/api/entries/projects/${entry.id}`, {
      method: 'PATCH',
      headers: { ...headers, 'if-match': `"${version}"` },
      body: JSON.stringify({ data: { title: `Revision ${round} of it` } }),
    })
    for (;;) {
      const { body } = await fetchRaw(`${url}/`, {}, agent)
      if (body.includes(`Revision ${round} of it`)) break
      if (performance.now() - started > timeoutMs) throw new Error(`Save ${round} was not shown.`)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const time = performance.now() - started
    const response = await saved
    if (!response.ok) throw new Error(`A save was answered ${response.status}.`)
    version = ((await response.json()) as { version: number }).version
    return time
  }
}

const open = async (count: number): Promise<Site> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vitrine-long-'))
  await copySampleData(dataDir)
  await fillWithProjects(dataDir, count, { published: true })
  const product = await startProduct({ dataDir, env: { CLAIM_TOKEN: claim, LIMITS: 'off', LOG_LEVEL: 'error' } })
  const body = await compressedPage(product.url)
  const started = memoryOf(product.pid).now
  await visitMany(product)
  const visited = memoryOf(product.pid).now
  const html = brotliDecompressSync(body).toString()
  const { token } = await claimOwner(product.url)
  return {
    count,
    product,
    started,
    visited,
    bytes: body.length / 1000,
    elements: elementsIn(html),
    save: await saver(product, token),
    times: [],
    stop: async () => {
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Goals for 1,000 projects; 5,000 may take half as much again. */
const goals = { bytes: 40, elements: 3000, memory: 200, save: 2 }

const figuresOf = (site: Site, first: Site): Figure[] => {
  const { count, bytes, elements, started, visited, times } = site
  const name = `${count.toLocaleString('en')} projects`
  const atMost = (goal: number) => (site === first ? {} : { goal: { atMost: count > 1000 ? goal * 1.5 : goal } })
  const p95 = percentile(times, 95)
  const ratio = p95 / percentile(first.times, 95)
  return [
    { name: `${name}: \`/\` in brotli`, value: bytes, unit: 'kB', ...atMost(goals.bytes) },
    { name: `${name}: elements of \`/\``, value: elements, unit: 'count', ...atMost(goals.elements) },
    { name: `${name}: memory after the start`, value: started, unit: 'MB', ...atMost(goals.memory) },
    { name: `${name}: memory after ${visits} visits`, value: visited, unit: 'MB', ...atMost(goals.memory) },
    {
      name: `${name}: save to visible, p95`,
      value: p95,
      unit: 'ms',
      note: `median ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms`,
    },
    ...(site === first
      ? []
      : [
          {
            name: `${name}: save to visible ÷ ${first.count} projects`,
            value: ratio,
            unit: 'ratio' as const,
            ...atMost(goals.save),
          },
        ]),
  ]
}

/** The one page, the memory and the saves of a site with few, many and very many projects. */
export const longSite = async (): Promise<Bench> => {
  const sites: Site[] = []
  try {
    for (const count of counts) sites.push(await open(count))
    // In turn, as the machine's speed changes. The first round has what is done once.
    for (let round = 0; round <= saves; round += 1)
      for (const { save, times } of sites) {
        const time = await save(round)
        if (round > 0) times.push(time)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    const [first] = sites as [Site, ...Site[]]
    return {
      title: 'A long site',
      method:
        `Published projects with images in SQLite. Memory is the server's resident set, after the start and after ${visits} visits to pages of projects. ` +
        `${saves} saves of the first project's title over HTTP, in turn; from the call to the first answer of \`/\` that shows it. \`npm run bench -- long-site\``,
      figures: sites.flatMap((site) => figuresOf(site, first)),
    }
  } finally {
    for (const { stop } of sites) await stop()
  }
}
