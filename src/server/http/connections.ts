import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { answerInHand, flow } from './node-internals.ts'

export const isIdle = (socket: Socket): boolean => socket.bytesWritten > 0 && !answerInHand(socket)

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
export const endIdleConnections = (server: Server, { idleMs, stalledMs, most, stopping }: ConnectionBounds) => {
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
