import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { shareConnections } from './connection-shares.ts'
import { answerInHand, endIdleConnections } from './connections.ts'

const refusals: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

export interface HttpServer {
  listen(port: number, host: string): Promise<AddressInfo>
  /** Takes no more connections and resolves when the requests in hand are answered, or after `patience` ms without them. */
  stop(patience: number): Promise<void>
}

const refuseMalformed = (error: NodeJS.ErrnoException, socket: Socket) => {
  const inHand = answerInHand(socket)
  // The refusal of what comes after a request would end up inside that request's answer, or be taken for it.
  const spoken = inHand !== undefined && (inHand._headerSent || inHand.req.complete)
  if (error.code === 'ECONNRESET' || !socket.writable || spoken) {
    socket.destroy()
    return
  }
  socket.end(
    `HTTP/1.1 ${refusals[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}

export interface Bounds {
  /** How many connections at a time. */
  most?: number
  /** How long one waits for its next request, in ms. Longer than the minute that common proxies keep one, so that it is never us who cut it off under a request. */
  idle?: number
  /** How long a reader may take nothing of its answer, in ms; a reader on a bad line gets through with one packet in that time. */
  stalledMs?: number
  /** Whether each client may hold only its share of the connections. Behind a proxy all of them are the proxy's. */
  shares?: boolean
}

/** The process's one HTTP server, with bounds on what a single client can hold. */
export const createHttpServer = (
  listener: RequestListener,
  { most = 2000, idle = 65_000, stalledMs = 25_000, shares = true }: Bounds = {},
): HttpServer => {
  let stopping = false
  const server = createServer(
    {
      headersTimeout: 8000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 2000,
      keepAliveTimeout: 0,
      maxHeaderSize: 16 * 1024,
      // A request that announces no body has none; that spares each visit the stream's life until its end.
      optimizeEmptyRequests: true,
      // So that the listener sees a second Host, which Node would leave out.
      joinDuplicateHeaders: true,
    },
    (request, response) => {
      if (stopping) response.shouldKeepAlive = false
      listener(request, response)
    },
  )
  server.maxConnections = most
  server.on('clientError', refuseMalformed as (error: Error, socket: unknown) => void)
  endIdleConnections(server, { idle, stalledMs, most, stopping: () => stopping })
  if (shares) shareConnections(server, most)

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve(server.address() as AddressInfo)
        })
      }),
    stop: (patience) =>
      new Promise((resolve) => {
        stopping = true
        // A connection whose answer was on its way becomes idle only after it.
        const idle = setInterval(() => server.closeIdleConnections(), 50)
        const hard = setTimeout(() => server.closeAllConnections(), patience)
        server.close(() => {
          clearInterval(idle)
          clearTimeout(hard)
          resolve()
        })
      }),
  }
}
