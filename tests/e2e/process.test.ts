import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findPostgres, startPostgres } from '../support/postgres.ts'
import { copySampleData, startProduct } from '../support/product.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-process-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a built file to its end. */
const run = (
  words: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, words, {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk) => {
      said.out += chunk
    })
    child.stderr.on('data', (chunk) => {
      said.err += chunk
    })
    child.on('close', (code) => resolve({ code, ...said }))
  })

it('does not start with wrong settings: every problem on a line, exit code 2', async () => {
  const { code, out, err } = await run(['dist/server/main.js', '--emty'], { PORT: 'x', LIMITS: 'off', HOST: '0.0.0.0' })
  expect([code, out]).toEqual([2, ''])
  expect(err.trim().split('\n')).toEqual([
    'Vitrine cannot start:',
    '  --emty: there is no such option.',
    '  PORT must be a whole number from 1 to 65535.',
    '  LIMITS: off is for load tests, and only while HOST is a loopback address (it is 0.0.0.0).',
  ])
})

it('says so when its port is taken, exit code 1', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const { code, err } = await run(['dist/server/main.js', '--empty'], { PORT: String(port) })
  other.close()
  expect([code, err]).toEqual([
    1,
    `Port ${port} is taken by another program. Stop that, or choose another: PORT=${port + 1}\n`,
  ])
})

it('says so when HOST is no address of this machine, exit code 1', async () => {
  const { code, err } = await run(['dist/server/main.js', '--empty'], { HOST: '192.0.2.1', PORT: '39918' })
  expect([code, err]).toEqual([
    1,
    'This machine has no address 192.0.2.1. Set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.\n',
  ])
})

it.each([[['nonsense']], [[]], [['doctor', '--nonsense']], [['update']]])(
  'refuses the command %j with exit code 2',
  async (words) => {
    const { code, err } = await run(['dist/server/cli.js', ...words])
    expect(code).toBe(2)
    expect(err).toMatch(/^Vitrine cannot run this command:\n {2}\S/)
  },
)

it('ends without a stack when the reader of a command has enough', async () => {
  const child = spawn(process.execPath, ['dist/server/cli.js', 'doctor'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: folder },
  })
  child.stdout.destroy()
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  await once(child, 'close')
  expect(err).toBe('')
})

it('is found well by its doctor, and ill without its data', async () => {
  const product = await startProduct({ empty: true })
  const env = { DATA_DIR: product.dataDir }
  const well = await run(['dist/server/cli.js', 'doctor', '--json'], env)
  expect([well.code, JSON.parse(well.out).ok]).toEqual([0, true])
  await product.stop()
  const ill = await run(['dist/server/cli.js', 'doctor', '--json'], { DATA_DIR: path.join(folder, 'nowhere') })
  expect(ill.code).toBe(1)
  const findings = JSON.parse(ill.out).findings as { name: string; ok: boolean }[]
  expect(findings.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['Data folder'])
})

it('prints its address and the claim link, the same at each start, and keeps only a hash of it', async () => {
  const dataDir = path.join(folder, 'claim')
  await copySampleData(dataDir, { empty: true })
  const product = await startProduct({ dataDir })
  await expect.poll(product.said).toContain('Make it yours')
  const link = /Make it yours\s+(\S+)/.exec(product.said())?.[1] ?? ''
  expect(link).toMatch(new RegExp(`^${product.url}/register#claim=[\\w-]{43}$`))
  expect(product.said()).toContain(`Your site        ${product.url}/`)
  await product.stop()
  const token = link.split('=')[1] as string
  expect(readFileSync(path.join(dataDir, 'vitrine.db')).includes(token)).toBe(false)
  expect(statSync(path.join(dataDir, 'auth.secret')).mode & 0o777).toBe(0o600)
  const again = await startProduct({ dataDir, env: { LOG_LEVEL: 'error' } })
  await expect.poll(again.said).toContain(`#claim=${token}`)
  await again.stop()
})

