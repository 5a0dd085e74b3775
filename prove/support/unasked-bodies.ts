import { spawn } from 'node:child_process'
import { once } from 'node:events'

const lengthBytes = 31 * 1024 * 1024
const known = `Content-Length: ${lengthBytes}\r\n\r\n`
const chunked = `Transfer-Encoding: chunked\r\n\r\n${lengthBytes.toString(16)}\r\n`
const json = 'Content-Type: application/json\r\n'

/** Requests with a body that their answer does not wait for: of a page, of what is refused at once, and of what is refused for its length. */
const heads = [
  `GET / HTTP/1.1\r\nHost: x\r\n${known}`,
  `POST / HTTP/1.1\r\nHost: x\r\n${chunked}`,
  `POST /api/messages HTTP/1.1\r\nHost: x\r\n${json}${known}`,
  `POST /api/messages HTTP/1.1\r\nHost: x\r\n${json}${chunked}`,
  `POST /api/media HTTP/1.1\r\nHost: x\r\n${known}`,
]

// In a process of its own: sending takes all of a core. Every second client leaves with the answer; the others send on until they are cut off.
const program = `
const { connect } = require('node:net')
const [port, count, ms, length, heads] = JSON.parse(process.argv[1])
const piece = Buffer.alloc(64 * 1024, 'x')
const endAt = Date.now() + ms
const seen = { opened: 0, answered: 0, sent: 0, statuses: {} }
const one = (index) => {
  if (Date.now() > endAt) return
  let left = length
  let answered = false
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
    seen.opened += 1
    socket.write(heads[index % heads.length])
    send()
  })
  const send = () => {
    while (left > 0 && socket.writable) {
      left -= piece.length
      seen.sent += piece.length
      if (!socket.write(piece)) return socket.once('drain', send)
    }
  }
  socket.on('data', (bytes) => {
    if (answered) return
    answered = true
    seen.answered += 1
    const status = String(bytes.subarray(9, 12))
    seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
    if (index % 2 === 0) socket.destroy()
  })
  socket.on('error', () => {})
  socket.on('close', () => setTimeout(one, answered ? 0 : 100, index))
}
for (let index = 0; index < count; index += 1) one(index)
setTimeout(() => {
  console.log(JSON.stringify(seen))
  process.exit()
}, ms)
`

interface Seen {
  opened: number
  answered: number
  /** Bytes given to the system. */
  sent: number
  statuses: Record<string, number>
}

/** Keeps up so many connections for a while, each with a body of 31 MB that nobody asked for; a new one for each that ends. */
export const sendUnaskedBodies = async (port: number, count: number, ms: number): Promise<Seen> => {
  const child = spawn(process.execPath, ['-e', program, JSON.stringify([port, count, ms, lengthBytes, heads])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  await once(child, 'close')
  return JSON.parse(text)
}
