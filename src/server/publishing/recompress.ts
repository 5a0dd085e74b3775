import { setTimeout as wait } from 'node:timers/promises'
import { compress, compressSmallest } from '../snapshots/compression.ts'
import { bodyOf, identityOf, type Snapshot, setBody } from '../snapshots/snapshots.ts'
import type { Snapshots } from './revisions.ts'

const quietMs = 400
// Above this, the smallest brotli takes more than a second of a core, and the content will have changed again.
const largestBytes = 512 * 1024

/** Applies `step` once to every snapshot; stops when `live` is false, because a newer publish has begun. */
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
 * Adds what a publish does not wait for: it makes zstd only, in a seventh of the time of quick brotli. The other encodings follow at
 * once. When nobody has saved for a while, each page gets the smallest brotli, with pauses as long as the work, so that it takes half
 * of one core at most.
 */
export const createRecompression = (snapshots: Snapshots) => {
  const complete = each(snapshots, async (snapshot) => {
    for (const encoding of ['br', 'gzip'] as const) {
      const body = await compress(identityOf(snapshot), encoding)
      // Among many pages one may have its smallest brotli by now.
      if (body && !bodyOf(snapshot, encoding)) setBody(snapshot, encoding, body)
    }
  })
  const shrink = each(snapshots, async (snapshot) => {
    const identity = identityOf(snapshot)
    // Neither exists for a page that is too short to gain anything.
    const before = bodyOf(snapshot, 'br') ?? bodyOf(snapshot, 'zstd')
    if (!before || identity.length > largestBytes) return
    const started = performance.now()
    const body = await compressSmallest(identity)
    if (body.length < before.length) setBody(snapshot, 'br', body)
    await wait(performance.now() - started, undefined, { ref: false })
  })
  let timer: NodeJS.Timeout | undefined
  let round = 0

  const unhurt = (work: Promise<void>) => work.catch(() => {})

  const pause = () => {
    clearTimeout(timer)
    round += 1
  }
  return {
    pause,
    soon: () => {
      pause()
      const mine = round
      const live = () => mine === round
      unhurt(complete(live))
      timer = setTimeout(() => unhurt(shrink(live)), quietMs).unref()
    },
  }
}
