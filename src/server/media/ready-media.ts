import { immutable } from '../snapshots/security-headers.ts'
import { createShelf } from '../snapshots/shelf.ts'
import { createSnapshot, mergedHeaders, type Snapshot } from '../snapshots/snapshots.ts'
import type { StoredBytes, Variant } from './stored-bytes.ts'

// A browser wraps a video that is opened on its own in a document, which loads it again and has a style of its own. In a sandbox that
// document would have no origin, and could not load it.
const videoPolicy = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'"

/** A PDF is downloaded, an SVG shown and a video played; none may run or fetch anything else, opened on its own or not. */
const policies = new Map([
  ['application/pdf', "default-src 'none'; sandbox"],
  ['image/svg+xml', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
  ['video/mp4', videoPolicy],
  ['video/webm', videoPolicy],
])

const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

// RFC 6266 with a fallback in ASCII: letters, digits and marks that no header and no file system reads in another way.
const fallback = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\w.\- ]/g, '')
    .replace(/^[. ]+/, '')
    .trim() || 'file'

export const contentDisposition = (name: string, how: 'attachment' | 'inline'): string =>
  `${how}; filename="${fallback(name)}"; filename*=UTF-8''${encoded(name)}`

/** Headers of a stored file besides its type, names and values in turn; none for an image with variants. */
export const fileHeaders = ({ type, fileName }: Pick<StoredBytes, 'type'> & { fileName?: string }): string[] => {
  const policy = policies.get(type)
  if (policy === undefined) return []
  return [
    'Content-Security-Policy',
    policy,
    ...(fileName === undefined
      ? []
      : ['Content-Disposition', contentDisposition(fileName, type === 'application/pdf' ? 'attachment' : 'inline')]),
    ...(type === 'application/pdf' ? ['Accept-Ranges', 'none'] : []),
  ]
}

export const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The answer with a variant or a file, or the redirect to the file that took its place. The name is the content’s hash. */
export const mediaSnapshot = (
  name: string,
  { bytes, movedTo, ...found }: Variant,
  caching: string,
  security: readonly string[],
): Snapshot => {
  const bodies = { identity: bufferOf(bytes) }
  // Readers of the feed and of the twins show them on other sites.
  const isOpen = caching === immutable && found.type.startsWith('image/')
  const open = isOpen ? ['Cross-Origin-Resource-Policy', 'cross-origin'] : []
  if (movedTo === undefined) {
    const headers = mergedHeaders(['Cache-Control', caching], security, fileHeaders(found), open)
    return createSnapshot({ status: 200, type: found.type, bodies, etag: `W/"${name}"`, headers })
  }
  const headers = mergedHeaders(['Location', movedTo, 'Cache-Control', 'no-cache'], security, open)
  return createSnapshot({ status: 302, type: 'text/plain', bodies, etag: `W/"${movedTo}"`, headers })
}

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
  const shelf = createShelf(mostBytes)
  // What answers may still be sending: however many slow readers take turns at large files, each file is in memory once.
  const sending = new Map<string, { found: Omit<Variant, 'bytes'>; bytes: WeakRef<Buffer> }>()
  const fetched = new WeakMap<Snapshot, Variant & { bytes: Buffer }>()
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
    const found = await read(path)
    if (!found) return undefined
    const name = path.slice('/media/'.length)
    if (!(await shown.isShown(found, name.slice(0, 16)))) return undefined
    const snapshot = mediaSnapshot(name, found, immutable, security)
    fetched.set(snapshot, found)
    return snapshot
  }

  const keep = (path: string, snapshot: Snapshot): boolean => {
    const { bytes, ...found } = fetched.get(snapshot) as Variant & { bytes: Buffer }
    if (found.superseded || found.movedTo !== undefined) return false
    sending.set(path, { found, bytes: new WeakRef(bytes) })
    return true
  }

  const forget = (): void => {
    shelf.clear()
    sending.clear()
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
      return shelf.ready(path)
    },
    /** Undefined when there is none. Rejects with `Unavailable` when the store cannot be reached. */
    load: (path: string): Promise<Snapshot | undefined> | undefined => {
      if (!/^\/media\/[\w.-]{1,200}$/.test(path)) return undefined
      forgetOther()
      return shelf.make(path, () => fetch(path), { keeps: (snapshot) => keep(path, snapshot) })
    },
    forget,
  }
}

export type ReadyMedia = ReturnType<typeof createReadyMedia>
