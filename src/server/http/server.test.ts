import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type LiveSite, lineSite, startLiveSite } from '../../../tests/support/live-site.ts'
import { createHttpServer, type HttpServer } from './server.ts'

let live: LiveSite | undefined
let server: HttpServer | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await live?.stop()
  await server?.stop(0)
  live = undefined
  server = undefined
})

const line = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    sockets.push(socket)
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('close', () => resolve(said.split('\r\n')[0] ?? ''))
    socket.on('error', reject)
  })

describe('a site', () => {
  let shared: LiveSite
  beforeAll(async () => {
    shared = await startLiveSite()
  })
  afterAll(() => shared.stop())

  it.each([
    ['nonsense', 'HELLO\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['a request without Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    [
      'two lengths',
      'POST /api/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      'HTTP/1.1 400 Bad Request',
    ],
    [
      'a target that is no path',
      'GET mailto:x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'HTTP/1.1 400 Bad Request',
    ],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['HTTP/0.9', 'GET /\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['HTTP/2 in the dress of HTTP/1', 'GET / HTTP/2.0\r\nHost: x\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    [
      '20 KB of headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      'HTTP/1.1 431 Request Header Fields Too Large',
    ],
  ])('answers %s with a refusal and lives on', async (_, text, first) => {
    expect(await line(shared.port, text)).toBe(first)
    expect((await shared.ask('/')).status).toBe(200)
  })

  it.each([
    ['none announced', 'Content-Type: application/json\r\n', '', 'HTTP/1.1 422 Unprocessable Entity'],
    [
      'an empty one',
      'Content-Type: application/json\r\nContent-Length: 0\r\n',
      '',
      'HTTP/1.1 422 Unprocessable Entity',
    ],
    [
      'one of known length',
      'Content-Type: application/json\r\nContent-Length: 2\r\n',
      '{}',
      'HTTP/1.1 422 Unprocessable Entity',
    ],
    [
      'one in pieces',
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n',
      '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n',
      'HTTP/1.1 422 Unprocessable Entity',
    ],
  ])('reads the body of a message, or finds that there is %s', async (_, headers, body, first) => {
    const head = `POST /api/messages HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`
    expect(await line(shared.port, head + body)).toBe(first)
  })
})

it('answers everyone while hundreds of connections say nothing', async () => {
  live = await startLiveSite()
  const { port } = live
  await Promise.all(
    Array.from(
      { length: 300 },
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
            resolve()
          })
          sockets.push(socket.on('error', () => {}))
        }),
    ),
  )
  expect((await live.ask('/')).status).toBe(200)
})

it('ends a request whose headers take longer than eight seconds', async () => {
  live = await startLiveSite()
  const started = performance.now()
  expect(await line(live.port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')).toBe('HTTP/1.1 408 Request Timeout')
  expect(performance.now() - started).toBeGreaterThan(7000)
})

it('finishes the requests in hand when it stops, and takes no new ones', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: ready, resolve: answer } = Promise.withResolvers<void>()
  server = createHttpServer(async (_request, response) => {
    ask()
    await ready
    response.end('whole')
  })
  const { port } = await server.listen(0, '127.0.0.1')
  const agent = new http.Agent({ keepAlive: true })
  const answered = new Promise<string>((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', agent }, (response) => response.on('data', (chunk) => resolve(String(chunk))))
      .on('error', reject)
  })
  await asked
  const stopped = server.stop(60_000)
  await expect(line(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).rejects.toThrow('ECONNREFUSED')
  answer()
  expect(await answered).toBe('whole')
  await stopped
  agent.destroy()
})

/** More than the buffers of both ends of a connection take. */
const large = Buffer.alloc(20_000_000, 'x')

const largeOrSmall: RequestListener = (request, response) => {
  response.end(request.url === '/' ? large : 'small')
}

const isRefused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(false)).on('error', () => resolve(true))
    sockets.push(socket)
  })

/** Asks for `/`, reads the beginning of the answer, and no more before `goOn`; then all of it, to the end of the connection. */
const slowVisitor = async (port: number) => {
  let came = 0
  const ended = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  sockets.push(socket.on('error', () => {}).on('close', ended.resolve))
  socket.on('data', (chunk) => {
    came += chunk.length
    first.resolve()
  })
  await first.promise
  socket.pause()
  return {
    goOn: async () => {
      socket.resume()
      await ended.promise
      return came
    },
  }
}

/** A connection that has been answered once; `closed` says whether it still is one. */
const visitor = async (port: number, path = '/') => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket.on('error', () => {}))
  const ask = async () => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await once(socket, 'data')
    socket.resume()
  }
  await ask()
  return { ask, closed: () => socket.closed }
}

