import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { createMemoryGroup, type MemoryGroup } from '../../tests/support/memory-group.ts'
import { startProduct } from '../../tests/support/product.ts'
import { type Check, Skipped } from '../check.ts'
import { call } from '../support/call.ts'
import { atLeast, figure, none } from '../support/figures.ts'
import { startOwned } from '../support/owned-product.ts'
import { copyCheckout } from '../support/planted.ts'
import { sendUnaskedBodies } from '../support/unasked-bodies.ts'

const megabyte = 1024 * 1024

const withGroup = async <T>(megabytes: number, work: (group: MemoryGroup) => Promise<T> | T): Promise<T> => {
  const group = createMemoryGroup(megabytes * megabyte)
  if (typeof group === 'string') throw new Skipped(group)
  try {
    return await work(group)
  } finally {
    // The kernel lets go of processes a moment after they have ended.
    await sleep(500)
    group.remove()
  }
}

/** Twelve megapixels as a phone held upright stores them: on their side, full of detail. */
const photo = () =>
  sharp({
    create: {
      ...{ width: 4000, height: 3000, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .blur(0.7)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 85 })
    .toBuffer()

const upload = (megabytes: number, bytes: Buffer) =>
  withGroup(megabytes, async ({ under, peak }) => {
    const product = await startOwned({ under })
    try {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg')
      const headers = { origin: product.url, cookie: product.cookie }
      const answer = await fetch(`${product.url}/api/media`, { method: 'POST', body, headers })
      const page = await fetch(product.url)
      return { status: answer.status, text: await answer.text(), page: page.status, peak: peak() / megabyte }
    } finally {
      await product.stop()
    }
  })

/** Does the work of `npm start` in a clean copy with its packages installed: builds, starts with the samples, asks for the page. */
const startClean = (megabytes: number, folder: string) =>
  withGroup(megabytes, async ({ under, kills, peak }) => {
    mkdirSync(folder)
    const checkout = copyCheckout(folder)
    rmSync(path.join(checkout, 'dist'), { recursive: true })
    const [command = '', ...words] = [...under, 'npm', 'run', 'prestart']
    const { status, stderr } = spawnSync(command, words, { cwd: checkout, encoding: 'utf8' })
    const built = peak() / megabyte
    const failed = status === 0 ? [] : [`with ${megabytes} MB: ${status} ${stderr.slice(-500)}`]
    if (failed.length === 0) {
      const product = await startProduct({ checkout, under, dataDir: path.join(folder, 'data') })
      const { status: page } = await fetch(product.url)
      if (page !== 200) failed.push(`with ${megabytes} MB: the page was ${page}`)
      await product.stop()
    }
    if (kills() > 0) failed.push(`with ${megabytes} MB: ${kills()} processes killed`)
    return { failed, built, peak: peak() / megabyte }
  })

/** Asks how the site is, every 50 ms, from another address than the one that does the damage. */
const watchHealth = (url: string) => {
  const agent = new http.Agent({ keepAlive: true, localAddress: '127.0.0.2' })
  const bad: string[] = []
  let longestMs = 0
  let going = true
  const asking = (async () => {
    while (going) {
      const started = performance.now()
      const answer = await call(`${url}/healthz`, { agent, timeoutMs: 10_000 }).catch((error: Error) => error)
      longestMs = Math.max(longestMs, performance.now() - started)
      if (answer instanceof Error) bad.push(answer.message)
      else if (answer.status !== 200) bad.push(`${answer.status}`)
      await sleep(50)
    }
  })()
  return async () => {
    going = false
    await asking
    agent.destroy()
    return { longestMs, bad }
  }
}

/** Strangers on 500 connections send for a minute what nobody asked for. */
const flood = (megabytes: number) =>
  withGroup(megabytes, async ({ under, kills, peak }) => {
    const product = await startProduct({ under, empty: true })
    // The first call loads what the others use.
    await call(`${product.url}/healthz`)
    const health = watchHealth(product.url)
    const sent = await sendUnaskedBodies(product.port, 500, 60_000)
    const met = await health()
    const { status: page } = await fetch(product.url).catch(() => ({ status: 0 }))
    await product.stop()
    return { ...sent, ...met, page, kills: kills(), peak: peak() / megabyte }
  })

/** Machines with the memory of the smallest that can be rented. */
export const smallMemory: Check = {
  name: 'small-memory',
  kind: 'fault',
  timed: true,
  promise:
    'A clean copy builds and starts with 1 GB and with 512 MB, and a photo of 12 megapixels is accepted with 320 MB. With too little memory the answer is 503 with the reason, and the page is still served. With 256 MB and no proxy, a minute of bodies that nobody asked for, on 500 connections, ends no process and keeps nobody waiting.',
  run: async ({ folder }) => {
    const small = await startClean(512, path.join(folder, 'small'))
    const larger = await startClean(1024, path.join(folder, 'larger'))
    const bytes = await photo()
    const taken = await upload(320, bytes)
    const refused = await upload(190, bytes)
    const flooded = await flood(256)
    const wrong = [
      ...(taken.status === 201 ? [] : [`with 320 MB: ${taken.status} ${taken.text}`]),
      ...(refused.status === 503 && refused.text.includes('out of memory')
        ? []
        : [`with 190 MB: ${refused.status} ${refused.text}`]),
      ...[taken, refused].filter(({ page }) => page !== 200).map(({ page }) => `the page: ${page}`),
    ]
    return [
      none('clean copies that did not start, or lost a process', [...small.failed, ...larger.failed]),
      figure('most memory of the build with 512 MB, page cache included', small.built, undefined, { unit: 'MB' }),
      figure('most memory of build and first start with 512 MB', small.peak, undefined, { unit: 'MB' }),
      none('uploads not answered as promised', wrong),
      figure('most memory of server and upload', taken.peak, undefined, { unit: 'MB' }),
      atLeast('unasked bodies that were begun', flooded.opened, 500),
      figure('of them answered', flooded.answered, { atLeast: 500 }, { note: JSON.stringify(flooded.statuses) }),
      figure('processes killed meanwhile', flooded.kills, { atMost: 0 }),
      none('answers to /healthz other than 200, or none', flooded.bad),
      figure('/healthz, longest', flooded.longestMs, { atMost: 1000 }, { unit: 'ms' }),
      figure('the page afterwards', flooded.page, { atLeast: 200, atMost: 200 }),
      figure('most memory meanwhile, of 256 MB', flooded.peak, undefined, { unit: 'MB' }),
    ]
  },
}
