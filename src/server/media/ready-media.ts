import { immutable } from '../snapshots/caching.ts'
import { createSnapshotCache } from '../snapshots/snapshot-cache.ts'
import type { Snapshot } from '../snapshots/snapshots.ts'
import { bufferOf, mediaSnapshot } from './media-snapshot.ts'
import type { Variant } from './stored-bytes.ts'

export type ShownItem = Pick<Variant, 'media' | 'rendition'>

/** Knows what visitors may fetch of Media: what the content names as it is shown now, or a setting. */
export interface ShownMedia {
  /** Another one whenever other content is shown. */
  revision(): unknown
  /** True when visitors may fetch it. `stem` is that of its URL. */
  isShown(found: ShownItem, stem: string): Promise<boolean>
}

const mostBytes = 24 * 1024 * 1024

/** Keeps the most recent variants and files that visitors may see in memory, so that a visit seldom needs the database. */
export const createReadyMedia = (
  variant: (name: string) => Promise<Variant | undefined>,
  security: readonly string[],
  shown: ShownMedia,
) => {
  const kept = createSnapshotCache(mostBytes)
  // What answers may still be sending: however many slow readers take turns at large files, each file is in memory once.
  const sending = new Map<string, { found: Omit<Variant, 'bytes'>; bytes: WeakRef<Buffer> }>()
  const loading = new Map<string, Promise<Snapshot | undefined>>()
  let forgotten = 0
  let revision = shown.revision()

  const unsent = (path: string): Variant | undefined => {
    for (const [name, { bytes }] of sending) if (!bytes.deref()) sending.delete(name)
    const known = sending.get(path)
    const bytes = known?.bytes.deref()
    return known && bytes && { ...known.found, bytes }
  }

  const read = async (path: string): Promise<(Variant & { bytes: Buffer }) | undefined> => {
    const found = unsent(path) ?? (await variant(path.slice('/media/'.length)))
    if (!found) return undefined
    return { ...found, bytes: bufferOf(found.bytes) }
  }

  const fetch = async (path: string) => {
    const asked = forgotten
    const found = await read(path)
    if (!found) return undefined
    const name = path.slice('/media/'.length)
    if (!(await shown.isShown(found, name.slice(0, 16)))) return undefined
    const snapshot = mediaSnapshot(name, found, immutable, security)
    if (asked === forgotten && !found.superseded && found.movedTo === undefined) {
      const { bytes, ...rest } = found
      sending.set(path, { found: rest, bytes: new WeakRef(bytes) })
      kept.keep(path, snapshot)
    }
    return snapshot
  }

  const forget = (): void => {
    kept.clear()
    sending.clear()
    loading.clear()
    forgotten += 1
  }

  /** Forgets all when the page has changed: that is a moment after the store, and decides what visitors may see. */
  const forgetOther = () => {
    const now = shown.revision()
    if (now !== revision) forget()
    revision = now
  }

  return {
    ready: (path: string): Snapshot | undefined => {
      forgetOther()
      return kept.get(path)
    },
    /** Undefined when there is none. Rejects with `Unavailable` when the store cannot be reached. */
    load: (path: string): Promise<Snapshot | undefined> | undefined => {
      if (!/^\/media\/[\w.-]{1,200}$/.test(path)) return undefined
      forgetOther()
      const under = loading.get(path) ?? fetch(path).finally(() => loading.delete(path))
      loading.set(path, under)
      return under
    },
    forget,
  }
}

export type ReadyMedia = ReturnType<typeof createReadyMedia>
