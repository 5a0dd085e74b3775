import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHttpServer, type HttpServer } from './server.ts'

const windowMs = 60_000
let server: HttpServer
let socket: Socket
let came = 0
let asked = false
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  came = 0
  asked = false
  server = createHttpServer(
    (request, response) => {
      asked = true
      request.on('data', (chunk: Buffer) => {
        came += chunk.length
      })
      request.once('end', () => response.end('thanks'))
    },
    { bodies: { windowMs, leastBytes: 1000 }, stalledMs: 10 * windowMs, idleMs: 10 * windowMs },
  )
  const { port } = await server.listen(0, '127.0.0.1')
  socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
})
afterEach(async () => {
  vi.useRealTimers()
  socket.destroy()
  await server.stop(0)
})

const firstLine = async () => (await text(socket)).split('\r\n')[0]
const begin = async (length: number) => {
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`)
  // What comes together with the head does not count.
  await expect.poll(() => asked).toBe(true)
}
/** Sends a piece, and lets a window pass once it has arrived. */
const sendSlowly = async (bytes: number) => {
  const wanted = came + bytes
  socket.write(Buffer.alloc(bytes))
  await expect.poll(() => came).toBe(wanted)
  vi.advanceTimersByTime(windowMs)
}

it('takes a body for as long as it keeps coming', async () => {
  const answer = firstLine()
  await begin(6 * 1500)
  for (let piece = 0; piece < 5; piece += 1) await sendSlowly(1500)
  socket.write(Buffer.alloc(1500))
  expect(await answer).toBe('HTTP/1.1 200 OK')
})

it('ends a body of which too little comes, with 408', async () => {
  const answer = firstLine()
  await begin(9000)
  await sendSlowly(1500)
  await sendSlowly(10)
  expect(await answer).toBe('HTTP/1.1 408 Request Timeout')
})
