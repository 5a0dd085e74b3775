import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Node's name for the answer that a connection is busy with, until its last byte is handed to the system. */
interface Answering {
  _httpMessage?: unknown
}

const answers = (socket: Socket): boolean => Boolean((socket as Answering)._httpMessage)

/**
 * Ends connections that only wait for a next request: after `idle` ms and at most a fifth more, and when room is needed or the server
 * stops. In place of two things of Node's: a timer that it sets and takes off at every answer, which cost a visit about a twentieth; and its
 * `closeIdleConnections`, which `close` calls as well and which counts an answer as done once it is ended, so that it cuts off the file that a
 * slow visitor is in the middle of.
 */
export const endIdleConnections = (
  server: Server,
  { idle, stopping }: { idle: number; stopping: () => boolean },
): void => {
  const connections = new Map<Socket, { read: number; since: number }>()
  server.on('connection', (socket) => {
    connections.set(socket, { read: 0, since: Date.now() })
    socket.once('close', () => connections.delete(socket))
  })
  server.closeIdleConnections = () => {
    for (const socket of connections.keys()) {
      // One that never said a word is a browser's, kept ready; it may be about to ask, unless there is nobody left to ask.
      const waits = socket.bytesWritten > 0 || (stopping() && socket.bytesRead === 0)
      if (waits && !answers(socket)) socket.destroy()
    }
  }
  // By what has come in since the last look, so that a visit costs nothing of this.
  const look = () => {
    const now = Date.now()
    for (const [socket, seen] of connections) {
      if (answers(socket) || socket.bytesRead !== seen.read) {
        seen.read = socket.bytesRead
        seen.since = now
      } else if (now - seen.since > idle) socket.destroy()
    }
  }
  const timer = setInterval(look, idle / 10).unref()
  server.once('close', () => clearInterval(timer))
}
