import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copySampleData } from '../../tests/support/product.ts'
import type { Check } from '../check.ts'
import { atLeast, figure, none } from '../support/figures.ts'
import { lostFrom } from '../support/lost.ts'
import { startAgain, startOwned } from '../support/owned-product.ts'
import { flawsIn } from '../support/stored.ts'
import { makeEntries, nothingYet, startWriters } from '../support/writers.ts'

/** SIGKILL at a random moment while twelve write. */
export const kill: Check = {
  name: 'kill',
  kind: 'fault',
  quick: true,
  promise:
    'The process is killed while it saves and takes messages. After the restart every write that was acknowledged is there, whole, and the owner is still signed in.',
  run: async ({ folder, random, times }) => {
    const dataDir = path.join(folder, 'data')
    await copySampleData(dataDir, { empty: true })
    const first = await startOwned({ dataDir })
    const entries = await makeEntries(first, 6)
    const { cookie } = first
    await first.stop()

    const known = nothingYet()
    const lost: string[] = []
    const flaws: string[] = []
    const strange: string[] = []
    const starts: number[] = []
    const kills = times(200, 8)
    for (let round = 1; round <= kills; round += 1) {
      const started = performance.now()
      const product = await startAgain(cookie, { dataDir })
      starts.push(performance.now() - started)
      const writers = startWriters(product, known, { entries, visitors: 6 })
      await writers.acknowledged(40 + random.below(80))
      await sleep(random.below(30))
      await product.kill()
      await writers.stop()
      strange.push(...writers.strange)
      // Looking is opening: it recovers as the next start would.
      lost.push(...lostFrom(dataDir, known))
      if (round % 10 === 0 || round === kills) flaws.push(...flawsIn(dataDir))
    }
    const last = await startAgain(cookie, { dataDir })
    const session = await last.own('GET', '/api/auth/get-session')
    const page = await last.ask('/')
    await last.stop()
    return [
      atLeast('kills', kills, kills),
      atLeast('acknowledged writes', known.writes, times(15_000, 400)),
      none('acknowledged writes lost', lost),
      none('flaws of the stored data', flaws),
      none('answers out of order', strange),
      none('signed out by it', session.json?.user ? [] : [session.text]),
      none('pages missing after the last', page.status === 200 ? [] : [page.status]),
      figure('longest start after a kill', Math.max(...starts) / 1000, { atMost: 10 }, { unit: 'seconds' }),
    ]
  },
}
