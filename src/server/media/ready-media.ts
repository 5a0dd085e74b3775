import { immutable } from '../publishing/caching.ts'
import { createSnapshot, type Snapshot } from '../publishing/snapshots.ts'
import type { Variant } from './stored-bytes.ts'

const keepAtMost = 24 * 1024 * 1024

/** Keeps the most recent variants in memory, so that a visit seldom needs the database. */
export const createReadyMedia = (
  variant: (name: string) => Promise<Variant | undefined>,
  security: readonly string[],
) => {
  // A Map keeps the order of insertion: the least recently used is the first.
  const kept = new Map<string, Snapshot>()
  const loading = new Map<string, Promise<Snapshot | undefined>>()
  let size = 0
  let forgotten = 0
  const bytesOf = (snapshot: Snapshot) => snapshot.answers[3]?.body.length ?? 0

  const keep = (path: string, snapshot: Snapshot) => {
    kept.set(path, snapshot)
    size += bytesOf(snapshot)
    for (const [oldest, old] of kept) {
      if (size <= keepAtMost) break
      kept.delete(oldest)
      size -= bytesOf(old)
    }
  }

  const fetch = async (path: string) => {
    const asked = forgotten
    const found = await variant(path.slice('/media/'.length))
    if (!found) return undefined
    const identity = Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.byteLength)
    const headers = ['Cache-Control', immutable, ...security]
    // The name is the content's hash.
    const snapshot = createSnapshot({
      status: 200,
      type: found.type,
      bodies: { identity },
      etag: `W/"${path.slice(7)}"`,
      headers,
    })
    if (asked === forgotten && !found.superseded) keep(path, snapshot)
    return snapshot
  }

  return {
    ready: (path: string): Snapshot | undefined => {
      const snapshot = kept.get(path)
      if (snapshot) {
        kept.delete(path)
        kept.set(path, snapshot)
      }
      return snapshot
    },
    /** Undefined when there is none. Rejects with `Unavailable` when the store cannot be reached. */
    load: (path: string): Promise<Snapshot | undefined> | undefined => {
      if (!/^\/media\/[\w.-]{1,200}$/.test(path)) return undefined
      const under = loading.get(path) ?? fetch(path).finally(() => loading.delete(path))
      loading.set(path, under)
      return under
    },
    forget: (): void => {
      kept.clear()
      loading.clear()
      size = 0
      forgotten += 1
    },
  }
}

export type ReadyMedia = ReturnType<typeof createReadyMedia>
