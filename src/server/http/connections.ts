import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Node's inside: the answer that a connection is busy with, and the system's side of it. */
interface Inside {
  /** Until its last byte is handed to the system. */
  _httpMessage?: { _headerSent: boolean; req: { complete: boolean } } | null
  /** `bytesWritten` counts what was given to libuv, `writeQueueSize` how much of it the kernel has not taken yet. */
  _handle?: { bytesWritten: number; writeQueueSize: number } | null
}

/** The answer in hand on this connection, if there is one. */
export const answerInHand = (socket: Socket) => (socket as Inside)._httpMessage ?? undefined

const answers = (socket: Socket): boolean => answerInHand(socket) !== undefined

/** Bytes that wait for the reader, and bytes that the kernel has taken. `socket.bytesWritten` counts both alike. */
const flow = (socket: Socket) => {
  const handle = (socket as Inside)._handle
  const queued = handle?.writeQueueSize ?? 0
  return { queued, taken: (handle?.bytesWritten ?? 0) - queued }
}

/** Whether a connection has been answered and only waits for a next request. */
export const isIdle = (socket: Socket): boolean => socket.bytesWritten > 0 && !answers(socket)

export interface Ends {
  /** How long a connection may wait for its next request, in ms. */
  idle: number
  /** How long a reader may take nothing of what waits for it, in ms. */
  stalledMs: number
  /** How many connections there may be; with nine tenths of them taken, stalled readers are ended four times sooner. */
  most: number
  stopping: () => boolean
}

interface Seen {
  read: number
  taken: number
  /** When it last made progress. */
  since: number
}

// A flood of refused connections must not buy as many looks at all the others.
const sweepEveryMs = 100

/**
 * Ends connections that only wait for a next request, after `idle` ms, and those whose reader takes nothing, after `stalledMs`; each at most a
 * tenth later, sooner when room is needed or the server stops. In place of two things of Node's: a timer that it sets and takes off at every
 * answer, which cost a visit about a twentieth; and its `closeIdleConnections`, which `close` calls as well and which counts an answer as done
 * once it is ended, so that it cuts off the file that a slow visitor is in the middle of.
 */
export const endIdleConnections = (server: Server, { idle, stalledMs, most, stopping }: Ends): void => {
  const connections = new Map<Socket, Seen>()
  server.on('connection', (socket) => {
    connections.set(socket, { read: 0, taken: 0, since: Date.now() })
    socket.once('close', () => connections.delete(socket))
  })
  server.closeIdleConnections = () => {
    for (const socket of connections.keys()) {
      // One that never said a word is a browser's, kept ready; it may be about to ask, unless there is nobody left to ask.
      if (isIdle(socket) || (stopping() && socket.bytesRead === 0)) socket.destroy()
    }
  }
  // By what has moved since the last look, so that a visit costs nothing of this.
  const look = (crowded: boolean) => {
    const now = Date.now()
    const patienceMs = crowded ? stalledMs / 4 : stalledMs
    for (const [socket, seen] of connections) {
      const { queued, taken } = flow(socket)
      // An answer of which nothing is queued waits for us, not for its reader.
      const moved = queued > 0 ? taken !== seen.taken : answers(socket) || socket.bytesRead !== seen.read
      seen.read = socket.bytesRead
      seen.taken = taken
      if (moved) seen.since = now
      else if (now - seen.since > (queued > 0 ? patienceMs : idle)) socket.destroy()
    }
  }
  let swept = 0
  server.on('drop', () => {
    // When all are taken, those that only wait make room for whoever has a request.
    if (Date.now() - swept < sweepEveryMs) return
    swept = Date.now()
    server.closeIdleConnections()
    look(true)
  })
  const timer = setInterval(() => look(connections.size >= most * 0.9), Math.min(idle, stalledMs) / 10).unref()
  server.once('close', () => clearInterval(timer))
}
