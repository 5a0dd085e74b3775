// Compresses the text files of a built part: node scripts/compress-assets.js FOLDER
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const zstd = promisify(zlib.zstdCompress)

const { BROTLI_PARAM_SIZE_HINT, ZSTD_c_compressionLevel } = zlib.constants

const encodings = {
  br: (body) => brotli(body, { params: { [BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gz: (body) => gzip(body, { level: 9 }),
  // Told the size, level 19 takes tables that fit it; untold, it takes 90 MB for each file however small.
  zst: (body) => zstd(body, { pledgedSrcSize: body.length, params: { [ZSTD_c_compressionLevel]: 19 } }),
}

/** Writes a .br, .zst and .gz next to every text file of a folder, so that the server never compresses an asset. */
export const compressAssets = async (folder) => {
  const names = await readdir(folder, { recursive: true })
  const texts = names.filter((name) => /\.(?:js|css|svg|json|html|txt|webmanifest)$/.test(name)).values()
  const compressNext = async () => {
    for (const name of texts) {
      const file = path.join(folder, name)
      const body = await readFile(file)
      for (const [extension, encode] of Object.entries(encodings))
        await writeFile(`${file}.${extension}`, await encode(body))
    }
  }
  // Two at a time: each encoder keeps its own window of memory.
  await Promise.all([compressNext(), compressNext()])
}

if (process.argv[1] === import.meta.filename) await compressAssets(process.argv[2])
