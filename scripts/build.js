// Builds what the product runs on into dist/: the browser's files, then the server.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { createBuilder } from 'vite'
import { writeBillOfMaterials } from './bill-of-materials.js'
import { drawIcons } from './icons.js'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const zstd = promisify(zlib.zstdCompress)

/** Leaves a .br, .zst and .gz beside every file that gains from it, so that the server never compresses an asset. */
const compressAssets = async (folder) => {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names
      .filter((name) => /\.(?:js|css|svg|json|html|txt|webmanifest)$/.test(name))
      .map(async (name) => {
        const file = path.join(folder, name)
        const body = await readFile(file)
        const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length }
        await writeFile(`${file}.br`, await brotli(body, { params }))
        await writeFile(`${file}.gz`, await gzip(body, { level: 9 }))
        await writeFile(`${file}.zst`, await zstd(body, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 19 } }))
      }),
  )
}

/** What is built, each into its folder under dist/. */
export const parts = ['client', 'admin', 'preview', 'server']

/**
 * Builds the parts into dist/ and tells how many ms it took. `quiet` leaves out Vite's own lines.
 * In development nothing is compressed: nobody waits for bytes that travel within one machine.
 */
export const build = async ({ quiet = true, mode = 'production', only = parts } = {}) => {
  const started = performance.now()
  const whole = mode === 'production' && only.length === parts.length
  const bill = whole && mkdir('dist', { recursive: true }).then(() => writeBillOfMaterials('dist/sbom.cdx.json'))
  const builder = await createBuilder({ mode, logLevel: quiet ? 'warn' : 'info' })
  for (const part of parts.filter((name) => only.includes(name))) {
    await builder.build(builder.environments[part])
    if (part === 'client') await drawIcons('dist/client')
    if (part !== 'server' && mode === 'production') await compressAssets(`dist/${part}`)
  }
  await bill
  return performance.now() - started
}

if (process.argv[1] && existsSync(process.argv[1]) && import.meta.filename === process.argv[1]) {
  const took = await build({ quiet: process.argv.includes('--quiet') })
  console.log(`Built in ${(took / 1000).toFixed(1)} s`)
}
