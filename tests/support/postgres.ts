import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises' // until it answers
import { promisify } from 'node:util'

/** A Postgres server of our own, on a Unix socket in a temporary folder. */
export interface PostgresServer {
  /** The address of a database on it, which need not exist yet. */
  url(database: string): string
  pid(): number | undefined
  /** Ends it at once, every connection cut, as a crash does; the data stay. */
  crash(): Promise<void>
  /** Starts it again on its data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const programs = ['initdb', 'postgres']

const binFolders = (): string[] => {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  return [...(process.env.PATH ?? '').split(path.delimiter), ...versions.map((version) => `${packaged}/${version}/bin`)]
}

/** Where initdb and postgres are; undefined when this machine has none. */
export const findPostgres = (): string | undefined =>
  binFolders().find((folder) => programs.every((program) => existsSync(path.join(folder, program))))

// Postgres refuses to run as root: then it runs as nobody.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Makes and starts a server; rejects with what it printed when it does not come up. */
export const startPostgres = async (bin: string): Promise<PostgresServer> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-pg-'))
  if (nobody.uid) await chown(folder, nobody.uid, nobody.gid)
  const data = path.join(folder, 'data')
  const remove = () => rm(folder, { recursive: true, force: true })
  const initdb = ['-D', data, '-U', 'vitrine', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
  await promisify(execFile)(path.join(bin, 'initdb'), initdb, { cwd: folder, ...nobody }).catch(async (error) => {
    await remove()
    throw error
  })
  // What is stored here need not outlive the tests, so nothing waits for the disk.
  const settings = ['fsync=off', 'full_page_writes=off', 'listen_addresses=', `unix_socket_directories=${folder}`]
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const launch = async () => {
    const server = spawn(path.join(bin, 'postgres'), args, {
      cwd: folder,
      ...nobody,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let printed = ''
    server.stderr.setEncoding('utf8').on('data', (text) => {
      printed = (printed + text).slice(-4000)
    })
    const ended = once(server, 'exit')
    const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
      server.kill(signal)
      await ended
    }
    const deadline = Date.now() + 90_000
    while (!printed.includes('ready to accept connections')) {
      if (server.exitCode !== null || Date.now() > deadline) {
        await end('SIGINT')
        throw new Error(`Postgres did not start:\n${printed}`)
      }
      await sleep(20)
    }
    return { server, end }
  }
  let running = await launch().catch(async (error) => {
    await remove()
    throw error
  })
  return {
    url: (database) => `postgres://vitrine@/${database}?host=${encodeURIComponent(folder)}`,
    pid: () => running.server.pid,
    crash: () => running.end('SIGQUIT'),
    restart: async () => {
      running = await launch()
    },
    stop: async () => {
      // One that has crashed is only to be cleared away.
      if (running.server.exitCode === null) await running.end('SIGINT')
      await remove()
    },
  }
}
