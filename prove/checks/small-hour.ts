import { setTimeout as sleep } from 'node:timers/promises'
import { createMemoryGroup } from '../../tests/support/memory-group.ts'
import { type Check, Skipped } from '../check.ts'
import { everydayUse } from '../support/everyday-use.ts'
import { atLeast, figure, none, pageFigures } from '../support/figures.ts'
import { startOwned } from '../support/owned-product.ts'

const megabytes = 256
const megabyte = 1024 * 1024
const minute = 60_000

/** The smallest machine for an hour. */
export const smallHour: Check = {
  name: 'small-hour',
  kind: 'fault',
  long: true,
  beside: true,
  promise: `An hour of visits, saves, messages, sign-ins and uploads with the samples and ${megabytes} MB for the server and its processes: every page comes, every write is acknowledged, and the server is never ended.`,
  run: async ({ times }) => {
    const group = createMemoryGroup(megabytes * megabyte)
    if (typeof group === 'string') throw new Skipped(group)
    const minutes = times(60, 1)
    const product = await startOwned({ under: group.under, empty: false })
    try {
      const used = await everydayUse(product, { ms: minutes * minute, pauseMs: 1000, uploadEach: 30 })
      return [
        figure('minutes', minutes, { atLeast: times(60, 1) }),
        atLeast('saves and messages', used.messages * 2, minutes * 20),
        atLeast('uploads of three megapixels', used.uploads, minutes / 2),
        none('failures', used.wrong),
        figure('processes ended for want of memory, never the server', group.kills()),
        figure('memory of the server after the first third', used.early, undefined, { unit: 'MB' }),
        figure('memory of the server at the end', used.late, undefined, { unit: 'MB' }),
        ...pageFigures(used.met, 1000),
      ]
    } finally {
      await product.stop()
      // The kernel lets go of processes a moment after they have ended.
      await sleep(500)
      group.remove()
    }
  },
}
