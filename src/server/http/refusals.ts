import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../process/log.ts'

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
