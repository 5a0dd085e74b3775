import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { readClientBuild } from '../../src/server/publishing/client-build.ts'

const folder = path.resolve(import.meta.dirname, '../../dist/client')

/** The browser's files as `npm run build` made them. */
export interface ClientBuild {
  /** The boot script's address. */
  boot: string
  read(address: string): Buffer | undefined
  /** Bytes of each script as brotli leaves them, by name without hash. */
  sizes(): Record<string, number>
}

/** Reads the boot script and the islands; no styles. */
export const clientBuild = (): ClientBuild => {
  const { boot } = readClientBuild(folder)
  const files = new Map(
    readdirSync(path.join(folder, 'assets'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => [`/assets/${name}`, readFileSync(path.join(folder, 'assets', name))]),
  )
  return {
    boot,
    read: (address) => files.get(address),
    sizes: () =>
      Object.fromEntries(
        [...files].map(([address, body]) => [
          address.replace(/^\/assets\/(.+)-[\w-]{8}\.js$/, '$1'),
          brotliCompressSync(body).length,
        ]),
      ),
  }
}
