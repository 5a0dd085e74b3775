import type { Check } from '../check.ts'
import { atLeast, none } from '../support/figures.ts'
import { type OwnedProduct, withOwned } from '../support/owned-product.ts'
import { sendRaw } from '../support/raw.ts'

const host = 'Host: localhost\r\n'
const post = `POST /api/messages HTTP/1.1\r\n${host}Content-Type: application/json\r\n`

/** Bytes that are not HTTP, or that two servers in a row would read differently. */
const malformed: Record<string, string | Buffer> = {
  nonsense: Buffer.from([0, 1, 2, 3, 255, 254, 13, 10, 13, 10]),
  'a TLS hello': Buffer.from('16030100a5010000a10303', 'hex'),
  'HTTP/0.9': 'GET /\r\n\r\n',
  'HTTP/9.9': `GET / HTTP/9.9\r\n${host}\r\n`,
  'HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'two hosts': `GET / HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`,
  'a space before the colon': `GET / HTTP/1.1\r\nHost : localhost\r\n\r\n`,
  'a folded header': `GET / HTTP/1.1\r\n${host}X-A: b\r\n c\r\n\r\n`,
  'a NUL in a header': `GET / HTTP/1.1\r\n${host}X-A: b\u0000c\r\n\r\n`,
  'a NUL in the path': `GET /\u0000 HTTP/1.1\r\n${host}\r\n`,
  'a path without a slash': `GET evil HTTP/1.1\r\n${host}\r\n`,
  'a whole address as the path': `GET http://evil.example/ HTTP/1.1\r\n${host}\r\n`,
  CONNECT: `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
  TRACE: `TRACE / HTTP/1.1\r\n${host}\r\n`,
  'an unknown method': `BREW / HTTP/1.1\r\n${host}\r\n`,
  'a method that is a header': `GET\r\n / HTTP/1.1\r\n${host}\r\n`,
  'an upgrade': `GET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`,
  'an upgrade to h2c': `GET / HTTP/1.1\r\n${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
  'headers of 64 kB': `GET / HTTP/1.1\r\n${host}X-A: ${'x'.repeat(65_536)}\r\n\r\n`,
  'a path of 64 kB': `GET /${'x'.repeat(65_536)} HTTP/1.1\r\n${host}\r\n`,
  'two thousand headers': `GET / HTTP/1.1\r\n${host}${Array.from({ length: 2000 }, (_, n) => `X-${n}: a\r\n`).join('')}\r\n`,
  'length and chunks': `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n${host}\r\n`,
  'two lengths': `${post}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}`,
  'a length below zero': `${post}Content-Length: -1\r\n\r\n{}`,
  'a length in hexadecimal': `${post}Content-Length: 0x2\r\n\r\n{}`,
  'a length too long to count': `${post}Content-Length: 99999999999999999999\r\n\r\n{}`,
  'an unknown encoding': `${post}Transfer-Encoding: xchunked\r\n\r\n{}`,
  'a chunk size of nonsense': `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  'a chunk size of 16 digits': `${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n`,
  'a bare line feed': `GET / HTTP/1.1\n${host}\n`,
  Expect: `${post}Expect: something\r\nContent-Length: 2\r\n\r\n{}`,
  'a request in a header':
    `GET / HTTP/1.1\r\n${host}X-A: b\r\n\r\nGET /smuggled HTTP/1.1\r\n${host}Connection: close\r\n\r\n`.replace(
      '\r\n\r\nGET',
      '\r\r\nGET',
    ),
}

/** Refuses requests that two servers in a row would read in two ways, though they are harmless here. */
const neverTaken = ['HTTP/0.9', 'HTTP/9.9', 'no host', 'two hosts', 'length and chunks', 'two lengths']

/** A body that is still awaited is ended later, as slow ones are. */
const mayWait = (name: string) => /^a (?:length|chunk)/.test(name)

/** Sends all of it. An answer is awaited for `answerMs`, another one after it for `restMs`. */
export const scanMalformed = async (
  product: OwnedProduct,
  { answerMs, restMs }: { answerMs: number; restMs: number },
) => {
  const wrong: string[] = []
  for (const [name, bytes] of Object.entries(malformed)) {
    const firstMs = mayWait(name) ? Math.min(answerMs, 5000) : answerMs
    const { status, text, closed } = await sendRaw(product.port, bytes, { firstMs, restMs })
    const answers = text.split(/^HTTP\/1\.1 /m).length - 1
    if (status >= 500 && status !== 501) wrong.push(`${name}: ${status}`)
    if (status === 0 && !closed && !mayWait(name)) wrong.push(`${name}: neither answered nor closed`)
    if (neverTaken.includes(name) && status !== 400) wrong.push(`${name}: ${status} instead of 400`)
    if (answers > 1 || text.includes('smuggled')) wrong.push(`${name}: ${answers} answers`)
    if (/^HTTP\/1\.1 101/.test(text)) wrong.push(`${name}: upgraded`)
    if ((await product.ask('/')).status !== 200) wrong.push(`${name}: then no page`)
  }
  const stored = (await product.own('GET', '/api/messages')).json.messages.length
  return [
    atLeast('malformed requests', Object.keys(malformed).length, 30),
    none('taken, smuggled, or left without an end', wrong),
    none('messages stored by them', Array.from({ length: stored })),
  ]
}

/** HTTP as nobody should write it. */
export const malformedHttp: Check = {
  name: 'malformed-http',
  kind: 'threat',
  quick: true,
  promise:
    'Input that is not HTTP, or is ambiguous, is refused or answered as one harmless request; no request is smuggled, and the next visitor is served.',
  run: ({ times }) =>
    withOwned({}, (product) => scanMalformed(product, { answerMs: 90_000, restMs: times(2500, 400) })),
}
