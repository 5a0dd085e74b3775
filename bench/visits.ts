import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../src/server/db/open.ts'
import { startOwned } from './admin/owned-product.ts'
import { cpuTime } from './child.ts'
import { type Bench, type Figure, median } from './figure.ts'

const aYear = 365 * 24
const visitsAYear = 1_000_000
const oneHourMs = 3_600_000

/** A share of many that falls off as that of words does. */
const zipf = (rank: number) => 1 / (rank + 1.5)

/**
 * A year as the counter stores it: classes by hour; terms by hour for eight days and by day before; single visits of 90 days, with two and a
 * half events each. Among the sources are as many made-up ones as a month may have.
 */
const fill = (file: string, now: number): void => {
  using store = new DatabaseSync(file)
  const sum = store.prepare(`insert into visit_sums (kind, hour, term, people, views, messages, downloads, opens)
    values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`)
  const visit = store.prepare("insert into visits values (?, ?, 0, 'people', 'none', ?, '', 'computer', '/', '')")
  const event = store.prepare("insert into visit_events values (?, 'view', ?, ?, 1) on conflict do nothing")
  const latest = Math.floor(now / oneHourMs)
  const pages = Array.from({ length: 60 }, (_, i) => (i === 0 ? '/' : i < 40 ? `/projects/project-${i}` : `/page-${i}`))
  const anHour = visitsAYear / aYear
  store.exec('begin')
  for (let hour = latest - aYear; hour <= latest; hour += 1) {
    sum.run('class', hour, 'people none', Math.round(anHour), Math.round(anHour * 2.5), hour % 9 ? 0 : 1, 1, 40)
    for (const [i, term] of [
      'crawlers bot',
      'ai-crawlers ai-crawler',
      'previews preview',
      'own own',
      'private private',
    ].entries())
      sum.run('class', hour, term, 9 - i, 20 - i, 0, 0, 0)
    const isDay = hour < latest - (latest % 24) - 8 * 24
    if (isDay && hour % 24 !== 0) continue
    const people = anHour * (isDay ? 24 : 1)
    const add = (kind: string, terms: readonly string[]) => {
      for (const [rank, term] of terms.entries()) {
        const share = Math.round((people * zipf(rank)) / 4)
        if (share > 0) sum.run(kind, hour, term, share, share * 2, 0, 0, share)
      }
    }
    add('page', pages)
    add('project', pages.slice(1, 40))
    add('device', ['computer', 'phone', 'tablet', 'other'])
    add(
      'campaign',
      Array.from({ length: 10 }, (_, i) => `newsletter / email / issue-${i}`),
    )
    add(
      'source',
      Array.from({ length: 300 }, (_, i) => (i === 0 ? '' : `site-${i}.example`)),
    )
    if (isDay)
      for (let i = 0; i < 5000 / 30; i += 1) sum.run('source', hour, `spam-${hour}-${i}.example`, 1, 0, 0, 0, 0)
  }
  let id = 0
  for (let hour = latest - 90 * 24; hour <= latest; hour += 1)
    for (let i = 0; i < anHour; i += 1) {
      id += 1
      visit.run(id * 1_000_003, hour, `site-${i}.example`)
      for (let k = 0; k < (i % 2 ? 2 : 3); k += 1) event.run(id * 1_000_003, pages[(i * 7 + k) % 60] ?? '/', hour)
    }
  store.exec('commit')
}

const clients = 1000
const connections = 32
const rounds = 5
const loadMs = 5000

