import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createBuilder } from 'vite'

/** The browser's files, built as for the product but into a folder of their own. */
export interface ClientBuild {
  /** The boot script's address. */
  boot: string
  read(address: string): Buffer | undefined
  /** Bytes of each script as brotli leaves them, by name without hash. */
  sizes(): Record<string, number>
  remove(): void
}

/** Builds the boot script and the islands; no styles. */
export const buildClient = async (): Promise<ClientBuild> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-client-'))
  // Vitest's own value would bring React's development build.
  const environment = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const builder = await createBuilder({
    root: path.resolve(import.meta.dirname, '../..'),
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
  })
  const { client } = builder.environments
  if (!client) throw new Error('vite.config.ts has no client build.')
  client.config.build.outDir = folder
  client.config.build.rolldownOptions = {
    ...client.config.build.rolldownOptions,
    input: { boot: 'src/site/boot/boot.ts' },
  }
  await builder.build(client)
  process.env.NODE_ENV = environment
  const files = new Map(
    readdirSync(path.join(folder, 'assets')).map((name) => [
      `/assets/${name}`,
      readFileSync(path.join(folder, 'assets', name)),
    ]),
  )
  const boot = [...files.keys()].find((address) => address.startsWith('/assets/boot-'))
  if (!boot) throw new Error('The build made no boot script.')
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
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
