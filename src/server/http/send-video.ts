import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { fileHeaders } from '../media/ready-media.ts'
import { byteRange, type StoredVideo } from '../media/stored-bytes.ts'
import type { Log } from '../process/log.ts'
import { mergedHeaders } from '../snapshots/snapshots.ts'

interface Part {
  status: 200 | 206 | 304 | 416
  /** Names and values in turn. */
  headers: readonly string[]
  /** First and last byte of the body; undefined when there is none. */
  bytes?: { from: number; to: number }
}

/** Status and part of a video for these headers: RFC 9110, 13.2.2 and 14. */
const answerOf = (
  { method, headers }: Exchange['request'],
  etag: string,
  { size, type }: Pick<StoredVideo, 'size' | 'type'>,
): Part => {
  const known = headers['if-none-match']
  if (known !== undefined && (known === '*' || known.includes(etag))) return { status: 304, headers: [] }
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = byteRange(method === 'GET' && isSame ? headers.range : undefined, size)
  if (range === 'unsatisfiable')
    return {
      status: 416,
      headers: ['Content-Range', `bytes */${size}`, 'Content-Length', '0', 'Cache-Control', 'no-store'],
    }
  const { from, to } = range ?? { from: 0, to: size - 1 }
  const whole = ['Content-Type', type, 'Content-Length', String(to - from + 1)]
  return range
    ? { status: 206, headers: [...whole, 'Content-Range', `bytes ${from}-${to}/${size}`], bytes: range }
    : { status: 200, headers: whole, bytes: { from, to } }
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Answers a GET or HEAD with a video or a part of it. It is read from the store as fast as the visitor takes it, so that a slow
 * visitor holds one part in memory, not the file. Rejects before anything is sent when it cannot be had.
 */
export const sendVideo = async (
  { request, response, path }: Exchange,
  video: StoredVideo,
  { name, caching, security, log }: { name: string; caching: string; security: readonly string[]; log: Log },
): Promise<void> => {
  const { method = 'GET' } = request
  // The name is the content's hash. Strong, so that `If-Range` can compare it.
  const etag = `"${name}"`
  const { status, headers, bytes } = answerOf(request, etag, video)
  const common = ['ETag', etag, 'Accept-Ranges', 'bytes', 'Cache-Control', caching, ...security]
  const body = method === 'GET' ? bytes : undefined
  // Before the head: a file that cannot be had is refused.
  const read = body && (await video.read(body.from, body.to))
  response.writeHead(status, mergedHeaders(common, fileHeaders(video), headers))
  if (read)
    await pipeline(read, response).catch((error: unknown) => {
      if (!isGone(error)) log.error('A video could not be read', { path, reason: String(error) })
    })
  else response.end()
  if (log.requests) log.request(method, path, status, body ? body.to - body.from + 1 : 0)
}

export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  path: string
}

const headersOf: Record<number, string[]> = {
  308: ['Cache-Control', 'public, max-age=3600'],
  400: ['Connection', 'close'],
  405: ['Allow', 'GET, HEAD'],
  503: ['Retry-After', '5'],
}

/** Sends the listener's short answers: redirects, and refusals of what no page and no handler takes. */
export const createRefusals =
  (security: readonly string[], log: Log) =>
  ({ request, response, path }: Exchange, status: number, { html = '', headers = [] as string[] } = {}): void => {
    const { method = '' } = request
    const body = Buffer.from(html)
    const own = headersOf[status] ?? []
    response.writeHead(status, [
      ...own,
      ...headers,
      ...(own.includes('Cache-Control') ? [] : ['Cache-Control', 'no-store']),
      ...(body.length > 0 ? ['Content-Type', 'text/html; charset=utf-8'] : []),
      'Content-Length',
      String(body.length),
      ...security,
    ])
    response.end(method === 'HEAD' ? undefined : body)
    if (log.requests) log.request(method, path, status, body.length)
  }
