import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Bodies } from '../publishing/compression.ts'
import { createSnapshot, entityTag, type Snapshot } from '../publishing/snapshots.ts'
import { aDay, immutable } from './caching.ts'

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

/**
 * The built files, by an exact-name map made at the start: no request ever becomes a file name.
 * Compressed forms are those the build left beside them.
 */
export const createAssets = (folder: string, security: readonly string[]): Assets => {
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')] : [],
    ),
  )
  const addresses = new Map<string, string>()
  for (const name of names)
    if (Object.hasOwn(types, path.extname(name)) && name !== 'manifest.json') addresses.set(encodeURI(`/${name}`), name)
  const read = new Map<string, Snapshot>()
  const reading = new Map<string, Promise<Snapshot>>()

  const compressed = async (name: string) => (names.has(name) ? await readFile(path.join(folder, name)) : undefined)

  const snapshotOf = async (name: string) => {
    const [identity, br, zstd, gzip] = await Promise.all([
      readFile(path.join(folder, name)),
      compressed(`${name}.br`),
      compressed(`${name}.zst`),
      compressed(`${name}.gz`),
    ])
    const bodies: Bodies = { identity, ...(br && { br }), ...(zstd && { zstd }), ...(gzip && { gzip }) }
    const headers = [
      'Cache-Control',
      name.startsWith('assets/') ? immutable : aDay,
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
