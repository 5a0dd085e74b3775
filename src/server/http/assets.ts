import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buildLists, filesIn } from '../publishing/client-build.ts'
import { cacheForADay, immutable } from '../snapshots/security-headers.ts'
import { type OnDemand, onDemand } from '../snapshots/shelf.ts'
import { createSnapshot, entityTag, type Snapshot } from '../snapshots/snapshots.ts'

const types = new Map([
  ['.avif', 'image/avif'],
  ['.css', 'text/css; charset=utf-8'],
  ['.ico', 'image/x-icon'],
  ['.jpg', 'image/jpeg'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.json', 'application/json'],
  ['.pdf', 'application/pdf'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
])

/**
 * The built files, by a map of exact names made at the start: no request ever becomes a file name. Compressed forms are those that the
 * build left beside them. The first of several folders with the same name wins; a missing folder has none.
 */
export const createAssets = (folders: readonly string[], security: readonly string[]): OnDemand => {
  const paths = new Map<string, string>()
  for (const folder of [...folders].reverse())
    for (const name of filesIn(folder)) paths.set(name, path.join(folder, name))

  const read = async (name: string) => {
    const file = paths.get(name)
    return file === undefined ? undefined : await readFile(file)
  }
  const snapshotOf = async (name: string, type: string) => {
    const encoded = await Promise.all(['', '.br', '.zst', '.gz'].map((end) => read(name + end)))
    const [identity, br, zstd, gzip] = encoded as [Buffer, Buffer?, Buffer?, Buffer?]
    const caching = name.startsWith('assets/') ? immutable : cacheForADay
    const headers = ['Cache-Control', caching, 'Vary', 'Accept-Encoding', ...security]
    return createSnapshot({
      status: 200,
      type,
      bodies: { identity, br, zstd, gzip },
      etag: entityTag(identity, ...headers),
      headers,
    })
  }

  const makers = new Map<string, () => Promise<Snapshot>>()
  for (const name of paths.keys()) {
    const type = types.get(path.extname(name))
    if (type && !buildLists.has(name)) makers.set(encodeURI(`/${name}`), () => snapshotOf(name, type))
  }
  return onDemand(makers)
}
