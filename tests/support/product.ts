import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import { freePort } from './free-port.ts'

const root = path.resolve(import.meta.dirname, '../..')

export interface ProductOptions {
  /** `--empty`: no samples. */
  empty?: boolean
  env?: Record<string, string>
  /** A data directory to start on and keep; without it a fresh one that goes when the product stops. */
  dataDir?: string
  /** A command that runs the product, such as `taskset -c 0`. */
  under?: string[]
  /** The checkout whose build is run; without it this one. */
  checkout?: string
  /** A program that serves, such as that of an installed release, in place of a checkout's build. */
  program?: string
  /** By which visitors know it: passkeys belong to a name and never to a number. */
  hostname?: 'localhost'
  /** To be started again where somebody expects it; without it a free one. */
  port?: number
}

/** The built product, running for a test. */
export interface Product {
  url: string
  port: number
  pid: number
  dataDir: string
  /** Everything it printed. */
  said(): string
  /** Ends it as an operator would; resolves to its exit code. */
  stop(): Promise<number | null>
}

// A first start draws and encodes the samples' images, on a busy machine for a minute and more.
const timeoutMs = 170_000

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const run = async (dataDir: string, options: ProductOptions) => {
  const { empty = false, env = {}, under = [], hostname = '127.0.0.1', checkout = root } = options
  const main = path.join(checkout, 'dist/server/main.js')
  const program = options.program === undefined ? [process.execPath, main] : [options.program, 'serve']
  if (!existsSync(options.program ?? main)) throw new Error('There is no build to test: npm run build makes it.')
  const port = options.port ?? (await freePort())
  const url = `http://${hostname}:${port}`
  const command = [...under, ...program, ...(empty ? ['--empty'] : [])]
  const child = spawn(command[0] ?? process.execPath, command.slice(1), {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Nothing of ours leaks in: an unknown or wrong variable would stop the start.
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, ...env },
  })
  running.add(child)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const said = () => Buffer.concat(chunks).toString()
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      running.delete(child)
      resolve()
    })
  })
  const stop = async () => {
    const hard = setTimeout(() => child.kill('SIGKILL'), 60_000)
    child.kill('SIGTERM')
    await ended
    clearTimeout(hard)
    return child.exitCode
  }
  const deadline = Date.now() + timeoutMs
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The product ended (${child.exitCode}) before it answered:\n${said()}`)
    const status = await fetch(url, { headers: { connection: 'close' } }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    if (status === 200) break
    if (Date.now() > deadline) {
      await stop()
      throw new Error(`The product did not answer 200 within ${timeoutMs / 1000} s (last: ${status}):\n${said()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { url, port, pid: child.pid ?? 0, dataDir, said, stop }
}

// What a first start's data is made from.
const origins = [
  'samples',
  'src/model',
  'src/server/db',
  'src/server/media',
  'src/server/media/media.ts',
  'src/server/setup/load-samples.ts',
]

const fingerprint = (): string => {
  const hash = createHash('sha256')
  const add = (place: string) => {
    const full = path.join(root, place)
    if (!statSync(full).isDirectory()) hash.update(`${place}\0`).update(readFileSync(full))
    else for (const name of readdirSync(full).sort()) if (!name.includes('.test.')) add(path.join(place, name))
  }
  for (const place of origins) add(place)
  return hash.digest('hex').slice(0, 12)
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Waits until no other process works behind this lock; one whose process has ended is broken. Returns what lets go of it. */
const takeTurn = async (lock: string): Promise<() => void> => {
  // Written first and then named, so that no lock ever stands empty, whose holder nobody could ask after.
  const mine = `${lock}.${randomUUID()}`
  writeFileSync(mine, `${process.pid}`)
  for (;;) {
    try {
      linkSync(mine, lock)
      rmSync(mine)
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = Number(existsSync(lock) && readFileSync(lock, 'utf8'))
      if (holder > 0 && !isRunning(holder)) rmSync(lock, { force: true })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** A data directory as the first start leaves it. Kept until what it is made from changes, since the samples' images take a while. */
const template = async ({ empty = false }: ProductOptions): Promise<string> => {
  const key = fingerprint()
  const cache = cacheFolder('vitrine-test-data')
  const place = path.join(cache, `${key}${empty ? '-empty' : ''}`)
  const letGo = await takeTurn(`${place}.lock`)
  try {
    return existsSync(place) ? place : await makeTemplate(cache, key, place, empty)
  } finally {
    letGo()
  }
}

const makeTemplate = async (cache: string, key: string, place: string, empty: boolean): Promise<string> => {
  for (const name of readdirSync(cache)) {
    if (!name.startsWith('draft-') && !name.startsWith(key))
      rmSync(path.join(cache, name), { recursive: true, force: true })
  }
  const draft = mkdtempSync(path.join(cache, 'draft-'))
  try {
    const product = await run(draft, { empty })
    await product.stop()
    renameSync(draft, place)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return place
}

/** Fills a folder with the data directory of a first start. */
export const copySampleData = async (to: string, options: ProductOptions = {}): Promise<void> =>
  cpSync(await template(options), to, { recursive: true })

/** Starts the built product on a free loopback port, sample content loaded, and waits for its first 200. */
export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  if (options.dataDir) return run(options.dataDir, options)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-product-'))
  await copySampleData(dataDir, options)
  const product = await run(dataDir, options)
  const stop = async () => {
    const code = await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
    return code
  }
  return { ...product, stop }
}
