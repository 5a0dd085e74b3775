import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ipGroup } from '../endpoint/endpoint.ts'
import { http } from '../process/node-http.ts'
import { answerInHand, checkNodeInternals, flow, noteAnswer } from './node-internals.ts'

interface BodyBounds {
  /** Time in ms in which a body comes to its end, or `leastBytes` of it come. */
  windowMs: number
  leastBytes: number
}

/** Largest JSON bodies come within one window at this rate; a video of 30 MB at half a megabit a second takes eight minutes. */
const bodyBounds: BodyBounds = { windowMs: 15_000, leastBytes: 256 * 1024 }

const hasBody = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? 0) !== 0 || headers['transfer-encoding'] !== undefined

/** Calls `end` when the body of a request stops coming, or comes too slowly. A request without a body costs nothing. */
const watchBody = (
  request: IncomingMessage,
  end: () => void,
  { windowMs, leastBytes }: BodyBounds = bodyBounds,
): void => {
  if (!hasBody(request)) return
  const { socket } = request
  let read = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer)
    const came = socket.bytesRead - read
    read = socket.bytesRead
    if (came >= leastBytes) return
    clearInterval(timer)
    end()
  }, windowMs).unref()
  request.once('close', () => clearInterval(timer))
}

/** Time in ms that a client has for its last answer when it is still sending: closed at once, the connection would take that answer back. */
const lingerMs = 5000

/** Reads no more of a connection; `destroySoon`, which Node calls behind a last answer, then ends it. */
const endUnread = (socket: Socket): void => {
  socket.pause()
  // Node would read on what nobody has read, and so would the framework.
  socket.resume = () => socket
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

/**
 * Ends the reading of a body with the head of the answer, and then the connection. By itself Node reads such a body to its end and throws
 * it away, so fast that 60 clients take the memory of a small machine.
 */
const endWithUnread = (request: IncomingMessage, response: ServerResponse): void => {
  if (!hasBody(request)) return
  const { shouldKeepAlive, writeHead } = response
  // Makes every answer write its head by `writeHead`.
  response.shouldKeepAlive = false
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    response.shouldKeepAlive = shouldKeepAlive && request.complete
    if (!request.complete) endUnread(request.socket)
    return writeHead.apply(response, given)
  }) as typeof writeHead
}

const isIdle = (socket: Socket): boolean => socket.bytesWritten > 0 && !answerInHand(socket)

interface ConnectionBounds {
  idleMs: number
  /** Time in which a reader must take some of what waits for it. */
  stalledMs: number
  /** Number of connections; with nine tenths of them in use, stalled readers are ended four times sooner. */
  most: number
  stopping: () => boolean
}

interface Seen {
  read: number
  taken: number
  /** Unix time in ms of its last progress. */
  since: number
}

// A flood of refused connections must not cause as many sweeps.
const sweepEveryMs = 100

/**
 * Ends connections that only wait for a next request, after `idleMs`, and those whose reader takes nothing, after `stalledMs`; each at
 * most a tenth later, and sooner when connections run out or the server stops. Replaces `closeIdleConnections`, which `close` calls as well:
 * Node's counts an answer as done once it is ended, so that it cuts off a large file on its way to a slow visitor.
 * `leaveToTimers` leaves this to Node's own timers, which cost a visit about a twentieth.
 */
const endIdleConnections = (server: Server, { idleMs, stalledMs, most, stopping }: ConnectionBounds) => {
  const connections = new Map<Socket, Seen>()
  server.on('connection', (socket) => {
    connections.set(socket, { read: 0, taken: 0, since: Date.now() })
    socket.once('close', () => connections.delete(socket))
  })
  server.closeIdleConnections = () => {
    for (const socket of connections.keys()) {
      // A browser opens a silent connection ahead of its next request; it may still use it, unless the server stops.
      if (isIdle(socket) || (stopping() && socket.bytesRead === 0)) socket.destroy()
    }
  }
  // Compares with the sweep before, so that a visit itself costs nothing for this.
  const sweep = (crowded: boolean) => {
    const now = Date.now()
    const stalledLimitMs = crowded ? stalledMs / 4 : stalledMs
    for (const [socket, seen] of connections) {
      const { queued, taken } = flow(socket)
      // An answer of which nothing is queued waits for the server, not for its reader.
      const moved = queued > 0 ? taken !== seen.taken : answerInHand(socket) || socket.bytesRead !== seen.read
      seen.read = socket.bytesRead
      seen.taken = taken
      if (moved) seen.since = now
      else if (now - seen.since > (queued > 0 ? stalledLimitMs : idleMs)) socket.destroy()
    }
  }
  let sweptAt = 0
  server.on('drop', () => {
    if (Date.now() - sweptAt < sweepEveryMs) return
    sweptAt = Date.now()
    server.closeIdleConnections()
    sweep(true)
  })
  const timer = setInterval(() => sweep(connections.size >= most * 0.9), Math.min(idleMs, stalledMs) / 10).unref()
  server.once('close', () => clearInterval(timer))
  return {
    leaveToTimers: (): void => {
      clearInterval(timer)
      server.keepAliveTimeout = idleMs
      server.setTimeout(stalledMs, (socket) => {
        if (socket.writableLength > 0 || !answerInHand(socket)) socket.destroy()
      })
    },
  }
}

// Four browsers behind one address, six connections each.
const minShare = 24

// A flood of refused connections must not cause as many searches.
const searchEveryMs = 100

interface ClientGroup {
  sockets: Set<Socket>
  searchAfter: number
}

const endIdle = (group: ClientGroup): boolean => {
  const now = Date.now()
  if (now < group.searchAfter) return false
  for (const socket of group.sockets) {
    if (socket.destroyed || !isIdle(socket)) continue
    socket.destroy()
    return true
  }
  group.searchAfter = now + searchEveryMs
  return false
}

/**
 * Refuses a connection of an address group that has a third as many as are still free, so that a few clients together cannot take all:
 * one gets 500 of 2,000, and each further one a quarter of the rest. The group's own idle connections are ended first.
 */
const shareConnections = (server: Server, most: number): void => {
  const groups = new Map<string, ClientGroup>()
  let total = 0
  server.on('connection', (socket) => {
    const name = ipGroup(socket.remoteAddress ?? 'unknown')
    const group = groups.get(name) ?? { sockets: new Set(), searchAfter: 0 }
    const { sockets } = group
    if (sockets.size >= Math.max(minShare, (most - total) / 3) && !endIdle(group)) {
      socket.destroy()
      return
    }
    groups.set(name, group)
    sockets.add(socket)
    total += 1
    socket.once('close', () => {
      total -= 1
      sockets.delete(socket)
      if (sockets.size === 0) groups.delete(name)
    })
  })
}

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

interface HttpServerOptions {
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
