import type { Snapshot } from './snapshots.ts'

const sizeOf = ({ answers }: Snapshot): number => answers.reduce((sum, answer) => sum + (answer?.body.length ?? 0), 0)

interface How {
  /** What the answer is made for, such as a version; another key makes it again. */
  key?: string
  /** False for an answer that is not to be kept. */
  keeps?: (snapshot: Snapshot) => boolean
}

/**
 * Answers by path that are made when they are asked for, at most once at a time, and kept. When their bodies take more than `mostBytes`,
 * those asked for longest ago go; the newest stays.
 */
export const createShelf = (mostBytes = Number.POSITIVE_INFINITY) => {
  // A Map keeps the order of insertion: the least recently used is the first.
  const kept = new Map<string, { snapshot: Snapshot; key: string; bytes: number }>()
  const making = new Map<string, { key: string; pending: Promise<Snapshot | undefined> }>()
  let total = 0

  const drop = (path: string): void => {
    total -= kept.get(path)?.bytes ?? 0
    kept.delete(path)
  }
  const keep = (path: string, key: string, snapshot: Snapshot): void => {
    drop(path)
    // Its size when it was kept: later it may get better compressed bodies.
    const bytes = sizeOf(snapshot)
    kept.set(path, { snapshot, key, bytes })
    total += bytes
    for (const oldest of kept.keys()) {
      if (total <= mostBytes || kept.size === 1) break
      drop(oldest)
    }
  }
  const last = (path: string): { snapshot: Snapshot; key: string } | undefined => {
    const found = kept.get(path)
    if (!found) return undefined
    kept.delete(path)
    kept.set(path, found)
    return found
  }

  return {
    /** The last answer, whatever it was made for. */
    last,
    /** The answer, if it was made for this key. */
    ready: (path: string, key = ''): Snapshot | undefined => {
      const found = last(path)
      return found?.key === key ? found.snapshot : undefined
    },
    /** Makes the answer, or waits for the one that is being made for the same key. */
    make: <T extends Snapshot | undefined>(
      path: string,
      make: () => Promise<T>,
      { key = '', keeps = () => true }: How = {},
    ): Promise<T> => {
      const under = making.get(path)
      if (under?.key === key) return under.pending as Promise<T>
      const pending = make()
      making.set(path, { key, pending })
      const end = (snapshot?: Snapshot) => {
        // Forgotten meanwhile, or overtaken by another key, it is out of date.
        if (making.get(path)?.pending !== pending) return
        making.delete(path)
        if (snapshot && keeps(snapshot)) keep(path, key, snapshot)
      }
      pending.then(end, () => end())
      return pending
    },
    /** The answer is made again when it is next asked for. */
    forget: (path: string): void => {
      drop(path)
      making.delete(path)
    },
    clear: (): void => {
      kept.clear()
      making.clear()
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

/** A shelf of answers that are all known by their makers. */
export const onDemand = (
  makers: { get(path: string): (() => Promise<Snapshot>) | undefined },
  mostBytes?: number,
): OnDemand => {
  const { ready, make, forget } = createShelf(mostBytes)
  return {
    ready: (path) => ready(path),
    load: (path) => {
      const maker = makers.get(path)
      return maker && make(path, maker)
    },
    forget,
  }
}
