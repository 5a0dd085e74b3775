import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LiveSite, startLiveSite } from '../../../tests/support/live-site.ts'
import { createHttpServer, type HttpServer } from './server.ts'

const windowMs = 60_000
const megabyte = 2 ** 20
let server: HttpServer
let socket: Socket
/** Requests that the listener got. */
let asked: IncomingMessage[] = []
let came = 0
afterEach(async () => {
  vi.useRealTimers()
  socket?.destroy()
  await server?.stop(0)
})

const serve = async (listener: RequestListener) => {
  asked = []
  came = 0
  server = createHttpServer(
    (request, response) => {
      asked.push(request)
      listener(request, response)
    },
    { bodies: { windowMs, leastBytes: 1000 }, stalledMs: 10 * windowMs, idleMs: 10 * windowMs },
  )
  const { port } = await server.listen(0, '127.0.0.1')
  socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  await once(socket, 'connect')
}

const thanksForWhole: RequestListener = (request, response) => {
  request.on('data', (chunk: Buffer) => {
    came += chunk.length
  })
  request.once('end', () => response.end('thanks'))
}

describe('A body that comes', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    await serve(thanksForWhole)
  })

  const firstLine = async () => (await text(socket)).split('\r\n')[0]
  const begin = async (length: number) => {
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`)
    // What comes together with the head does not count.
    await expect.poll(() => asked.length).toBe(1)
  }
  /** Sends a piece, and lets a window pass once it has arrived. */
  const sendSlowly = async (bytes: number) => {
    const wanted = came + bytes
    socket.write(Buffer.alloc(bytes))
    await expect.poll(() => came).toBe(wanted)
    vi.advanceTimersByTime(windowMs)
  }

  it('is taken for as long as it keeps coming', async () => {
    const answer = firstLine()
    await begin(6 * 1500)
    for (let piece = 0; piece < 5; piece += 1) await sendSlowly(1500)
    socket.write(Buffer.alloc(1500))
    expect(await answer).toBe('HTTP/1.1 200 OK')
  })

  it('is ended with 408 when too little of it comes', async () => {
    const answer = firstLine()
    await begin(9000)
    await sendSlowly(1500)
    await sendSlowly(10)
    expect(await answer).toBe('HTTP/1.1 408 Request Timeout')
    // Whoever goes on sending a little does not keep the connection.
    socket.write(Buffer.alloc(10))
    await vi.advanceTimersByTimeAsync(5000)
    await expect.poll(() => asked[0]?.socket.destroyed).toBe(true)
  })
})

describe('A body that nobody reads', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

  const page: RequestListener = (_request, response) => void response.end('page')
  const announced = `Content-Length: ${31 * megabyte}\r\n`
  const chunked = 'Transfer-Encoding: chunked\r\n'
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(megabyte), Buffer.from('\r\n')])
  /** Sends what the other side takes, for ever. */
  const keepSending = () => {
    while (socket.writable && socket.write(chunk));
    if (socket.writable) socket.once('drain', keepSending)
  }

  it.each([
    ['of a known length', `GET / HTTP/1.1\r\nHost: x\r\n${announced}\r\n`],
    ['in chunks', `POST / HTTP/1.1\r\nHost: x\r\n${chunked}\r\n`],
    ['with HTTP/1.0', `POST / HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n${announced}\r\n`],
    [
      'with a wish for another protocol',
      `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n${announced}\r\n`,
    ],
    ['after Expect', `PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n${chunked}\r\n`],
  ])('%s is not read on: the answer is the last one, and arrives', async (_, head) => {
    await serve(page)
    const answer = text(socket)
    socket.write(head)
    keepSending()
    // To the end: the server has closed its side.
    expect(await answer).toMatch(/HTTP\/1.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*\r\npage/)
    const taken = asked[0]?.socket.bytesRead ?? 0
    expect(taken).toBeLessThan(megabyte / 4)
    // Closed at once, the connection would take back the answer of a client that is still sending.
    await vi.advanceTimersByTimeAsync(4000)
    expect(asked[0]?.socket.destroyed).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    await expect.poll(() => asked[0]?.socket.destroyed).toBe(true)
    expect(asked[0]?.socket.bytesRead).toBe(taken)
    expect(asked).toHaveLength(1)
  })

  it('hides no request behind it', async () => {
    await serve(page)
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'
    socket.write(head + head)
    expect((await text(socket)).match(/HTTP\/1.1/g)).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })
})

it('keeps a connection whose body was read, whose body is there, or that has none', async () => {
  await serve((request, response) => {
    if (request.url === '/') thanksForWhole(request, response)
    else setImmediate(() => response.end('thanks'))
  })
  const heads = ['', 'Content-Length: 0\r\n', 'Content-Length: 4\r\n', 'Transfer-Encoding: chunked\r\n']
  const bodies = ['', '', 'body', '4\r\nbody\r\n0\r\n\r\n']
  for (const path of ['/', '/unread'])
    for (const [index, head] of heads.entries()) {
      // A request that announces no body never ends.
      if (path === '/' && head === '') continue
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${head}\r\n${bodies[index]}`)
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toMatch(/Connection: keep-alive\r\n[\s\S]*thanks/)
    }
  expect(new Set(asked.map((request) => request.socket)).size).toBe(1)
})

describe('The site', () => {
  let site: LiveSite
  beforeAll(async () => {
    site = await startLiveSite()
  })
  afterAll(() => site.stop())

  const json = 'Content-Type: application/json\r\n'
  const origin = 'Origin: https://mira.example\r\n'
  const begun = `Content-Length: ${31 * megabyte}\r\n\r\n${'x'.repeat(megabyte)}`
  const inChunks = `Transfer-Encoding: chunked\r\n\r\n100000\r\n${'x'.repeat(megabyte)}\r\n`

  it.each([
    [200, 'GET /', '', begun],
    [304, 'GET /', 'If-None-Match: *\r\n', begun],
    [405, 'POST /', '', begun],
    [404, 'GET /nothing', '', begun],
    [308, 'GET /PROJECTS', '', begun],
    [200, 'GET /assets/boot-abc.js', '', begun],
    [404, 'GET /media/0123456789abcdef.webp', '', begun],
    [404, 'GET /share/nothing', '', begun],
    [404, 'PUT /api/nothing', '', begun],
    [405, 'POST /api/content', '', begun],
    [401, 'POST /api/media', origin, begun],
    [403, 'POST /api/messages', `${json}Origin: https://other.example\r\n`, begun],
    [415, 'POST /api/messages', `${origin}Content-Type: text/plain\r\n`, begun],
    [413, 'POST /api/messages', origin + json, begun],
    [413, 'POST /api/messages', origin + json, inChunks],
    [413, 'POST /api/auth/sign-in/email', origin + json, inChunks],
  ])('answers %i to %s with an unread body, and ends the connection', async (status, line, headers, body) => {
    socket = connect(site.port, '127.0.0.1')
    socket.write(`${line} HTTP/1.1\r\nHost: x\r\n${headers}${body}`)
    const answer = await text(socket)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/^connection: close\r$/im)
  })
})
