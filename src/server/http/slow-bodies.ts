import type { IncomingMessage } from 'node:http'

export interface BodyBounds {
  /** Time in ms in which a body comes to its end, or `leastBytes` of it come. */
  windowMs: number
  leastBytes: number
}

/** Largest JSON bodies come within one window at this rate; a video of 30 MB at half a megabit a second takes eight minutes. */
export const bodyBounds: BodyBounds = { windowMs: 15_000, leastBytes: 256 * 1024 }

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

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