it('does not cut off an answer that is on its way to a slow visitor when it stops', async () => {
  server = createHttpServer((_request, response) => response.end(large))
  const { port } = await server.listen(0, '127.0.0.1')
  const slow = await slowVisitor(port)
  const stopped = server.stop(60_000)
  await expect.poll(() => isRefused(port)).toBe(true)
  expect(await slow.goOn()).toBeGreaterThan(large.length)
  await stopped
})

it('lets go of connections that wait for nothing when all are taken, and of no other', async () => {
  server = createHttpServer(largeOrSmall, { most: 4 })
  const { port } = await server.listen(0, '127.0.0.1')
  const slow = await slowVisitor(port)
  const others = await Promise.all([visitor(port, '/a'), visitor(port, '/b'), visitor(port, '/c')])
  sockets.push(connect(port, '127.0.0.1').on('error', () => {}))
  await expect.poll(() => others.every((one) => one.closed())).toBe(true)
  const late = await visitor(port, '/d')
  expect(late.closed()).toBe(false)
  const stopped = server.stop(60_000)
  expect(await slow.goOn()).toBeGreaterThan(large.length)
  await stopped
})

it('ends a connection that has asked nothing for a while, though not one that asks, or is being answered', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  server = createHttpServer(largeOrSmall, { idleMs: 1500 })
  const { port } = await server.listen(0, '127.0.0.1')
  const slow = await slowVisitor(port)
  const [silent, asking] = await Promise.all([visitor(port, '/a'), visitor(port, '/b')])
  while (!silent.closed()) {
    vi.advanceTimersByTime(100)
    await asking.ask()
  }
  expect(asking.closed()).toBe(false)
  const stopped = server.stop(60_000)
  expect(await slow.goOn()).toBeGreaterThan(large.length)
  await stopped
})

it('does not wait for connections that a browser keeps ready, and has not asked over', async () => {
  server = createHttpServer((_request, response) => response.end('once'))
  const { port } = await server.listen(0, '127.0.0.1')
  const agent = new http.Agent({ keepAlive: true })
  await new Promise((resolve) =>
    http.get({ port, host: '127.0.0.1', agent }, (response) => response.resume().on('end', resolve)),
  )
  await new Promise<void>((resolve) => sockets.push(connect(port, '127.0.0.1', resolve)))
  // Longer than the test may take: waiting for them is failing.
  await server.stop(600_000)
  agent.destroy()
})

it('does not wait for ever for a request that never ends', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  server = createHttpServer(() => ask())
  const { port } = await server.listen(0, '127.0.0.1')
  const said = line(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await asked
  await server.stop(200)
  expect(await said).toBe('')
})

it('has a plain 503 while nothing could be published, and the pages once it can', async () => {
  let broken = true
  live = await startLiveSite(
    {},
    {
      ...lineSite,
      pages: (content) => {
        if (broken) throw new Error('The section broke in /a/secret/place.')
        return lineSite.pages(content)
      },
    },
  )
  const { status, headers, text } = await live.ask('/')
  expect([status, headers['retry-after']]).toEqual([503, '5'])
  expect(text).toContain('Back in a moment')
  expect(text).not.toContain('secret')
  expect(JSON.parse((await live.ask('/healthz')).text)).toMatchObject({
    status: 'degraded',
    publishing: 'failed',
    pages: 'none',
  })
  broken = false
  live.services.publisher.changed()
  await live.services.publisher.idle()
  expect((await live.ask('/')).status).toBe(200)
})

it('asks the database how it is, and answers 503 when it is away', async () => {
  live = await startLiveSite()
  const well = await live.ask('/healthz')
  expect([well.status, JSON.parse(well.text)]).toEqual([
    200,
    {
      status: 'ok',
      database: 'ok',
      publishing: 'ok',
      pages: 'fresh',
      version: 0,
      started: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
  await live.services.db.close()
  const away = await live.ask('/healthz')
  expect([away.status, JSON.parse(away.text)]).toMatchObject([503, { status: 'unavailable', database: 'unavailable' }])
  expect((await live.ask('/')).status).toBe(200)
})

it('takes a visitor who hangs up in the middle of a message for no fault of its own', async () => {
  live = await startLiveSite()
  const { port, lines } = live
  const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\nExpect: 100-continue'
  const socket = connect(port, '127.0.0.1', () => socket.write(`POST /api/messages HTTP/1.1\r\n${head}\r\n\r\n{"a`))
  sockets.push(socket)
  // It is being read: what never arrived is not cut off.
  expect(String((await once(socket, 'data'))[0])).toContain('HTTP/1.1 100 Continue')
  socket.destroy()
  await expect.poll(() => lines.some((line) => line.includes('/api/messages'))).toBe(true)
  const told = lines
    .map((line) => JSON.parse(line))
    .filter(({ level, event }) => level !== 'info' || event === 'request')
  expect(told).toEqual([expect.objectContaining({ event: 'request', path: '/api/messages', status: 499 })])
})
