import { immutable } from '../publishing/caching.ts'
import { createSnapshot, type Snapshot } from '../publishing/snapshots.ts'
import { fileHeaders } from './file-headers.ts'
import type { Variant } from './stored-bytes.ts'

const keepAtMost = 24 * 1024 * 1024

/** Headers by name: those of a file replace the common ones. */
const merged = (...lists: (readonly string[])[]): string[] => {
  const headers = new Map<string, string>()
  for (const list of lists)
    for (let i = 0; i < list.length; i += 2) headers.set(list[i] as string, list[i + 1] as string)
  return [...headers].flat()
}

/** Keeps the most recent variants and files in memory, so that a visit seldom needs the database. */
export const createReadyMedia = (
  variant: (name: string) => Promise<Variant | undefined>,
  security: readonly string[],
) => {
  // A Map keeps the order of insertion: the least recently used is the first.
  const kept = new Map<string, Snapshot>()
  // What answers may still be sending: however many slow readers take turns at large files, each file is in memory once.
  const sending = new Map<string, { found: Omit<Variant, 'bytes'>; bytes: WeakRef<Buffer> }>()
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

  const unsent = (path: string): Variant | undefined => {
    for (const [name, { bytes }] of sending) if (!bytes.deref()) sending.delete(name)
    const known = sending.get(path)
    const bytes = known?.bytes.deref()
    return known && bytes && { ...known.found, bytes }
  }

  const read = async (path: string): Promise<(Variant & { bytes: Buffer }) | undefined> => {
    const found = unsent(path) ?? (await variant(path.slice('/media/'.length)))
    if (!found) return undefined
    const { bytes: own, ...rest } = found
    const bytes = Buffer.isBuffer(own) ? own : Buffer.from(own.buffer, own.byteOffset, own.byteLength)
    return { ...rest, bytes }
  }

  const fetch = async (path: string) => {
    const asked = forgotten
    const found = await read(path)
    if (!found) return undefined
    const { bytes, movedTo, ...rest } = found
    if (movedTo !== undefined) {
      const headers = merged(['Location', movedTo, 'Cache-Control', 'no-cache'], security)
      return createSnapshot({
        status: 302,
        type: 'text/plain',
        bodies: { identity: bytes },
        etag: `W/"${movedTo}"`,
        headers,
      })
    }
    // The name is the content's hash.
    const snapshot = createSnapshot({
      status: 200,
      type: found.type,
      bodies: { identity: bytes },
      etag: `W/"${path.slice(7)}"`,
      headers: merged(['Cache-Control', immutable], security, fileHeaders(found)),
    })
    if (asked === forgotten && !found.superseded) {
      sending.set(path, { found: rest, bytes: new WeakRef(bytes) })
      keep(path, snapshot)
    }
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
      sending.clear()
      loading.clear()
      size = 0
      forgotten += 1
    },
  }
}

export type ReadyMedia = ReturnType<typeof createReadyMedia>
