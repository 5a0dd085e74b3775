import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompressSync } from 'node:zlib'
import pLimit from 'p-limit'

/** Content encodings, best first. */
export const encodings = ['br', 'zstd', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

export interface Bodies {
  identity: Buffer
  br?: Buffer | undefined
  zstd?: Buffer | undefined
  gzip?: Buffer | undefined
}

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

// Two cores' worth: the thread pool's other threads stay free for files, and each compression takes some megabytes.
const inTurn = pLimit(2)

const brotli = (body: Buffer, quality: number) =>
  brotliOf(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      // A window wider than the body only costs memory.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(body.length)))),
    },
  })

// Below this a packet is not filled, and the encoding's header costs what it saves.
const smallestBytes = 256

const smaller = (body: Buffer, compressed: Buffer) => (compressed.length < body.length ? compressed : undefined)

/**
 * Compresses with zstd on this thread, 3 to 4 µs a kilobyte: handing a page to another thread costs as much, and on a busy machine
 * ten times that. Undefined when it gains nothing.
 */
export const compressAtOnce = (body: Buffer): Buffer | undefined => {
  if (body.length < smallestBytes) return undefined
  return smaller(body, zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }))
}

const quick = {
  br: (body: Buffer) => brotli(body, 5),
  gzip: (body: Buffer) => gzipOf(body, { level: 6 }),
}

/** Compresses outside the event loop; undefined when it gains nothing. */
export const compress = async (body: Buffer, encoding: keyof typeof quick): Promise<Buffer | undefined> => {
  if (body.length < smallestBytes) return undefined
  return smaller(body, await inTurn(() => quick[encoding](body)))
}

/** The body in every encoding that is made outside the event loop. */
export const compressWhole = async (identity: Buffer): Promise<Bodies> => {
  const [br, gzip] = await Promise.all([compress(identity, 'br'), compress(identity, 'gzip')])
  return { identity, br, gzip }
}

/** Compresses as small as possible, in about a millisecond of a thread per kilobyte. */
export const compressSmallest = (body: Buffer): Promise<Buffer> => inTurn(() => brotli(body, 11))
