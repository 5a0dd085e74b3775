import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as afterInput } from 'node:timers/promises'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { createHttpServer, type HttpServer } from './server.ts'

const servers: HttpServer[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => server.stop(0)))
})

/** More than the buffers of both ends of a connection take. */
const large = Buffer.alloc(40_000_000, 'x')
const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

const serve = async (listener: RequestListener, bounds: Parameters<typeof createHttpServer>[1] = {}) => {
  const server = createHttpServer(listener, bounds)
  servers.push(server)
  return (await server.listen(0, '127.0.0.1')).port
}

const client = (port: number, text = '') => {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  sockets.push(socket.on('error', () => {}))
  return socket
}

/** The whole of what the server sends. */
const textOf = async (socket: Socket) => {
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

/** Whether a visitor from this address is answered. */
const isServed = (port: number, localAddress: string) =>
  new Promise<boolean>((resolve) => {
    http
      .get({ port, host: '127.0.0.1', localAddress, agent: false }, (response) => {
        response.resume().on('end', () => resolve(true))
      })
      .on('error', () => resolve(false))
  })

const garbage = 'GARBAGE\r\n\r\n'

/** Waits until the server has read this much text, and done what it does about it at once. */
const read = async ({ socket }: http.IncomingMessage, text: string) => {
  await expect.poll(() => socket.bytesRead).toBe(text.length)
  await afterInput()
}

/** Takes the sweeps' time in hand until the test ends; what it returns lets so much of it pass, in ms. */
const time = () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return (ms: number) => void vi.advanceTimersByTime(ms)
}

/** What the server sees of its connections. */
const watched = (listener: RequestListener) => {
  const open = new Set<Socket>()
  return {
    open,
    listener: ((request, response) => {
      open.add(request.socket.once('close', () => open.delete(request.socket)))
      listener(request, response)
    }) satisfies RequestListener,
  }
}

it('ends a connection whose reader takes nothing of its answer', async () => {
  const passes = time()
  const { open, listener } = watched((_request, response) => response.end(large))
  const stalledMs = 20_000
  const port = await serve(listener, { stalledMs })
  const reader = client(port, get)
  await once(reader, 'data')
  reader.pause()
  expect(open.size).toBe(1)
  await expect
    .poll(() => {
      passes(stalledMs / 10)
      return open.size
    })
    .toBe(0)
})

it('leaves a reader in peace who takes an answer slowly, but takes it', async () => {
  const passes = time()
  const stalledMs = 20_000
  const port = await serve((_request, response) => response.end(large), { stalledMs })
  const reader = client(port, get)
  let came = 0
  let sincePause = 0
  let passed = 0
  reader.on('data', (chunk) => {
    came += chunk.length
    sincePause += chunk.length
    if (sincePause < 4_000_000 || came >= large.length) return
    sincePause = 0
    reader.pause()
    passes(stalledMs / 4)
    passed += stalledMs / 4
    reader.resume()
  })
  await expect.poll(() => came).toBeGreaterThan(large.length)
  // It took longer than a reader may take nothing, or this would show nothing.
  expect(passed).toBeGreaterThan(stalledMs)
})

it('leaves an answer in peace that waits for the server, and an upload that it has not read yet', async () => {
  const passes = time()
  // Five times as long is less than a request may take.
  const stalledMs = 1000
  const { promise: passed, resolve: pass } = Promise.withResolvers<void>()
  let asked = 0
  const port = await serve(
    async (request, response) => {
      if (request.method === 'GET') response.write('first, ')
      asked += 1
      await passed
      let length = 0
      for await (const chunk of request) length += chunk.length
      response.end(`and last after ${length} bytes`)
    },
    { stalledMs, idleMs: stalledMs },
  )
  const close = 'Host: x\r\nConnection: close\r\n'
  const download = client(port, `GET / HTTP/1.1\r\n${close}\r\n`)
  const upload = client(port, `POST / HTTP/1.1\r\n${close}Content-Length: 3000000\r\n\r\n${'x'.repeat(3_000_000)}`)
  const texts = Promise.all([textOf(download), textOf(upload)])
  await expect.poll(() => asked).toBe(2)
  passes(stalledMs * 5)
  pass()
  const [down, up] = await texts
  expect(down).toMatch(/first, [\s\S]*and last after 0 bytes/)
  expect(up).toContain('and last after 3000000 bytes')
})

it('ends stalled readers sooner when connections are nearly all taken', async () => {
  const passes = time()
  const stalledMs = 20_000
  const stall = async (most: number) => {
    const { open, listener } = watched((_request, response) => response.end(large))
    const port = await serve(listener, { most, stalledMs })
    const readers = [1, 2, 3, 4].map(() => client(port, get))
    await Promise.all(readers.map((reader) => once(reader, 'data')))
    for (const reader of readers) reader.pause()
    return open
  }
  const crowded = await stall(4)
  const roomy = await stall(40)
  // No longer, however long the sockets take to close.
  for (let steps = 0; steps < 5; steps += 1) passes(stalledMs / 10)
  await expect.poll(() => crowded.size).toBe(0)
  expect(roomy.size).toBe(4)
})

it('serves others while one client takes all the connections it can get, and refuses that client alone', async () => {
  const port = await serve((_request, response) => response.end('page'), { most: 100 })
  for (let round = 0; round < 3; round += 1) {
    const flood = Array.from({ length: 120 }, () => client(port))
    await expect.poll(() => flood.filter((socket) => socket.closed || socket.readableEnded).length).toBeGreaterThan(60)
    for (const address of ['127.0.0.2', '127.0.0.3']) expect(await isServed(port, address)).toBe(true)
    expect(await isServed(port, '127.0.0.1')).toBe(false)
    for (const socket of flood) socket.destroy()
    await expect.poll(() => isServed(port, '127.0.0.1')).toBe(true)
  }
})

it('makes room for a client’s next connection by ending one of its own that only waits', async () => {
  const port = await serve((_request, response) => response.end('page'), { most: 100 })
  const waiting: Socket[] = []
  for (let count = 0; count < 60; count += 1) {
    const socket = client(port, get)
    await once(socket, 'data')
    waiting.push(socket.resume())
  }
  expect(await isServed(port, '127.0.0.1')).toBe(true)
  await expect.poll(() => waiting[0]?.readableEnded).toBe(true)
  expect(waiting.at(-1)?.readableEnded).toBe(false)
})

it('lets a trusted proxy have all the connections', async () => {
  const port = await serve((_request, response) => response.end('page'), { most: 100, shares: false })
  const silent = Array.from({ length: 90 }, () => client(port))
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  expect(await isServed(port, '127.0.0.1')).toBe(true)
  expect(silent.filter((socket) => socket.readableEnded)).toEqual([])
})

it('never puts a refusal into an answer that is on its way', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: garbled, resolve: garble } = Promise.withResolvers<void>()
  const port = await serve(async (request, response) => {
    response.write('row 1\n')
    ask()
    await garbled
    await read(request, get + garbage)
    response.end('row 2\n')
  })
  const reader = client(port, get)
  const text = textOf(reader)
  await asked
  reader.write(garbage, () => garble())
  expect((await text).split('HTTP/1.1')).toHaveLength(2)
})

it('never answers a request that it is working on with the refusal of what came after', async () => {
  const port = await serve(async (request, response) => {
    await read(request, get + garbage)
    response.end('done')
  })
  expect(await textOf(client(port, get + garbage))).toBe('')
})
