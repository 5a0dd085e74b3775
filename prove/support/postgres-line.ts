import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import path from 'node:path'

/**
 * How a line behaves: `through` passes everything on, `silent` takes everything and says nothing more,
 * `deaf to commits` passes a COMMIT on and is cut before its answer.
 */
export type LineMode = 'through' | 'silent' | 'deaf to commits'

export interface PostgresLine {
  port: number
  mode: LineMode
  /** How many answers to a COMMIT were lost. */
  lost: number
  close(): Promise<void>
}

// A simple query: Q, its length, its text, a NUL.
const isCommit = (bytes: Buffer) => /Q....commit\0/is.test(bytes.toString('latin1'))

/** A line on loopback to a Postgres whose socket is in the folder `behind`. */
export const startLine = async (behind: string): Promise<PostgresLine> => {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const postgres = connect(path.join(behind, '.s.PGSQL.5432'))
    let committing = false
    for (const [from, to] of [
      [client, postgres],
      [postgres, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (line.mode !== 'silent') to.destroy()
      })
      from.on('data', (bytes: Buffer) => {
        if (line.mode === 'silent') return
        if (line.mode === 'deaf to commits') {
          if (from === client && isCommit(bytes)) committing = true
          else if (from === postgres && committing) {
            line.lost += 1
            client.destroy()
            return
          }
        }
        to.write(bytes)
      })
    }
  })
  const line: PostgresLine = {
    port: 0,
    mode: 'through',
    lost: 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  line.port = (server.address() as AddressInfo).port
  return line
}
