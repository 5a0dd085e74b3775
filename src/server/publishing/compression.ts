import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompressSync } from 'node:zlib'

/** The encodings a body can be sent in, best first. A body's forms are kept in this order. */
export const encodings = ['br', 'zstd', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** One body in every encoding that makes it smaller; identity is always there. */
export interface Bodies {
  identity: Buffer
  br?: Buffer
  zstd?: Buffer
  gzip?: Buffer
}

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

// Two cores' worth: the pool's other threads stay free for files, and each thread that compresses keeps some megabytes.
let free = 2
const waiting: (() => void)[] = []

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
  else free -= 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
}

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

// Under this a packet is not filled, and the encoding's header costs as much as it saves.
const worthwhile = 256

const smaller = (body: Buffer, compressed: Buffer) => (compressed.length < body.length ? compressed : undefined)

/**
 * In zstd, here and now: 3 to 4 µs a kilobyte. Handing a page to another thread and back costs as much, and on a busy machine ten
 * times that. Undefined when it gains nothing.
 */
export const compressAtOnce = (body: Buffer): Buffer | undefined => {
  if (body.length < worthwhile) return undefined
  return smaller(body, zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }))
}

const quick = {
  br: (body: Buffer) => brotli(body, 5),
  gzip: (body: Buffer) => gzipOf(body, { level: 6 }),
}

/** Compresses quickly, outside the event loop; undefined when it gains nothing. */
export const compress = async (body: Buffer, encoding: keyof typeof quick): Promise<Buffer | undefined> => {
  if (body.length < worthwhile) return undefined
  return smaller(body, await inTurn(() => quick[encoding](body)))
}

/** Compresses as small as it gets: about a millisecond per kilobyte of a thread's time. */
export const compressSmallest = (body: Buffer): Promise<Buffer> => inTurn(() => brotli(body, 11))
