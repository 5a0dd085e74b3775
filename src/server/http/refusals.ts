import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../process/log.ts'

const headersOf: Record<number, string[]> = {
  308: ['Cache-Control', 'public, max-age=3600'],
  400: ['Connection', 'close'],
  405: ['Allow', 'GET, HEAD'],
  503: ['Retry-After', '5'],
}

/** Short answers of the listener's own: redirects, and what no page and no handler takes. */
export const createRefusals =
  (security: readonly string[], log: Log) =>
  (
    { method = '' }: IncomingMessage,
    response: ServerResponse,
    path: string,
    status: number,
    html = '',
    extra: string[] = [],
  ): void => {
    const body = Buffer.from(html)
    const own = headersOf[status] ?? []
    response.writeHead(status, [
      ...own,
      ...extra,
      ...(own.includes('Cache-Control') ? [] : ['Cache-Control', 'no-store']),
      ...(body.length > 0 ? ['Content-Type', 'text/html; charset=utf-8'] : []),
      'Content-Length',
      String(body.length),
      ...security,
    ])
    if (method === 'HEAD') response.end()
    else response.end(body)
    if (log.requests) log.request(method, path, status, body.length)
  }
