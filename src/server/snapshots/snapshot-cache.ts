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
