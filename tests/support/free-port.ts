import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A free port on loopback, below those that the system hands out by itself: until it is used, nobody else gets it. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = randomInt(12_000, 30_000)
    const server = createServer()
    server.once('error', () => resolve(freePort()))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
