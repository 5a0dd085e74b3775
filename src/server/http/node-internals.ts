import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { http } from '../process/node-http.ts'
import { type Answer, type AnswerHead, createAnswerHead } from '../snapshots/snapshots.ts'

/**
 * The private parts of Node that the product uses, all of them in this file. `_header` and `_headerSent` let an answer leave in one write
 * that was prepared earlier, and `_httpMessage` and `_handle` tell which connections still send (docs/decisions/021-fast-answers-from-node.md).
 * They are used from the moment when `checkNodeInternals` has compared them with the public interface; where they differ, never.
 */
interface Internals {
  _header: string
  _headerSent: boolean
  _httpMessage?: ServerResponse | null
  /** `bytesWritten` counts what libuv was given, `writeQueueSize` how much of that the kernel has not taken yet. */
  _handle?: { bytesWritten: number; writeQueueSize: number } | null
}

const internals = (part: ServerResponse | Socket) => part as unknown as Internals

let trusted = false

const noted = new WeakMap<Socket, ServerResponse>()

/** Remembers an answer until its end, for `answerInHand`, while Node's own record is not trusted. */
export const noteAnswer = (response: ServerResponse): void => {
  if (trusted) return
  const { socket } = response.req
  noted.set(socket, response)
  response.once('close', () => noted.get(socket) === response && noted.delete(socket))
}

/** The answer that a connection is busy with, until its last byte is handed to the system. */
export const answerInHand = (socket: Socket): ServerResponse | undefined =>
  (trusted ? internals(socket)._httpMessage : noted.get(socket)) ?? undefined

/** Bytes that wait for the reader, and bytes that the kernel has taken; `socket.bytesWritten` counts both alike. */
export const flow = (socket: Socket) => {
  const { bytesWritten = 0, writeQueueSize = 0 } = internals(socket)._handle ?? {}
  return { queued: writeQueueSize, taken: bytesWritten - writeQueueSize }
}

let second = 0
let ending = ''

/** The end of every head, the same for a whole second. */
const endingNow = (): string => {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    ending = `Date: ${new Date(now * 1000).toUTCString()}\r\nConnection: keep-alive\r\n\r\n`
  }
  return ending
}

const sendPreparedHead = (response: ServerResponse, { status, text }: AnswerHead): void => {
  response.statusCode = status
  internals(response)._header = text + endingNow()
}

/** Does what `writeHead` does, without checking and joining the same headers for every visit: that took a fifth of it. */
export const sendHead = (response: ServerResponse, head: AnswerHead): void => {
  if (trusted && response.shouldKeepAlive) sendPreparedHead(response, head)
  else response.writeHead(head.status, head.headers)
}

// A larger body costs more to copy than a second write does.
const smallBodyBytes = 64 * 1024
const emptyBody = Buffer.alloc(0)

const dated = new WeakMap<Answer, { ending: string; bytes: Buffer }>()

const bytesOf = (answer: Answer): Buffer => {
  const now = endingNow()
  let known = dated.get(answer)
  if (known?.ending !== now) {
    const { head, body = emptyBody } = answer
    known = { ending: now, bytes: Buffer.concat([Buffer.from(head.text + now, 'latin1'), body]) }
    dated.set(answer, known)
  }
  return known.bytes
}

const sendPrepared = (response: ServerResponse, socket: Socket, answer: Answer): void => {
  response.statusCode = answer.head.status
  const unsent = internals(response)
  unsent._header = answer.head.text
  unsent._headerSent = true
  socket.write(bytesOf(answer))
  response.end()
}

/** Sends an answer and ends it; a small one in one write to the connection, which Node then need not cork and queue. */
export const sendWhole = (response: ServerResponse, answer: Answer): void => {
  const { socket } = response
  const large = answer.body !== undefined && answer.body.length > smallBodyBytes
  // There is no socket yet while an earlier answer on the same connection is unfinished.
  if (trusted && !large && response.shouldKeepAlive && socket?.writable) sendPrepared(response, socket, answer)
  else {
    sendHead(response, answer.head)
    response.end(answer.body)
  }
}

const sample: Answer = {
  head: createAnswerHead(200, ['Content-Type', 'text/plain', 'ETag', 'W/"x"', 'Content-Length', '4']),
  body: Buffer.from('body'),
}
const checkTimeoutMs = 20_000

const ways: Record<string, (response: ServerResponse, socket: Socket) => void> = {
  '/public': (response) => response.writeHead(sample.head.status, sample.head.headers).end(sample.body),
  '/head': (response) => {
    sendPreparedHead(response, sample.head)
    response.end(sample.body)
  },
  '/whole': (response, socket) => sendPrepared(response, socket, sample),
}

/** Compares, over loopback, what each way of sending an answer sends and what Node records of it. */
const internalsMatch = async (): Promise<boolean> => {
  let recorded = true
  const server = http.createServer({ keepAliveTimeout: 0 }, ({ socket, url = '' }, response) => {
    const { _httpMessage, _handle } = internals(socket)
    recorded &&= _httpMessage === response && Number.isInteger(_handle?.writeQueueSize)
    response.once('finish', () => {
      recorded &&= !internals(socket)._httpMessage && flow(socket).taken > 0
      socket.end()
    })
    ways[url]?.(response, socket)
  })
  try {
    const signal = AbortSignal.timeout(checkTimeoutMs)
    await once(server.listen({ port: 0, host: '127.0.0.1', signal }), 'listening', { signal })
    const { port } = server.address() as AddressInfo
    const answers = await Promise.all(
      Object.keys(ways).map(async (path) => {
        const socket = connect({ port, host: '127.0.0.1', signal })
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
        return (await text(socket)).replace(/Date: .+/, 'Date')
      }),
    )
    return recorded && new Set(answers).size === 1
  } catch {
    return false
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Checks the private parts against the public interface. False when they differ and are not used. */
export const checkNodeInternals = async (): Promise<boolean> => {
  trusted = await internalsMatch()
  return trusted
}
