import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises' // until a condition holds
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-npm-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isHeld = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

const groups: number[] = []
// What a failed test leaves must not hold its port for ever.
afterAll(() => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      // All of it has ended, as it should.
    }
  }
})

const until = async (condition: () => boolean | Promise<boolean>) => {
  while (!(await condition())) await wait(50)
}

// Windows has no such signals.
it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGKILL'] as const)(
  'frees its port and stops in order when npm start ends by %s',
  async (signal) => {
    const port = await freePort()
    const chunks: Buffer[] = []
    const said = () => Buffer.concat(chunks).toString()
    // Without the script that builds: the build is there, and others run it at this moment.
    const npm = spawn('npm', ['start', '--ignore-scripts', '--', '--empty'], {
      cwd: root,
      env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: path.join(folder, signal) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    npm.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    npm.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    if (npm.pid !== undefined) groups.push(npm.pid)
    await until(() => {
      if (npm.exitCode !== null) throw new Error(`npm ended before the site listened:\n${said()}`)
      return said().includes('"event":"Listening"')
    })
    expect(await isHeld(port)).toBe(true)
    npm.kill(signal)
    await until(async () => !(await isHeld(port)))
    await until(() => said().includes('"event":"Stopping"'))
  },
)
