import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copySampleData } from '../../tests/support/product.ts'
import type { Check, Context } from '../check.ts'
import { atLeast, figure, none } from '../support/figures.ts'
import { lostFrom } from '../support/lost.ts'
import { startAgain, startOwned } from '../support/owned-product.ts'
import { flawsIn } from '../support/stored.ts'
import { makeEntries, nothingYet, startWriters } from '../support/writers.ts'

/** Kills the product of a checkout so many times, each time at a random moment while twelve write. */
export const killOften = async (
  { folder, random }: Pick<Context, 'folder' | 'random'>,
  kills: number,
  checkout?: string,
) => {
  const dataDir = path.join(folder, 'data')
  const options = { dataDir, ...(checkout ? { checkout } : {}) }
  await copySampleData(dataDir, { empty: true })
  const first = await startOwned(options)
  const entries = await makeEntries(first, 6)
  const { cookie } = first
  await first.stop()

  const known = nothingYet()
  const lost: string[] = []
  const flaws: string[] = []
  const strange: string[] = []
  const starts: number[] = []
  const startAndLook = async () => {
    const started = performance.now()
    const product = await startAgain(cookie, options)
    starts.push(performance.now() - started)
    // While it runs: opening the file before would do what its own start has to do.
    lost.push(...lostFrom(dataDir, known))
    return product
  }
  for (let round = 1; round <= kills; round += 1) {
    const product = await startAndLook()
    if (round % 10 === 0) flaws.push(...flawsIn(dataDir))
    const writers = startWriters(product, known, { entries, visitors: 6 })
    await writers.acknowledged(40 + random.below(80))
    await sleep(random.below(30))
    await product.kill()
    await writers.stop()
    strange.push(...writers.strange)
  }
  const last = await startAndLook()
  const session = await last.own('GET', '/api/auth/get-session')
  const page = await last.ask('/')
  await last.stop()
  flaws.push(...flawsIn(dataDir))
  return [
    atLeast('kills', kills, kills),
    atLeast('acknowledged writes', known.writes, kills * 75),
    none('acknowledged writes lost', lost),
    none('flaws of the stored data', flaws),
    none('answers out of order', strange),
    none('signed out by it', session.json?.user ? [] : [session.text]),
    none('pages missing after the last', page.status === 200 ? [] : [page.status]),
    figure('longest start after a kill', Math.max(...starts) / 1000, { atMost: 10 }, { unit: 'seconds' }),
  ]
}

/** SIGKILL, which nothing can catch. */
export const kill: Check = {
  name: 'kill',
  kind: 'fault',
  timed: true,
  quick: true,
  promise:
    'The process is killed while it saves and accepts messages. After the restart every acknowledged write is stored completely, and the owner is still signed in.',
  run: (context) => killOften(context, context.times(200, 8)),
}
