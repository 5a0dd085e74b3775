import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Product, startProduct } from '../tests/support/product.ts'
import { claim, claimOwner, signInOwner } from './admin/owned-product.ts'
import { memoryOf } from './child.ts'
import { type Bench, type Figure, median } from './figure.ts'

const rounds = 6
const idleMs = 60_000
const env = { CLAIM_TOKEN: claim, LIMITS: 'off', LOG_LEVEL: 'error' }

interface Variant {
  name: 'before' | 'off' | 'on'
  /** Whose build is run; without it this one. */
  checkout?: string
}

/** A store with the samples and an owner, who counts visits or not. */
const prepare = async ({ name, ...build }: Variant): Promise<string> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vitrine-memory-'))
  const product = await startProduct({ ...build, dataDir, env })
  const { token } = await claimOwner(product.url)
  if (name === 'on') {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ visits: true })
    const { status } = await fetch(`${product.url}/api/settings`, { method: 'PATCH', headers, body })
    if (status !== 200) throw new Error(`The settings answered ${status}.`)
  }
  // Fonts are cut and pages compressed for the next starts.
  await pause(8000)
  await product.stop()
  return dataDir
}

/** Memory that counting visits takes at rest; with MEMORY_BEFORE, a built checkout of an earlier commit, also what came since. */
export const memory = async (): Promise<Bench> => {
  const before = process.env.MEMORY_BEFORE
  const variants: Variant[] = [
    ...(before === undefined ? [] : [{ name: 'before' as const, checkout: before }]),
    { name: 'off' },
    { name: 'on' },
  ]
  const stores = new Map<Variant, string>()
  const used: Record<Variant['name'], number[]> = { before: [], off: [], on: [] }
  try {
    for (const variant of variants) stores.set(variant, await prepare(variant))
    for (let round = 0; round < rounds; round += 1) {
      const running: { name: Variant['name']; product: Product; startedAt: number }[] = []
      for (let turn = 0; turn < variants.length; turn += 1) {
        const variant = variants[(round + turn) % variants.length] as Variant
        const { name, ...build } = variant
        const product = await startProduct({ ...build, dataDir: stores.get(variant) as string, env })
        await signInOwner(product.url)
        running.push({ name, product, startedAt: performance.now() })
      }
      for (const { name, product, startedAt } of running) {
        await pause(Math.max(0, startedAt + idleMs - performance.now()))
        used[name].push(memoryOf(product.pid).now)
        await product.stop()
      }
    }
  } finally {
    for (const store of stores.values()) await rm(store, { recursive: true, force: true })
  }
  const grown = (name: string, of: Variant['name'], from: Variant['name']): Figure => ({
    name,
    value: median(used[of].map((mb, round) => mb - (used[from][round] ?? Number.NaN))),
    unit: 'MB',
    goal: { atMost: 4 },
    note: `${median(used[of]).toFixed(1)} MB, ${median(used[from]).toFixed(1)} MB`,
  })
  return {
    title: 'Memory at rest',
    method: `The built product with the samples: started, one sign-in, ${idleMs / 1000} s idle; resident set, ${rounds} rounds in turn, the median of the differences within a round.${before === undefined ? '' : ' “Before” is the commit before visits and testimonials by request; the product has all that came since.'} \`npm run bench -- memory\``,
    figures: [
      ...(before === undefined ? [] : [grown('not counting visits, above before', 'off', 'before')]),
      ...(before === undefined ? [] : [grown('counting visits, above before', 'on', 'before')]),
      grown('counting visits, above not counting', 'on', 'off'),
    ],
  }
}
