import { setTimeout as wait } from 'node:timers/promises'
import { compress, compressSmallest } from './compression.ts'
import { bodyOf, identityOf, type Snapshot, type Snapshots, setBody } from './snapshots.ts'

const quiet = 400
// Above this brotli's best takes a second and more of a core, and the content will have changed again.
const largest = 512 * 1024

/** One step for every snapshot that has not had it; ends when `live` says that a newer publish is on its way. */
const each = (snapshots: Snapshots, step: (snapshot: Snapshot) => Promise<void>) => {
  const done = new WeakSet<Snapshot>()
  return async (live: () => boolean) => {
    for (const snapshot of snapshots.current.values()) {
      if (done.has(snapshot)) continue
      await step(snapshot)
      done.add(snapshot)
      if (!live()) return
    }
  }
}

/**
 * What a publish need not wait for, since it has zstd, which takes a seventh of the time of brotli's quick way. At once: the other encodings.
 * Once nobody has saved for a while: brotli as small as it gets, one page at a time, resting as long as it worked, so that it takes no
 * more than half of one core.
 */
export const createRecompression = (snapshots: Snapshots) => {
  const complete = each(snapshots, async (snapshot) => {
    for (const encoding of ['br', 'gzip'] as const) {
      const body = await compress(identityOf(snapshot), encoding)
      // Among a thousand pages one may have had brotli's best meanwhile.
      if (body && !bodyOf(snapshot, encoding)) setBody(snapshot, encoding, body)
    }
  })
  const shrink = each(snapshots, async (snapshot) => {
    const identity = identityOf(snapshot)
    // In brotli, or in zstd still; in neither, when it is too short to gain anything.
    const before = bodyOf(snapshot, 'br') ?? bodyOf(snapshot, 'zstd')
    if (!before || identity.length > largest) return
    const started = performance.now()
    const body = await compressSmallest(identity)
    if (body.length < before.length) setBody(snapshot, 'br', body)
    await wait(performance.now() - started, undefined, { ref: false })
  })
  let timer: NodeJS.Timeout | undefined
  let round = 0

  // What fails here only stays larger.
  const unhurt = (work: Promise<void>) => work.catch(() => {})

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
      const live = () => mine === round
      unhurt(complete(live))
      timer = setTimeout(() => unhurt(shrink(live)), quiet).unref()
    },
  }
}
