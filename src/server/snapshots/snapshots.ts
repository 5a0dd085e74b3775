import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompressSync } from 'node:zlib'
import pLimit from 'p-limit'
import { http } from '../process/node-http.ts'

/** Content encodings, best first. */
export const encodings = ['br', 'zstd', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]

interface Bodies {
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

/** The head of an answer, the same for every visit but for its date. */
export interface AnswerHead {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: string[]
  readonly text: string
}

export const createAnswerHead = (status: number, headers: string[]): AnswerHead => {
  const lines = headers.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`))
  return { status, headers, text: `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}` }
}

export interface Answer {
  readonly head: AnswerHead
  readonly body?: Buffer
}

interface FullAnswer extends Answer {
  readonly body: Buffer
}

/** The prepared answers of one URL. Nothing of it is made during a visit. */
export interface Snapshot {
  readonly status: number
  /** Weak: another encoding or a better compression is the same page. */
  readonly etag: string
  /** In the order of `encodings`; identity is always there. */
  readonly answers: (FullAnswer | undefined)[]
  readonly unchanged: Answer
  readonly source: Omit<Source, 'bodies'>
}

export interface Source {
  status: number
  type: string
  bodies: Bodies
  etag: string
  headers: readonly string[]
}

export const entityTag = (body: Uint8Array | string, ...headers: string[]): string => {
  const hash = createHash('sha256').update(body)
  for (const header of headers) hash.update('\0').update(header)
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}

const answerOf = (
  { status, type, etag, headers }: Omit<Source, 'bodies'>,
  body: Buffer,
  encoding: string,
): FullAnswer => ({
  body,
  head: createAnswerHead(status, [
    'Content-Type',
    type,
    'Content-Length',
    String(body.length),
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    'ETag',
    etag,
    ...headers,
  ]),
})

export const createSnapshot = ({ bodies, ...source }: Source): Snapshot => ({
  status: source.status,
  etag: source.etag,
  answers: encodings.map((encoding) => {
    const body = bodies[encoding]
    return body && answerOf(source, body, encoding)
  }),
  unchanged: { head: createAnswerHead(304, ['ETag', source.etag, ...source.headers]) },
  source,
})

export const bodyOf = (snapshot: Snapshot, encoding: Encoding): Buffer | undefined =>
  snapshot.answers[encodings.indexOf(encoding)]?.body

export const identityOf = (snapshot: Snapshot): Buffer => bodyOf(snapshot, 'identity') as Buffer

/** One assignment, so that no visit sees half of it. */
export const setBody = (snapshot: Snapshot, encoding: Encoding, body: Buffer): void => {
  snapshot.answers[encodings.indexOf(encoding)] = answerOf(snapshot.source, body, encoding)
}

/** Headers, names and values in turn; those of a later list replace earlier ones of the same name. */
export const mergedHeaders = (...lists: (readonly string[])[]): string[] => {
  const headers = new Map<string, string>()
  for (const list of lists)
    for (let i = 0; i < list.length; i += 2) headers.set(list[i] as string, list[i + 1] as string)
  return [...headers].flat()
}
