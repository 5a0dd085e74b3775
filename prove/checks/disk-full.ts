import { rmSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { copySampleData } from '../../tests/support/product.ts'
import type { Check } from '../check.ts'
import { atLeast, figure, none, pageFigures } from '../support/figures.ts'
import { lostFrom } from '../support/lost.ts'
import { mount, unmount } from '../support/mounted.ts'
import { type OwnedProduct, startAgain, startOwned } from '../support/owned-product.ts'
import { flawsIn } from '../support/stored.ts'
import { watchPage } from '../support/watch-page.ts'
import { makeEntries, nothingYet } from '../support/writers.ts'
import { remount, type Shortage, startWithout } from './start-without-room.ts'

/** Bit by bit: visits are timed meanwhile. */
const fill = async (disk: string) => {
  const file = await open(path.join(disk, 'filler'), 'w')
  for (let left = statfsSync(disk).bavail; left > 0; left -= 64)
    await file.write(Buffer.alloc(Math.min(64, left) * statfsSync(disk).bsize))
  await file.close()
}

const send = (product: OwnedProduct) => {
  const body = { user_name: 'Visitor', user_email: 'visitor@people.example', message: 'A long email. '.repeat(100) }
  return product.ask('/api/messages', { method: 'POST', body })
}

/** Starts on the same disk, full after an orderly end, full after a kill, and read-only. Ends the product. */
const startEachWay = async (first: OwnedProduct, disk: string) => {
  const begin = () => fill(disk)
  const end = () => rmSync(path.join(disk, 'filler'))
  const full = { begin, end, message: /disk is full/ }
  const ways: Shortage[] = [
    { name: 'full', killed: false, ...full },
    { name: 'full, after a kill', killed: true, ...full },
    {
      name: 'read-only',
      killed: false,
      begin: async () => remount(disk, 'ro'),
      end: () => remount(disk, 'rw'),
      message: /may only be read/,
    },
  ]
  const results: Awaited<ReturnType<typeof startWithout>>[] = []
  let product: OwnedProduct = first
  for (const way of ways) {
    const result = await startWithout(product, way)
    results.push(result)
    product = result.product ?? (await startAgain(first.cookie, { dataDir: first.dataDir }))
  }
  await product.stop()
  return [
    atLeast('starts without room', results.length, ways.length),
    none(
      'of them that ended',
      results.flatMap(({ ended }) => ended),
    ),
    none(
      'of them not shown, not refused, not told or not mended as promised',
      results.flatMap(({ wrong }) => wrong),
    ),
  ]
}

/** A disk of 64 MB, filled to the last byte. */
export const diskFull: Check = {
  name: 'disk-full',
  kind: 'fault',
  quick: true,
  timed: true,
  promise:
    'The disk is full: writes that cannot be stored are refused with 503, and the page is served. Once there is disk space, saves work again without a restart. A start on a full or read-only disk behaves the same.',
  run: async ({ folder, times }) => {
    const disk = path.join(folder, 'disk')
    mount(disk, '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs')
    const dataDir = path.join(disk, 'data')
    const known = nothingYet()
    const odd: string[] = []
    const broken: string[] = []
    let refused = 0
    try {
      await copySampleData(dataDir, { empty: true })
      const product = await startOwned({ dataDir })
      const watch = watchPage(product.url)
      const [id = ''] = await makeEntries(product, 1)
      for (let round = 0; round < times(10, 3); round += 1) {
        await fill(disk)
        const before = refused
        // The log has room of its own for a while: it is written over from its start.
        for (let n = 0; n < 20_000 && refused < before + 10; n += 1) {
          const answer = await send(product)
          if (answer.status === 503) refused += 1
          else if (answer.status === 201) known.messages.push(answer.json.id)
          else odd.push(`${answer.status} ${answer.text.slice(0, 100)}`)
        }
        rmSync(path.join(disk, 'filler'))
        const { version, data } = (await product.own('GET', `/api/entries/skills/${id}`)).json
        const patch = { data: { percent: (data.percent + 1) % 100 } }
        const save = await product.own('PATCH', `/api/entries/skills/${id}`, patch, { 'if-match': `"${version}"` })
        if (save.status !== 200) broken.push(`${save.status} ${save.text}`)
      }
      const met = await watch.stop()
      const starts = await startEachWay(product, disk)
      return [
        figure('writes refused', refused, { atLeast: 10 }),
        none('answers other than 201 and 503', odd),
        none('saves refused once there was room', broken),
        none('acknowledged writes lost', lostFrom(dataDir, known)),
        none('flaws of the stored data', flawsIn(dataDir)),
        ...starts,
        ...pageFigures(met),
      ]
    } finally {
      unmount(disk)
    }
  },
}
