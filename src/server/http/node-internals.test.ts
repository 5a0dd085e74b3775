import { once } from 'node:events'
import { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { startLiveSite } from '../../../tests/support/live-site.ts'
import { createAnswerHead } from '../snapshots/snapshots.ts'
import { checkNodeInternals, sendWhole } from './node-internals.ts'
import { createHttpServer, type HttpServer } from './server.ts'

let server: HttpServer | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  await server?.stop(0)
  expect(await checkNodeInternals()).toBe(true)
})

/** A Node whose heads have one header more. */
const differingNode = () => {
  const { writeHead } = ServerResponse.prototype
  vi.spyOn(ServerResponse.prototype, 'writeHead').mockImplementation(function (
    this: ServerResponse,
    ...given: unknown[]
  ) {
    this.setHeader('X-Later', '1')
    return Reflect.apply(writeHead, this, given)
  })
}

const body = Buffer.from('hello')
const answer = { head: createAnswerHead(200, ['Content-Length', '5']), body }
const ask = (port: number, connection: string) => {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`),
  )
  return socket
}

it('trusts the Node that comes with the package', async () => {
  expect(await checkNodeInternals()).toBe(true)
})

it('answers through writeHead and says so when this Node differs inside', async () => {
  differingNode()
  const onUnknownInternals = vi.fn()
  server = createHttpServer((_request, response) => sendWhole(response, answer), { idleMs: 400, onUnknownInternals })
  const { port } = await server.listen(0, '127.0.0.1')
  await expect.poll(() => onUnknownInternals.mock.calls).toHaveLength(1)
  expect(await text(ask(port, 'close'))).toMatch(/x-later: 1\r\n[\s\S]*\r\n\r\nhello$/i)
  // Without being asked, and only after the answer.
  expect(await text(ask(port, 'keep-alive'))).toMatch(/hello$/)
})

it('ends stalled readers by Node’s own timers when this Node differs inside', async () => {
  differingNode()
  const onUnknownInternals = vi.fn()
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>()
  server = createHttpServer(
    ({ socket }, response) => {
      socket.once('close', end)
      response.end(Buffer.alloc(40_000_000, 'x'))
    },
    { stalledMs: 500, onUnknownInternals },
  )
  const { port } = await server.listen(0, '127.0.0.1')
  await expect.poll(() => onUnknownInternals.mock.calls).toHaveLength(1)
  const reader = ask(port, 'keep-alive').on('error', () => {})
  await once(reader, 'data')
  reader.pause()
  await ended
  reader.destroy()
})

it('logs that this Node differs inside, and serves the site', async () => {
  differingNode()
  const site = await startLiveSite()
  await expect.poll(() => site.lines.join()).toContain('This Node differs inside')
  const { status, headers } = await site.ask('/')
  expect([status, headers['x-later']]).toEqual([200, '1'])
  await site.stop()
})
