import { setTimeout as wait } from 'node:timers/promises'
import { compressSmallest } from './compression.ts'
import { replaceBrotli, type Snapshot, type Snapshots } from './snapshots.ts'

const quiet = 400
// Above this brotli's best takes a second and more of a core, and the content will have changed again.
const largest = 512 * 1024

/**
 * Compresses the published pages again, as small as they get, once nobody is saving:
 * one at a time, resting as long as it worked, so that it never takes more than half of one core.
 */
export const createPolish = (snapshots: Snapshots) => {
  const done = new WeakSet<Snapshot>()
  let timer: NodeJS.Timeout | undefined
  let round = 0

  const work = async (mine: number) => {
    for (const snapshot of snapshots.current.values()) {
      const identity = snapshot.answers[3]?.body
      if (done.has(snapshot) || !snapshot.answers[0] || !identity || identity.length > largest) continue
      const started = performance.now()
      const smaller = await compressSmallest(identity)
      replaceBrotli(snapshot, smaller)
      done.add(snapshot)
      await wait(performance.now() - started, undefined, { ref: false })
      if (mine !== round) return
    }
  }

  const pause = () => {
    clearTimeout(timer)
    round += 1
  }
  return {
    /** A save is on its way: the cores belong to it. */
    pause,
    soon: () => {
      pause()
      const mine = round
      timer = setTimeout(() => work(mine), quiet).unref()
    },
  }
}
