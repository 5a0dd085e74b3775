import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { http } from '../process/node-http.ts'
import { type BodyBounds, bodyBounds, endUnread, endWithUnread, watchBody } from './bodies.ts'
import { shareConnections } from './connection-shares.ts'
import { endIdleConnections } from './connections.ts'
import { answerInHand, checkNodeInternals, noteAnswer } from './node-internals.ts'

const refusals: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

const tooSlow = Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

const refuseMalformed = (error: NodeJS.ErrnoException, socket: Socket) => {
  const inHand = answerInHand(socket)
  // The refusal of what follows a request would land inside that request's answer, or be taken for it.
  const isAnswered = inHand !== undefined && (inHand.headersSent || inHand.req.complete)
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) {
    socket.destroy()
    return
  }
  socket.write(
    `HTTP/1.1 ${refusals[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
  endUnread(socket)
  socket.destroySoon()
}

export interface HttpServerOptions {
  most?: number
  /** Wait for a next request, in ms: longer than the minute that common proxies keep a connection, so that none is cut off under a request. */
  idleMs?: number
  /** Time in which a reader may take nothing of its answer, in ms; one packet in that time is enough. */
  stalledMs?: number
  /** Gives each client a share of the connections. Behind a proxy all of them are the proxy's. */
  shares?: boolean
  bodies?: BodyBounds
  /** Called after the start when this Node differs inside from the one that the product was made with. */
  onUnknownInternals?: () => void
}

export const createHttpServer = (
  listener: RequestListener,
  {
    most = 2000,
    idleMs = 65_000,
    stalledMs = 25_000,
    shares = true,
    bodies = bodyBounds,
    onUnknownInternals,
  }: HttpServerOptions = {},
) => {
  let stopping = false
  const server = http.createServer(
    {
      headersTimeout: 8000,
      // A large upload; `watchBody` ends bodies that stop coming much sooner.
      requestTimeout: 600_000,
      connectionsCheckingInterval: 2000,
      keepAliveTimeout: 0,
      maxHeaderSize: 16 * 1024,
      // A request that announces no body has none: a visit need not end a stream.
      optimizeEmptyRequests: true,
      // Shows the listener a second Host, which Node would drop.
      joinDuplicateHeaders: true,
    },
    (request, response) => {
      const before = answerInHand(request.socket)
      // Nothing is done for a request behind the last answer of its connection (RFC 9112, 9.6).
      if (!request.socket.writable || (before?.headersSent && !before.shouldKeepAlive)) return
      if (stopping) response.shouldKeepAlive = false
      noteAnswer(response)
      endWithUnread(request, response)
      watchBody(request, () => refuseMalformed(tooSlow, request.socket), bodies)
      listener(request, response)
    },
  )
  server.maxConnections = most
  server.on('clientError', refuseMalformed as (error: Error, socket: unknown) => void)
  const connections = endIdleConnections(server, { idleMs, stalledMs, most, stopping: () => stopping })
  if (shares) shareConnections(server, most)

  return {
    /** Listens on an address, or on `fd`, a socket that is open already. */
    listen: async (port: number, host: string, fd?: number): Promise<AddressInfo> => {
      await once(server.listen(fd === undefined ? { port, host } : { fd }), 'listening')
      void checkNodeInternals().then((same) => {
        if (same) return
        connections.leaveToTimers()
        onUnknownInternals?.()
      })
      return server.address() as AddressInfo
    },
    /** Serves a connection that was made in another way. */
    attach: (socket: Socket): void => {
      server.emit('connection', socket)
    },
    /** Takes no more connections; resolves when the requests in hand are answered, or cuts them off after `timeoutMs`. */
    stop: async (timeoutMs: number): Promise<void> => {
      stopping = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // An answer on its way leaves its connection idle later.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const hard = setTimeout(() => server.closeAllConnections(), timeoutMs)
      await closed
      clearInterval(idle)
      clearTimeout(hard)
    },
  }
}

export type HttpServer = ReturnType<typeof createHttpServer>
