import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { z } from 'zod'

/** Node and the first file of a version; absolute. */
const version = z.object({ node: z.string(), program: z.string() })

/** Request to the running process: to end and leave its port to `to`, or to `back` where that does not come up. */
const handOverRequest = z.object({ to: version, back: version })
export type HandOverRequest = z.infer<typeof handOverRequest>

const mostBytes = 10_000
const timeoutMs = 10_000

/** Path of the socket on which the running process can be asked; only its user can open it. Undefined where the path is too long for a socket (unix(7)). */
const socketPath = (dataDir: string): string | undefined => {
  const place = path.resolve(dataDir, 'vitrine.sock')
  return Buffer.byteLength(place) > 103 || process.platform === 'win32' ? undefined : place
}

const isAnswered = async (place: string): Promise<boolean> => {
  const socket = connect(place)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/**
 * Listens for the request of `vitrine update` next to the data. Does nothing where another process does already, or no socket can be
 * made: an update then needs a restart. Returns a function that ends it.
 */
export const listenForUpdates = async (
  dataDir: string,
  onHandOver: (request: HandOverRequest) => Promise<void>,
): Promise<() => void> => {
  const place = socketPath(dataDir)
  if (place === undefined || (await isAnswered(place))) return () => {}
  try {
    // With everything in Postgres there may be no such folder yet.
    mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 })
    rmSync(place, { force: true })
  } catch {
    return () => {}
  }
  const server = createServer((socket) => {
    let text = ''
    socket.setTimeout(timeoutMs, () => socket.destroy())
    socket.on('error', () => {})
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.length > mostBytes) socket.destroy()
      if (!text.endsWith('\n')) return
      const asked = async () => onHandOver(handOverRequest.parse(JSON.parse(text)))
      void asked().then(
        () => socket.end('ok\n'),
        (error: Error) => socket.end(`${error.message}\n`),
      )
    })
  })
  server.unref()
  const listening = once(server.listen(place), 'listening')
  const isListening = await listening.then(
    () => true,
    () => false,
  )
  return () => {
    if (isListening) server.close()
  }
}

/** Asks the process that serves this data to hand over. Resolves to false when none is there; rejects with its reason when it refuses. */
export const askForHandOver = async (dataDir: string, request: HandOverRequest): Promise<boolean> => {
  const place = socketPath(dataDir)
  if (place === undefined || !(await isAnswered(place))) return false
  const socket = connect(place)
  socket.end(`${JSON.stringify(request)}\n`)
  let answer = ''
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk
  if (answer !== 'ok\n') throw new Error(answer.trim() || 'The running site did not answer.')
  return true
}
