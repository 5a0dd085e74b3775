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
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileExporting, reachedFrom, readSources } from '../../scripts/sources.ts'
import { cacheFolder } from './cache-folder.ts'
import { pageInCutFonts } from './cut-fonts.ts'
import { freePort } from './free-port.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** As `preload`, for what is about neither passwords, nor images, nor the size of pages. */
export const cheapWork = path.resolve(import.meta.dirname, 'cheap-work.ts')

export interface ProductOptions {
  /** `--empty`: no samples. */
  empty?: boolean
  /** `--sample`: another owner, whose store is made each time. */
  sample?: string
  env?: Record<string, string>
  /** A data directory to start on and keep; without it a fresh one that goes when the product stops. */
  dataDir?: string
  /** A command that runs the product, such as `taskset -c 0`. */
  under?: string[]
  /** The checkout whose build is run; without it this one. */
  checkout?: string
  /** A module that is loaded before the product. */
  preload?: string
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
const folders = new Set<string>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const run = async (dataDir: string, options: ProductOptions) => {
  const { empty = false, sample, env = {}, under = [], hostname = '127.0.0.1', checkout = root } = options
  const main = path.join(checkout, 'dist/server/main.js')
  const preloaded = options.preload === undefined ? [] : ['--import', options.preload]
  const program = options.program === undefined ? [process.execPath, ...preloaded, main] : [options.program, 'serve']
  if (!existsSync(options.program ?? main)) throw new Error('There is no build to test: npm run build makes it.')
  const port = options.port ?? (await freePort())
  const url = `http://${hostname}:${port}`
  const command = [...under, ...program, ...(empty ? ['--empty'] : []), ...(sample ? ['--sample', sample] : [])]
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
    await new Promise((resolve) => setTimeout(resolve, 20)) // until it answers
  }
  // It answers a moment before it says where, and by which link it is claimed. Not every older version does.
  const isOurs = options.checkout === undefined && options.program === undefined
  for (let tries = 0; tries < (isOurs ? 3000 : 250) && !/Your site.*?\n\n/s.test(said()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20)) // until it has said so
  return { url, port, pid: child.pid ?? 0, dataDir, said, stop }
}

/** Of what a first start's data is made from. */
const fingerprint = (): string => {
  const hash = createHash('sha256')
  const sources = readSources(root)
  const makers = ['openDatabase', 'loadSamples', 'encodeImage', 'createCutFonts'].map((name) =>
    fileExporting(sources, name),
  )
  const samples = readdirSync(path.join(root, 'samples'), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [path.relative(root, path.join(entry.parentPath, entry.name))] : [],
  )
  for (const file of [...samples, ...reachedFrom(sources, makers)].sort())
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)))
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
      await new Promise((resolve) => setTimeout(resolve, 50)) // until another has made the template
    }
  }
}

/** A data directory as the first start leaves it. Kept until what it is made from changes, since the samples' images take a while. */
const template = async ({ empty = false }: ProductOptions): Promise<string> => {
  const key = fingerprint()
  const cache = cacheFolder('vitrine-test-data')
  const place = path.join(cache, `${key}${empty ? '-empty' : ''}`)
  const release = await takeTurn(`${place}.lock`)
  try {
    return existsSync(place) ? place : await makeTemplate(cache, key, place, empty)
  } finally {
    release()
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
    // With them a start has its fonts at once, and its pages do not change a moment later.
    await pageInCutFonts(async () => (await fetch(product.url)).text())
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
  folders.add(dataDir)
  if (options.sample === undefined) await copySampleData(dataDir, options)
  const product = await run(dataDir, options)
  const stop = async () => {
    const code = await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
    folders.delete(dataDir)
    return code
  }
  return { ...product, stop }
}
