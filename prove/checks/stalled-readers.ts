import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../check.ts'
import { atLeast, figure, pageFigures } from '../support/figures.ts'
import { type OwnedProduct, withOwned } from '../support/owned-product.ts'
import { tinyWindow } from '../support/tiny-window.ts'
import { until } from '../support/until.ts'
import { watchPage } from '../support/watch-page.ts'

/** Established connections on this port that the server has accepted: those in the kernel's queue have no inode yet. */
const establishedOn = (port: number): number => {
  const hex = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/ +/)
      return local.endsWith(hex) && state === '01' && inode !== '0'
    }).length
}

/** The largest of the files that visitors get: the one of which most is left to be read. */
const largestAsset = () => {
  const folder = path.resolve(import.meta.dirname, '../../dist/client/assets')
  const names = readdirSync(folder).filter((name) => /\.(?:js|woff2|webp|avif|jpg)$/.test(name))
  const sizes = names.map((name) => ({ name, size: readFileSync(path.join(folder, name)).length }))
  return sizes.reduce((a, b) => (b.size > a.size ? b : a)).name
}

/** One client holds what it can get; visitors come from another address. */
const flood = async ({ url, port }: OwnedProduct, count: number, request: string, ms: number) => {
  const client = tinyWindow(port, count, request)
  try {
    await until(() => client.opened() >= Math.min(count, 400), 20_000)
    const watch = watchPage(url, { from: '127.0.0.2' })
    await sleep(ms)
    const held = establishedOn(port)
    const opened = client.opened()
    return { met: await watch.stop(), held, opened }
  } finally {
    await client.stop()
  }
}

export const stalledReaders: Check = {
  name: 'stalled-readers',
  kind: 'threat',
  timed: true,
  promise:
    'One client that requests a file on 2,000 connections and reads nothing gets a share of them, each closed within 30 seconds; everyone else is served meanwhile.',
  run: ({ times }) =>
    withOwned({}, async (product) => {
      const request = `GET /assets/${largestAsset()} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n`
      const { met, held, opened } = await flood(product, 2000, request, times(40_000, 3000))
      return [
        atLeast('connections opened', opened, 500),
        figure('connections at the end, visitors with them', held, { atMost: 600 }),
        ...pageFigures(met),
      ]
    }),
}

export const silentRefill: Check = {
  name: 'silent-refill',
  kind: 'threat',
  timed: true,
  promise:
    'One client that keeps 2,100 silent connections open, with a new one for each that is closed, takes none from others.',
  run: ({ times }) =>
    withOwned({}, async (product) => {
      const { met, held, opened } = await flood(product, 2100, '', times(20_000, 3000))
      return [
        atLeast('connections opened', opened, 2100),
        figure('connections at the end, visitors with them', held, { atMost: 600 }),
        ...pageFigures(met),
      ]
    }),
}
