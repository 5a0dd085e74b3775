import { createSnapshotCache } from './snapshot-cache.ts'
import type { Snapshot } from './snapshots.ts'

export interface OnDemand {
  ready(path: string): Snapshot | undefined
  /** Undefined when there is no such answer. */
  load(path: string): Promise<Snapshot> | undefined
  /** The answer is made again when it is next asked for. */
  forget(path: string): void
}

interface Makers {
  get(path: string): (() => Promise<Snapshot>) | undefined
}

/** Answers that are made when they are first asked for. With a bound, in bytes of bodies, those asked for longest ago are made again. */
export const onDemand = (makers: Makers, mostBytes?: number): OnDemand => {
  const made = createSnapshotCache(mostBytes)
  const making = new Map<string, Promise<Snapshot>>()
  const start = (path: string, maker: () => Promise<Snapshot>) => {
    const pending = maker()
    making.set(path, pending)
    const end = (snapshot?: Snapshot) => {
      // Forgotten meanwhile, it is out of date.
      if (making.get(path) !== pending) return
      making.delete(path)
      if (snapshot) made.keep(path, snapshot)
    }
    pending.then(end, () => end())
    return pending
  }
  return {
    ready: made.get,
    load: (path) => {
      const maker = makers.get(path)
      return maker && (making.get(path) ?? start(path, maker))
    },
    forget: (path) => {
      made.forget(path)
      making.delete(path)
    },
  }
}
