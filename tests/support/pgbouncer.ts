import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises' // until it answers
import { freePort } from './free-port.ts'

/** A pooler in front of a Postgres of the tests. */
export interface PgBouncer {
  /** The address of a database behind it. */
  url(database: string): string
  stop(): Promise<void>
}

const folders = () => [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']

/** The program; undefined when this machine has none (Debian: `apt install pgbouncer`). */
export const findPgBouncer = (): string | undefined =>
  folders()
    .map((folder) => path.join(folder, 'pgbouncer'))
    .find((file) => existsSync(file))

// Like Postgres, it refuses to run as root: then it runs as nobody.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const settings = (port: number, socketFolder: string) => `
[databases]
* = host=${socketFolder} user=vitrine
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
server_login_retry = 1
`

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Starts one in transaction mode, as hosted databases have it, in front of the Postgres whose socket is in `socketFolder`. */
export const startPgBouncer = async (program: string, socketFolder: string): Promise<PgBouncer> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-pgb-'))
  if (nobody.uid) await chown(folder, nobody.uid, nobody.gid)
  const port = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  await writeFile(file, settings(port, socketFolder))
  const child = spawn(program, [file], { cwd: folder, ...nobody, stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed = (printed + text).slice(-4000)
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + 90_000
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`PgBouncer did not start:\n${printed}`)
    }
    await sleep(20)
  }
  return { url: (database) => `postgres://vitrine@127.0.0.1:${port}/${database}`, stop }
}

/** The folder of the socket in the address of a Postgres of the tests. */
export const socketFolderOf = (url: string): string => decodeURIComponent(/[?&]host=([^&]*)/.exec(url)?.[1] ?? '')
