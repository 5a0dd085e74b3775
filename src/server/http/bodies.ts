import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface BodyBounds {
  /** Time in ms in which a body comes to its end, or `leastBytes` of it come. */
  windowMs: number
  leastBytes: number
}

/** Largest JSON bodies come within one window at this rate; a video of 30 MB at half a megabit a second takes eight minutes. */
export const bodyBounds: BodyBounds = { windowMs: 15_000, leastBytes: 256 * 1024 }

const hasBody = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? 0) !== 0 || headers['transfer-encoding'] !== undefined

/** Calls `end` when the body of a request stops coming, or comes too slowly. A request without a body costs nothing. */
export const watchBody = (
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
export const endUnread = (socket: Socket): void => {
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
export const endWithUnread = (request: IncomingMessage, response: ServerResponse): void => {
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
