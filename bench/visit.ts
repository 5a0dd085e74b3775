import path from 'node:path'
import { freePort } from '../tests/support/free-port.ts'
import { startProduct } from '../tests/support/product.ts'
import { cpuTime, memoryOf, startChild, untilAnswers } from './child.ts'
import { type Bench, type Figure, median } from './figure.ts'
import { needPrograms } from './programs.ts'
import { fetchRaw, type RawResponse } from './raw.ts'
import { startNginx } from './servers/nginx.ts'
import { type Load, load } from './wrk.ts'

const rounds = 7
const seconds = 3
const connections = 64
const serverCore = 0
const clientCore = 1

// What Chromium offers.
const accept = { 'accept-encoding': 'gzip, deflate, br, zstd' }

interface Target {
  name: 'product' | 'nginx' | 'node'
  url: string
  pid: number
  /** Sent with the conditional requests; the bare server knows none. */
  etag?: string
  /** Fewer bytes than this in an answer, and it was not the page. */
  least: number
}

interface Sample extends Load {
  /** Processor time for one request, in µs. */
  cost: number
  /** Share of its core that the server used: well under 1, and not the server was measured but the client. */
  busy: number
}

const measure = async (target: Target, headers: Record<string, string>, least: number): Promise<Sample> => {
  const before = cpuTime(target.pid)
  const started = performance.now()
  const result = await load(target.url, { seconds, connections, headers: { ...accept, ...headers }, core: clientCore })
  const used = cpuTime(target.pid) - before
  if (result.wrong > 0) throw new Error(`${target.name}: ${result.wrong} requests failed under load`)
  if (result.bytesPerRequest < least)
    throw new Error(`${target.name} answered ${result.bytesPerRequest} bytes, not the page`)
  return { ...result, cost: (used * 1000) / result.requests, busy: used / (performance.now() - started) }
}

type Samples = Record<Target['name'], Sample[]>

/** A B C, B C A, C A B …: whatever else the machine does meets each of them alike. */
const interleave = async (targets: Target[], conditional: boolean): Promise<Samples> => {
  const samples: Samples = { product: [], nginx: [], node: [] }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < targets.length; turn++) {
      const target = targets[(round + turn) % targets.length] as Target
      const headers: Record<string, string> = conditional && target.etag ? { 'if-none-match': target.etag } : {}
      const sample = await measure(target, headers, conditional ? 0 : target.least)
      if (conditional && target.etag && sample.bytesPerRequest > target.least) {
        throw new Error(`${target.name} sent the page again where 304 was due`)
      }
      samples[target.name].push(sample)
    }
  }
  return samples
}

const figuresOf = (what: string, samples: Samples, goals: { nginx: number; node?: number; p99?: number }): Figure[] => {
  const middle = (name: Target['name'], key: keyof Sample) => median(samples[name].map((sample) => sample[key]))
  const ratio = (peer: Target['name'], key: keyof Sample) =>
    median(samples.product.map((sample, round) => sample[key] / (samples[peer][round]?.[key] ?? Number.NaN)))
  const perSecond = (name: Target['name']) => `${name} ${Math.round(middle(name, 'perSecond')).toLocaleString('en')}/s`
  const cost = (name: Target['name']) => `${name} ${middle(name, 'cost').toFixed(1)} µs`
  const p99 = (name: Target['name']) => `${name} ${middle(name, 'p99').toFixed(2)} ms`
  const busy = (name: Target['name']) => `${name} ${middle(name, 'busy').toFixed(2)}`
  return [
    {
      name: `${what}: throughput, product ÷ nginx`,
      value: ratio('nginx', 'perSecond'),
      unit: 'ratio',
      goal: { atLeast: goals.nginx },
      note: `${perSecond('product')}, ${perSecond('nginx')}`,
    },
    {
      name: `${what}: throughput, product ÷ bare node:http “ok”`,
      value: ratio('node', 'perSecond'),
      unit: 'ratio',
      ...(goals.node ? { goal: { atLeast: goals.node } } : {}),
      note: perSecond('node'),
    },
    {
      name: `${what}: p99 latency, product ÷ nginx`,
      value: ratio('nginx', 'p99'),
      unit: 'ratio',
      ...(goals.p99 ? { goal: { atMost: goals.p99 } } : {}),
      note: `${p99('product')}, ${p99('nginx')}, ${p99('node')}`,
    },
    {
      name: `${what}: share of its core the product used`,
      value: middle('product', 'busy'),
      unit: 'ratio',
      // Below that the load generator or a busy machine was measured.
      goal: { atLeast: 0.85 },
      note: `${busy('nginx')}, ${busy('node')}; processor time a request: ${cost('product')}, ${cost('nginx')}, ${cost('node')}`,
    },
  ]
}

/** The page once it is compressed as small as it gets, which the product does in its own time after a start. */
const settledPage = async (url: string): Promise<RawResponse> => {
  let page = await fetchRaw(url, accept)
  for (let still = 0; still < 6; still++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const next = await fetchRaw(url, accept)
    if (!next.body.equals(page.body)) still = 0
    page = next
  }
  return page
}

/** How fast one process answers visits, as ratios to nginx and to a bare Node server. */
export const visit = async (): Promise<Bench> => {
  needPrograms('wrk', 'nginx', 'taskset')
  const pinned = ['taskset', '-c', String(serverCore)]
  const product = await startProduct({ env: { LIMITS: 'off', LOG_LEVEL: 'error' }, under: pinned })
  const page = await settledPage(`${product.url}/`)
  const nginx = await startNginx(page.body, page.headers, serverCore)
  const barePort = await freePort()
  const script = path.join(import.meta.dirname, 'servers/bare-node.ts')
  const bare = startChild('taskset', ['-c', String(serverCore), process.execPath, script], {
    env: { ...process.env, PORT: String(barePort) },
  })
  try {
    const bareUrl = `http://127.0.0.1:${barePort}/`
    await untilAnswers(bareUrl, bare)
    const least = page.body.length
    const served = await fetchRaw(nginx.url, accept)
    if (!served.body.equals(page.body)) throw new Error('nginx does not serve the same bytes.')
    const targets: Target[] = [
      { name: 'product', url: `${product.url}/`, pid: product.pid, etag: page.headers.get('etag') ?? '', least },
      { name: 'nginx', url: nginx.url, pid: nginx.pid, etag: served.headers.get('etag') ?? '', least },
      { name: 'node', url: bareUrl, pid: bare.pid, least: 2 },
    ]
    for (const target of targets) await measure(target, {}, target.least)
    const full = await interleave(targets, false)
    const unchanged = await interleave(targets, true)
    const memory = memoryOf(product.pid)
    return {
      title: 'Visits',
      method:
        `wrk, one thread, ${connections} keep-alive connections, ${seconds} s a turn, ${rounds} rounds in turn; each server is one ` +
        `process on core ${serverCore}, wrk on core ${clientCore}. nginx has one worker and serves the same ${least} bytes ` +
        `(${page.headers.get('content-encoding')}) with the same headers. Ratios are computed within a round; the median round is shown.`,
      figures: [
        ...figuresOf('200', full, { nginx: 0.6, node: 0.8, p99: 2.5 }),
        ...figuresOf('304', unchanged, { nginx: 0.5 }),
        {
          name: 'resident memory under that load, peak',
          value: memory.peak,
          unit: 'MB',
          goal: { atMost: 130 },
          note: `now ${memory.now.toFixed(0)} MB`,
        },
      ],
    }
  } finally {
    await Promise.all([product.stop(), nginx.stop(), bare.stop()])
  }
}
