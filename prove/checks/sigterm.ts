import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copySampleData } from '../../tests/support/product.ts'
import type { Check } from '../check.ts'
import { atLeast, figure, none } from '../support/figures.ts'
import { lostFrom } from '../support/lost.ts'
import { startOwned } from '../support/owned-product.ts'
import { flawsIn } from '../support/stored.ts'
import { until } from '../support/until.ts'
import { watchPage } from '../support/watch-page.ts'
import { makeEntries, nothingYet, startWriters } from '../support/writers.ts'

// What a visitor may meet with between two answers: the connection is refused or closed before anything came.
const between = /ECONNREFUSED|ECONNRESET|socket hang up/

/** The end that an operator wants, while everyone is busy. */
export const sigterm: Check = {
  name: 'sigterm',
  kind: 'fault',
  timed: true,
  quick: true,
  promise:
    'SIGTERM under load: pending requests are answered completely, no acknowledged write is lost, and the process ends with exit code 0 within ten seconds.',
  run: async ({ folder, times }) => {
    const figures = { longest: 0, codes: [] as string[], torn: [] as string[], lost: [] as string[], writes: 0 }
    const rounds = times(10, 2)
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = path.join(folder, String(round))
      await copySampleData(dataDir, { empty: true })
      const product = await startOwned({ dataDir })
      const known = nothingYet()
      const entries = await makeEntries(product, 4)
      // An answer waits half a second for its page; what comes later would be another page while it is watched.
      const isShown = async () => (await product.ask('/healthz')).json?.pages === 'fresh'
      if ((await until(isShown, 90_000)) === undefined) throw new Error('The entries were not shown within 90 s.')
      const writers = startWriters(product, known, { entries, visitors: 4, publishEach: 1000 })
      // From another address: tries at a closed port of one's own address now and then connect to themselves and read what they sent.
      const watch = watchPage(product.url, { visitors: 8, pause: 0, from: '127.0.0.2' })
      await writers.acknowledged(40)
      const started = performance.now()
      // The load goes on: it must not be what keeps the process.
      const code = await product.stop()
      figures.longest = Math.max(figures.longest, performance.now() - started)
      if (code !== 0) figures.codes.push(String(code))
      await sleep(50)
      await writers.stop()
      const { bad, bodies } = await watch.stop()
      figures.torn.push(...bad.filter((why) => !between.test(why)))
      if (bodies.size > 1) figures.torn.push(`${bodies.size} different pages`)
      figures.lost.push(...lostFrom(dataDir, known), ...flawsIn(dataDir))
      figures.writes += known.writes
    }
    return [
      atLeast('times ended', rounds, rounds),
      atLeast('acknowledged writes', figures.writes, 40 * rounds),
      none('exit codes other than 0', figures.codes),
      figure('longest end', figures.longest / 1000, { atMost: 10 }, { unit: 'seconds' }),
      none('torn answers', figures.torn),
      none('acknowledged writes lost', figures.lost),
    ]
  },
}
