import type { Snapshot } from '../publishing/snapshots.ts'

export interface OnDemand {
  ready(path: string): Snapshot | undefined
  /** Undefined when there is no such answer. */
  load(path: string): Promise<Snapshot> | undefined
}

export const onDemand = (makers: ReadonlyMap<string, () => Promise<Snapshot>>): OnDemand => {
  const made = new Map<string, Snapshot>()
  const making = new Map<string, Promise<Snapshot>>()
  const make = async (path: string, maker: () => Promise<Snapshot>) => {
    try {
      const snapshot = await maker()
      made.set(path, snapshot)
      return snapshot
    } finally {
      making.delete(path)
    }
  }
  return {
    ready: (path) => made.get(path),
    load: (path) => {
      const maker = makers.get(path)
      if (!maker) return undefined
      const pending = making.get(path) ?? make(path, maker)
      making.set(path, pending)
      return pending
    },
  }
}
