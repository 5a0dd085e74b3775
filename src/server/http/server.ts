import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { keepAlive } from './send-head.ts'

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
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  socket.end(
    `HTTP/1.1 ${refusals[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}

const harden = (server: Server) => {
  server.maxConnections = 2000
  // When all are taken, those that only wait for a next request make room for whoever has one.
  server.on('drop', () => server.closeIdleConnections())
  server.on('clientError', refuseMalformed as (error: Error, socket: unknown) => void)
}

/** Node's name for the answer that a connection is busy with, until its last byte is handed to the system. */
interface Answering {
  _httpMessage?: unknown
}

/**
 * Has a server take only those connections for idle whose answers are all sent. Node's own `closeIdleConnections`, which `close`
 * calls as well, counts an answer as done once it is ended: it cuts off the file that a slow visitor is in the middle of.
 */
const spareAnswers = (server: Server, stopping: () => boolean) => {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  server.closeIdleConnections = () => {
    for (const socket of connections) {
      // One that never said a word is a browser's, kept ready; it may be about to ask, unless there is nobody left to ask.
      const waits = socket.bytesWritten > 0 || (stopping() && socket.bytesRead === 0)
      if (waits && !(socket as Answering)._httpMessage) socket.destroy()
    }
  }
}

/** The process's one HTTP server, with bounds on what a single client can hold. */
export const createHttpServer = (listener: RequestListener): HttpServer => {
  let stopping = false
  const server = createServer(
    {
      headersTimeout: 8000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 2000,
      keepAliveTimeout: keepAlive * 1000,
      maxHeaderSize: 16 * 1024,
      // A request that announces no body has none; that spares each visit the stream's life until its end.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      if (stopping) response.shouldKeepAlive = false
      listener(request, response)
    },
  )
  harden(server)
  spareAnswers(server, () => stopping)

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
