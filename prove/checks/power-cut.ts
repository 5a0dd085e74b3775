import { spawnSync } from 'node:child_process'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copySampleData, type ProductOptions } from '../../tests/support/product.ts'
import type { Check, Context } from '../check.ts'
import { atLeast, figure, none } from '../support/figures.ts'
import { lostFrom } from '../support/lost.ts'
import { mount, unmount } from '../support/mounted.ts'
import { startOwned } from '../support/owned-product.ts'
import { type Planted, plantedBuild } from '../support/planted.ts'
import { flawsIn } from '../support/stored.ts'
import { library, program } from '../support/tools.ts'
import { type Acknowledged, makeEntries, nothingYet, startWriters } from '../support/writers.ts'

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' })

const makeDisk = (image: string) => {
  writeFileSync(image, '')
  truncateSync(image, 96 * 2 ** 20)
  const { status, stderr } = run(program('mkfs.ext4', 'e2fsprogs'), '-q', '-F', image)
  if (status !== 0) throw new Error(`No file system could be made: ${stderr}`)
}

/** The disk as it is at this moment: what was written to it, without what the system still holds back in memory. */
const copyDisk = (from: string, to: string) => {
  do run('cp', '--sparse=always', from, to)
  while (run('cmp', '-s', from, to).status !== 0)
}

/** Runs the product on a disk of its own and cuts the power so many times; tells what was lost. */
const cutPower = async ({ folder, random }: Context, name: string, cuts: number, options: ProductOptions) => {
  const [image, copy, disk, after] = ['image', 'copy', 'disk', 'after'].map((part) =>
    path.join(folder, name, part),
  ) as [string, string, string, string]
  mkdirSync(path.dirname(image), { recursive: true })
  makeDisk(image)
  mount(disk, '-o', 'loop', image)
  const dataDir = path.join(disk, 'data')
  const known = nothingYet()
  const lost: string[] = []
  const flaws: string[] = []
  let hit = 0
  try {
    await copySampleData(dataDir, { empty: true })
    run('sync', '-f', disk)
    const product = await startOwned({ ...options, dataDir })
    const entries = await makeEntries(product, 4)
    // The owner and the entries are not what is looked for.
    run('sync', '-f', disk)
    const writers = startWriters(product, known, { entries, visitors: 4, publishEach: 20 })
    for (let cut = 0; cut < cuts; cut += 1) {
      await writers.acknowledged(5 + random.below(30))
      await sleep(random.below(40))
      process.kill(product.pid, 'SIGSTOP')
      const then: Acknowledged = structuredClone(known)
      copyDisk(image, copy)
      process.kill(product.pid, 'SIGCONT')
      mount(after, '-o', 'loop', copy)
      try {
        const missing = lostFrom(path.join(after, 'data'), then)
        if (missing.length > 0) hit += 1
        lost.push(...missing)
        flaws.push(...flawsIn(path.join(after, 'data')))
      } catch (error) {
        hit += 1
        flaws.push(String(error))
      } finally {
        unmount(after)
      }
    }
    await writers.stop()
    await product.stop()
    return { lost, flaws, hit, writes: known.writes }
  } finally {
    unmount(disk)
  }
}

/** Acknowledged before it is on the disk. */
export const notSynced: Planted = {
  in: 'prepare',
  old: "database.exec('pragma synchronous = full')",
  new: "database.exec('pragma synchronous = normal')",
}

/** The disk's image copied while many write, and looked at as after a power cut. */
export const powerCut: Check = {
  name: 'power-cut',
  kind: 'fault',
  quick: true,
  promise:
    'The power fails during concurrent writes. Every acknowledged write is on the disk. Two controls, SQLite with synchronous=NORMAL and a system that ignores fsync, have to lose writes, or the check could not detect a loss.',
  run: async (context) => {
    const cuts = context.times(100, 5)
    const { lost, flaws, hit, writes } = await cutPower(context, 'full', cuts, {})
    const deaf = await cutPower(context, 'deaf', context.times(12, 3), {
      env: { LD_PRELOAD: library('libeatmydata.so', 'eatmydata') },
    })
    const figures = [
      atLeast('power cuts', cuts, cuts),
      atLeast('acknowledged writes', writes, cuts * 5),
      none('acknowledged writes lost', lost),
      figure('cuts after which something was lost or broken', hit, { atMost: 0 }),
      none('flaws of the stored data', flaws),
      atLeast('control without fsync: cuts that lost something', deaf.hit, 1),
    ]
    if (context.quick) return figures
    const checkout = plantedBuild(context.folder, notSynced)
    const relaxed = await cutPower(context, 'normal', 12, { checkout })
    return [...figures, atLeast('control with synchronous=NORMAL: cuts that lost something', relaxed.hit, 1)]
  },
}
