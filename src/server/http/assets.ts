import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cacheForADay, immutable } from '../publishing/caching.ts'
import type { Bodies } from '../publishing/compression.ts'
import { createSnapshot, entityTag, type Snapshot } from '../publishing/snapshots.ts'

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export interface Assets {
  /** The file at exactly this address, once it has been read. */
  ready(path: string): Snapshot | undefined
  /** Reads it; undefined when there is none. */
  load(path: string): Promise<Snapshot | undefined> | undefined
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')] : [],
  )

/**
 * The built files, by an exact-name map made at the start: no request ever becomes a file name.
 * Compressed forms are those the build left beside them. Of a name in several folders the first counts; a missing folder has none.
 */
export const createAssets = (folders: readonly string[], security: readonly string[]): Assets => {
  /** Where each name lies. */
  const places = new Map<string, string>()
  for (const folder of folders.filter((name) => existsSync(name)).reverse())
    for (const name of filesIn(folder)) places.set(name, path.join(folder, name))
  const addresses = new Map<string, string>()
  for (const name of places.keys())
    if (Object.hasOwn(types, path.extname(name)) && name !== 'manifest.json') addresses.set(encodeURI(`/${name}`), name)
  const read = new Map<string, Snapshot>()
  const reading = new Map<string, Promise<Snapshot>>()

  const contentOf = async (name: string) => {
    const place = places.get(name)
    return place === undefined ? undefined : await readFile(place)
  }

  const snapshotOf = async (name: string) => {
    const [identity, br, zstd, gzip] = await Promise.all([
      readFile(places.get(name) as string),
      contentOf(`${name}.br`),
      contentOf(`${name}.zst`),
      contentOf(`${name}.gz`),
    ])
    const bodies: Bodies = { identity, ...(br && { br }), ...(zstd && { zstd }), ...(gzip && { gzip }) }
    const headers = [
      'Cache-Control',
      name.startsWith('assets/') ? immutable : cacheForADay,
      'Vary',
      'Accept-Encoding',
      ...security,
    ]
    const type = types[path.extname(name)] as string
    return createSnapshot({ status: 200, type, bodies, etag: entityTag(identity, ...headers), headers })
  }

  return {
    ready: (address) => read.get(address),
    load: (address) => {
      const name = addresses.get(address)
      if (name === undefined) return undefined
      const pending = reading.get(address) ?? snapshotOf(name)
      reading.set(address, pending)
      return pending
        .then((snapshot) => {
          read.set(address, snapshot)
          return snapshot
        })
        .finally(() => reading.delete(address))
    },
  }
}
