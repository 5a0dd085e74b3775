import { findPostgres, startPostgres } from '../tests/support/postgres.ts'
import { type Product, type ProductOptions, startProduct } from '../tests/support/product.ts'
import { cpuTime } from './child.ts'
import { type Bench, type Figure, median } from './figure.ts'
import { needPrograms } from './programs.ts'
import { fetchRaw } from './raw.ts'
import { type ReverseProxy, startProxy } from './servers/proxy.ts'
import { load } from './wrk.ts'

const rounds = 3
const seconds = 2
const connections = 64
const serverCore = 0
const clientCore = 1
const accept = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** A way in which visits reach the product, and the processes that work on them. */
interface Way {
  name: string
  url: string
  pids: number[]
}

/** The page and the files that a phone loads with it: those that its markup names, an image in one size each. */
const visitOf = async (url: string): Promise<string[]> => {
  const { body } = await fetchRaw(`${url}/`, { 'accept-encoding': 'identity' })
  const html = body.toString()
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found as string)
  const fonts = all(/<link rel="preload" href="([^"]+\.woff2)"/g)
  const scripts = all(/<script[^>]*\bsrc="([^"]+)"/g)
  const [image] = all(/(\/media\/[\w-]+-720\.avif)/g)
  if (fonts.length === 0 || scripts.length === 0 || !image) throw new Error('The page names no font, script or image.')
  return ['/', ...new Set([...fonts, ...scripts, image])]
}

interface Sample {
  /** Processor time of all its processes for one request, in µs. */
  cost: number
  bytes: number
  wrong: number
}

const measure = async ({ url, pids }: Way, path: string): Promise<Sample> => {
  const used = () => pids.reduce((sum, pid) => sum + cpuTime(pid), 0)
  const before = used()
  const { requests, bytesPerRequest, wrong } = await load(url + path, {
    ...{ seconds, connections, headers: accept, core: clientCore },
  })
  return { cost: ((used() - before) * 1000) / requests, bytes: bytesPerRequest, wrong }
}

/** Medians for a whole visit, each way in turn. */
const measureVisits = async (ways: readonly Way[], paths: readonly string[]) => {
  const samples = new Map(ways.map((way) => [way, paths.map((): Sample[] => [])]))
  for (let round = 0; round < rounds; round += 1)
    for (const [index, path] of paths.entries())
      for (const way of ways) samples.get(way)?.[index]?.push(await measure(way, path))
  return ways.map((way) => {
    const of = samples.get(way) ?? []
    const sum = (key: 'cost' | 'bytes') => of.reduce((all, some) => all + median(some.map((sample) => sample[key])), 0)
    return {
      way,
      visit: sum('cost'),
      page: median((of[0] ?? []).map(({ cost }) => cost)),
      kilobytes: sum('bytes') / 1000,
      wrong: of.flat().reduce((all, { wrong }) => all + wrong, 0),
    }
  })
}

const figuresOf = (measured: Awaited<ReturnType<typeof measureVisits>>, files: number): Figure[] => {
  const [direct] = measured
  return measured.flatMap(({ way, visit, page, kilobytes, wrong }): Figure[] => [
    {
      name: `${way.name}: processor time of a visit ÷ the product alone`,
      value: visit / (direct?.visit ?? Number.NaN),
      unit: 'ratio',
      note: `${visit.toFixed(0)} µs for ${files} requests and ${kilobytes.toFixed(0)} kB, the page ${page.toFixed(1)} µs; cores for a million visits a minute: ${((visit * 1e6) / 60 / 1e6).toFixed(1)}`,
    },
    { name: `${way.name}: requests that failed`, value: wrong, unit: 'count', goal: { atMost: 0 } },
  ])
}

/** Processor time of a visit: of one process, of two on one database, and behind a cache. */
export const scale = async (): Promise<Bench> => {
  needPrograms('wrk', 'nginx', 'taskset')
  const bin = findPostgres()
  if (!bin) throw new Error('Two processes on one database need Postgres: initdb and postgres on the PATH.')
  const postgres = await startPostgres(bin)
  const stops: { stop(): Promise<unknown> }[] = []
  const kept = <T extends { stop(): Promise<unknown> }>(one: T): T => {
    stops.unshift(one)
    return one
  }
  const start = async (env: ProductOptions['env'] = {}): Promise<Product> =>
    kept(
      await startProduct({
        env: { LIMITS: 'off', LOG_LEVEL: 'error', TRUST_PROXY: '1', ...env },
        under: ['taskset', '-c', String(serverCore)],
      }),
    )
  const proxy = async (products: readonly Product[], cached = false): Promise<ReverseProxy> =>
    kept(
      await startProxy(
        products.map(({ port }) => port),
        { core: serverCore, cached },
      ),
    )
  try {
    const alone = await start()
    const shared = { DATABASE_URL: postgres.url('postgres'), PUBLIC_URL: alone.url }
    const pair = [await start(shared), await start(shared)]
    const [one, two, cache] = [await proxy([alone]), await proxy(pair), await proxy(pair, true)]
    const paths = await visitOf(alone.url)
    const both = pair.map(({ pid }) => pid)
    const ways: Way[] = [
      { name: 'one process', url: alone.url, pids: [alone.pid] },
      { name: 'one process behind nginx', url: one.url, pids: [alone.pid, one.pid] },
      { name: 'two processes on one Postgres behind nginx', url: two.url, pids: [...both, two.pid] },
      { name: 'the same with a cache in nginx', url: cache.url, pids: [...both, cache.pid] },
    ]
    return {
      title: 'Scale',
      method:
        `A visit is the page and the files that a phone loads with it (${paths.length} requests, none of them in the browser's cache). wrk asks for each ` +
        `file over ${connections} keep-alive connections for ${seconds} s a turn, ${rounds} rounds in turn; all servers share core ${serverCore}. Processor ` +
        'time of all processes that serve; medians.',
      figures: figuresOf(await measureVisits(ways, paths), paths.length),
    }
  } finally {
    for (const one of stops) await one.stop()
    await postgres.stop()
  }
}
