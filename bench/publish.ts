import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../tests/support/free-port.ts'
import { copySampleData } from '../tests/support/product.ts'
import { type Bench, type Figure, percentile } from './figure.ts'
import { fetchRaw } from './raw.ts'
import { buildComposition } from './servers/build-composition.ts'

const saves = 60
const timeoutMs = 5000

/** What the composed product says over its channel. */
type Said = { listening: string } | { saved: number } | { failed: string }

interface Composed {
  url: string
  save(revision: number): Promise<void>
  stop(): Promise<void>
}

const startComposition = async (file: string, entries: number): Promise<Composed> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vitrine-publish-'))
  await copySampleData(dataDir)
  const env = { ...process.env, DATA_DIR: dataDir, BENCH_ENTRIES: String(entries), PORT: String(await freePort()) }
  const child = fork(file, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const errors: Buffer[] = []
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk))
  child.stdout?.resume()
  const waiting: { resolve(said: Said): void; reject(error: Error): void }[] = []
  child.on('message', (said) => waiting.shift()?.resolve(said as Said))
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      for (const { reject } of waiting.splice(0)) reject(new Error(`The product ended:\n${Buffer.concat(errors)}`))
      resolve()
    })
  })
  const next = () =>
    new Promise<Said>((resolve, reject) => {
      waiting.push({ resolve, reject })
    })
  const stop = async () => {
    child.kill('SIGTERM')
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await ended
    clearTimeout(hard)
    await rm(dataDir, { recursive: true, force: true })
  }
  const first = await next()
  if (!('listening' in first)) throw new Error(JSON.stringify(first))
  return {
    url: first.listening,
    stop,
    async save(revision) {
      const answer = next()
      child.send({ revision })
      const said = await answer
      if ('failed' in said) throw new Error(said.failed)
    },
  }
}

/** The revisions that one response shows; a whole page shows exactly one, in all its places. */
const revisionsIn = (html: string): number[] =>
  [...html.matchAll(/revision-(\d+)-/g)].map(([, revision]) => Number(revision))

const measure = async (file: string, entries: number) => {
  const product = await startComposition(file, entries)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  const acknowledged: number[] = []
  let torn = 0
  let places = 0
  let seen = 0
  const look = async () => {
    const { status, body } = await fetchRaw(`${product.url}/`, {}, agent)
    const found = revisionsIn(body.toString())
    if (status !== 200) throw new Error(`A visit was answered ${status}.`)
    if (new Set(found).size !== 1) torn++
    places = found.length
    seen++
    return Math.min(...found)
  }
  try {
    for (let revision = 1; revision <= saves; revision++) {
      // Apart from each other, as a person's saves are; the better compression sets in between some of them.
      await new Promise((resolve) => setTimeout(resolve, revision % 5 === 0 ? 900 : 120))
      const started = performance.now()
      const saved = product.save(revision).then(() => acknowledged.push(performance.now() - started))
      while ((await look()) !== revision) {
        if (performance.now() - started > timeoutMs)
          throw new Error(`Revision ${revision} was not to be seen within ${timeoutMs} ms.`)
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      times.push(performance.now() - started)
      await saved
    }
    if (places < 2) throw new Error('The two fields are not in two places of the page; a torn page could not be told.')
    return { times, acknowledged, torn, seen }
  } finally {
    agent.destroy()
    await product.stop()
  }
}

const figuresOf = (
  what: string,
  goal: number,
  { times, acknowledged, torn, seen }: Awaited<ReturnType<typeof measure>>,
): Figure[] => [
  {
    name: `${what}: save to visible, p95`,
    value: percentile(times, 95),
    unit: 'ms',
    goal: { atMost: goal },
    note: `median ${percentile(times, 50).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms; stored after ${percentile(acknowledged, 50).toFixed(1)} ms (median)`,
  },
  {
    name: `${what}: pages seen half old, half new`,
    value: torn,
    unit: 'count',
    goal: { atMost: 0 },
    note: `of ${seen} visits`,
  },
]

/** How soon a save is what visitors see. */
export const publish = async (): Promise<Bench> => {
  const built = await buildComposition()
  try {
    return {
      title: 'Publishing',
      method:
        `${saves} saves through \`entries.update\` in one process, a visitor on a keep-alive connection in another who requests \`/\` ` +
        'repeatedly; from the call to the first answer that shows the save. Each save changes two fields in different parts of the page.',
      figures: [
        ...figuresOf('sample content', 50, await measure(built.file, 0)),
        ...figuresOf('1,000 entries', 300, await measure(built.file, 1000)),
      ],
    }
  } finally {
    await built.remove()
  }
}
