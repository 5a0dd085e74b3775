import type { Snapshot } from './snapshots.ts'

const sizeOf = ({ answers }: Snapshot): number => answers.reduce((sum, answer) => sum + (answer?.body.length ?? 0), 0)

/** Snapshots by path. When their bodies take more than `mostBytes`, those asked for longest ago go; the newest stays. */
export const createSnapshotCache = (mostBytes = Number.POSITIVE_INFINITY) => {
  // A Map keeps the order of insertion: the least recently used is the first.
  const kept = new Map<string, { snapshot: Snapshot; bytes: number }>()
  let total = 0
  const forget = (path: string): void => {
    total -= kept.get(path)?.bytes ?? 0
    kept.delete(path)
  }
  return {
    get: (path: string): Snapshot | undefined => {
      const found = kept.get(path)
      if (!found) return undefined
      kept.delete(path)
      kept.set(path, found)
      return found.snapshot
    },
    keep: (path: string, snapshot: Snapshot): void => {
      forget(path)
      // Its size when it was kept: later it may get better compressed bodies.
      const bytes = sizeOf(snapshot)
      kept.set(path, { snapshot, bytes })
      total += bytes
      for (const oldest of kept.keys()) {
        if (total <= mostBytes || kept.size === 1) break
        forget(oldest)
      }
    },
    forget,
    clear: (): void => {
      kept.clear()
      total = 0
    },
  }
}

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