/** Requests for `/` of a thousand browsers at a thousand addresses behind a proxy, over connections that are kept open. */
const createLoad = (port: number) => {
  const requests = Array.from({ length: clients }, (_, i) =>
    Buffer.from(
      [
        'GET / HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        'Accept: text/html,application/xhtml+xml',
        'Accept-Encoding: gzip, deflate, br, zstd',
        'Accept-Language: en',
        'Sec-Fetch-Dest: document',
        `X-Forwarded-For: 203.${i >> 8}.${i & 255}.7`,
        `User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:144.${i}) Gecko/20100101 Firefox/144.${i}`,
        '\r\n',
      ].join('\r\n'),
    ),
  )
  let next = 0
  return async (ms: number): Promise<number> => {
    const end = performance.now() + ms
    let answered = 0
    const one = () =>
      new Promise<void>((resolve, reject) => {
        const socket = net.connect(port, '127.0.0.1')
        let missing = -1
        const send = () => {
          missing = -1
          next = (next + 1) % clients
          socket.write(requests[next] as Buffer)
        }
        socket.on('connect', send)
        socket.on('error', reject)
        socket.on('data', (bytes) => {
          if (missing < 0) {
            const head = bytes.indexOf('\r\n\r\n')
            missing = head + 4 + Number(/Content-Length: (\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1])
          }
          missing -= bytes.length
          if (missing > 0) return
          answered += 1
          if (performance.now() < end) return send()
          socket.destroy()
          resolve()
        })
      })
    await Promise.all(Array.from({ length: connections }, one))
    return answered
  }
}

/** Cost of counting for a visit, and time of the dashboard over a year of a million visits. */
export const visits = async (): Promise<Bench> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vitrine-visits-'))
  const figures: Figure[] = []
  try {
    await (await openDatabase({ dataDir })).close()
    const file = path.join(dataDir, 'vitrine.db')
    fill(file, Date.now())
    const product = await startOwned(0, dataDir, { TRUST_PROXY: '1', LOG_LEVEL: 'warn' })
    const call = async (method: string, address: string, body?: object) => {
      const headers = { authorization: `Bearer ${product.token}`, 'content-type': 'application/json' }
      const response = await fetch(product.url + address, { method, headers, body: body ? JSON.stringify(body) : null })
      if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
      return (await response.json()) as { now: { views: number }; excluded: { views: number }[] }
    }
    try {
      for (const days of [30, 365]) {
        const times: number[] = []
        for (let round = 0; round < 15; round += 1) {
          const started = performance.now()
          await call('GET', `/api/visits?days=${days}&zone=Europe/Berlin`)
          times.push(performance.now() - started)
        }
        figures.push({
          name: `the dashboard over ${days} days`,
          value: median(times),
          unit: 'ms',
          goal: { atMost: 200 },
        })
      }
      const load = createLoad(Number(new URL(product.url).port))
      const views = async () => {
        const { now, excluded } = await call('GET', '/api/visits?days=7')
        return excluded.reduce((all, row) => all + row.views, now.views)
      }
      await load(loadMs)
      const before = await views()
      let asked = 0
      const costs: Record<'on' | 'off', number[]> = { on: [], off: [] }
      for (let round = 0; round < rounds; round += 1)
        for (const state of round % 2 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
          await call('PATCH', '/api/settings', { visits: state === 'on' })
          // The visits begin, and those of a burst are moved, before it is measured.
          const begun = await load(loadMs)
          await views()
          const used = cpuTime(product.pid)
          const answered = await load(loadMs)
          costs[state].push(((cpuTime(product.pid) - used) * 1000) / answered)
          if (state === 'on') asked += begun + answered
        }
      const [on, off] = [median(costs.on), median(costs.off)]
      figures.push(
        {
          name: 'requests a second of processor time: counted ÷ not counted',
          value: median(costs.off.map((cost, round) => cost / (costs.on[round] ?? Number.NaN))),
          unit: 'ratio',
          goal: { atLeast: 0.95 },
          note: `${on.toFixed(1)} µs counted, ${off.toFixed(1)} µs not`,
        },
        {
          name: 'views that were not counted, of those made',
          value: asked - ((await views()) - before),
          unit: 'count',
          goal: { atLeast: 0, atMost: 0 },
          note: `${asked.toLocaleString('en')} made`,
        },
      )
    } finally {
      await product.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    title: 'Counting visits',
    method:
      'A year of a million visits in SQLite, with 5,000 made-up sources a month; from the call to the last byte, median. Then `/` is asked for by 1,000 browsers at 1,000 addresses behind a proxy, with and without counting in turn. `npm run bench -- visits`',
    figures,
  }
}
