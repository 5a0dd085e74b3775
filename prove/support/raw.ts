import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  text: string
  status: number
  closed: boolean
}

/** Sends bytes as they are and gathers what comes back until it is closed: for `firstMs` until something comes, and for `restMs` after that. */
export const sendRaw = (
  port: number,
  bytes: string | Buffer,
  { firstMs, restMs }: { firstMs: number; restMs: number },
): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const end = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(chunks).toString('latin1')
      resolve({ text, status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), closed })
    }
    let timer = setTimeout(end, firstMs, false)
    socket.on('data', (chunk) => {
      if (chunks.push(chunk) > 1) return
      clearTimeout(timer)
      timer = setTimeout(end, restMs, false)
    })
    socket.on('error', () => {})
    socket.on('close', () => end(true))
  })

/** Holds so many connections open, from so many addresses, each sending a little now and then; ends them all at `stop`. */
export const dribble = (port: number, count: number, pieces: readonly string[], pause: number, clients = 1) => {
  const sockets = new Set<Socket>()
  const timers: NodeJS.Timeout[] = []
  const lifetimesMs: number[] = []
  let connected = 0
  for (let n = 0; n < count; n += 1) {
    let sent = 0
    let openedAt: number | undefined
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (n % clients)}` })
    const send = () => {
      if (socket.writable) socket.write(pieces[sent] ?? pieces.at(-1) ?? '')
      sent += 1
    }
    socket.on('connect', () => {
      connected += 1
      openedAt = performance.now()
      send()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (openedAt !== undefined) lifetimesMs.push(performance.now() - openedAt)
      sockets.delete(socket)
    })
    socket.resume()
    sockets.add(socket)
    timers.push(setInterval(send, pause))
  }
  return {
    /** How long each connection stayed open that has been ended, in ms, by its own clock: they are not opened at the same moment. */
    lifetimesMs: () => [...lifetimesMs],
    connected: () => connected,
    open: () => sockets.size,
    stop: () => {
      for (const timer of timers) clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}