it.skipIf(!findPostgres())('goes on when Postgres goes away just as it begins to serve', async () => {
  const postgres = await startPostgres(findPostgres() as string)
  // Holds it where it listens, until Postgres is gone.
  const gate = path.join(folder, 'gate')
  const held = `import fs from 'node:fs'
    import { Server } from 'node:net'
    const { listen } = Server.prototype
    const wait = () => {
      fs.writeFileSync('${gate}.reached', '')
      while (!fs.existsSync('${gate}')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
    Server.prototype.listen = function (...given) {
      return listen.apply(this.once('listening', wait), given)
    }`
  const env = { DATABASE_URL: postgres.url('postgres') }
  const starting = startProduct({ empty: true, env, preload: `data:text/javascript,${encodeURIComponent(held)}` })
  try {
    await expect.poll(() => existsSync(`${gate}.reached`), { timeout: 120_000 }).toBe(true)
    await postgres.crash()
    writeFileSync(gate, '')
    const product = await starting
    const health = async () => (await fetch(`${product.url}/healthz`)).status
    expect(await health()).toBe(503)
    const body = JSON.stringify({ user_name: 'Ada', user_email: 'ada@example.com', message: 'Is there time in May?' })
    const headers = { 'content-type': 'application/json', origin: product.url }
    expect((await fetch(`${product.url}/api/messages`, { method: 'POST', headers, body })).status).toBe(503)
    await postgres.restart()
    await expect.poll(health).toBe(200)
    await expect.poll(product.said).toContain('Whether email is set up could not be read')
    expect(await product.stop()).toBe(0)
  } finally {
    writeFileSync(gate, '')
    await starting.then(
      ({ stop }) => stop(),
      () => {},
    )
    await postgres.stop()
  }
})

it('takes a signal that comes twice at once for one, as when a terminal and npm both pass it on', async () => {
  // Two that are sent at once are one to the system, and a later one may come after a second or after the end: so the process tells
  // itself of the second.
  const twice = "process.once('SIGTERM', () => process.nextTick(() => process.emit('SIGTERM', 'SIGTERM')))"
  const product = await startProduct({ empty: true, preload: `data:text/javascript,${encodeURIComponent(twice)}` })
  expect(await product.stop()).toBe(0)
})

it('ends with exit code 0 on SIGTERM under load, every answer whole', async () => {
  const product = await startProduct({ empty: true })
  const whole = await (await fetch(product.url)).text()
  let asking = true
  const torn: string[] = []
  let answered = 0
  const visitor = async () => {
    while (asking) {
      // Refused or closed between two answers, because it has stopped: fine.
      const answer = await fetch(product.url).catch(() => undefined)
      if (!answer) return
      // Cut off in the middle of one: not.
      const text = await answer.text().catch(String)
      answered += 1
      if (text !== whole) torn.push(text.slice(0, 80))
    }
  }
  const visitors = Array.from({ length: 16 }, visitor)
  await expect.poll(() => answered).toBeGreaterThan(64)
  const exitCode = await product.stop()
  asking = false
  await Promise.all(visitors)
  expect([exitCode, torn]).toEqual([0, []])
})

it('does without Node’s fetch, which takes 13 MB, until the API is called', async () => {
  const report = path.join(folder, 'report-fetch.cjs')
  writeFileSync(
    report,
    `process.on('exit', () => {
      if (require('node:worker_threads').isMainThread) console.log('fetch: ' + process.moduleLoadList.some((name) => name.endsWith('undici')))
    })`,
  )
  const afterAsking = async (address: string) => {
    const product = await startProduct({ empty: true, env: { NODE_OPTIONS: `--require ${report}` } })
    await fetch(product.url + address)
    await product.stop()
    return /fetch: (\w+)/.exec(product.said())?.[1]
  }
  expect([await afterAsking('/'), await afterAsking('/api/settings')]).toEqual(['false', 'true'])
})
