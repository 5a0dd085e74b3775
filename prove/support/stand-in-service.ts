import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

/**
 * Runs a program as the service `vitrine`, without systemd and without a socket that waits for it: its port is closed while it restarts.
 * `bin` has a `systemctl` that does of the real one what an update asks of it.
 */
export const standInService = async (folder: string, program: string, env: Record<string, string>) => {
  let child: ChildProcess | undefined
  let starts = 0
  const isUp = () => child?.exitCode === null && child.signalCode === null
  const stop = async () => {
    if (child && isUp()) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    return child?.exitCode
  }
  const restart = async () => {
    await stop()
    starts += 1
    const all = { PATH: process.env.PATH, ...env }
    child = spawn(process.execPath, [program, 'serve'], { cwd: folder, stdio: 'ignore', env: all })
  }
  const shown = () => [
    `ActiveState=${isUp() ? 'active' : 'failed'}`,
    `SubState=${isUp() ? 'running' : 'failed'}`,
    `InvocationID=${starts}`,
    `ExecStart={ path=${process.execPath} ; argv[]=${process.execPath} ${program} serve ; }`,
    `Environment=HOST=${env.HOST} PORT=${env.PORT}`,
  ]
  const server = createServer(async (request, response) => {
    if (request.url === '/restart') await restart()
    response.end(shown().join('\n'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const bin = path.join(folder, 'bin')
  mkdirSync(bin)
  const ask = `fetch('${url}' + process.argv[2]).then((r) => r.text()).then((text) => process.stdout.write(text))`
  writeFileSync(path.join(bin, 'systemctl'), `#!${process.execPath}\n${ask}\n`, { mode: 0o755 })
  return {
    bin,
    starts: () => starts,
    restart,
    /** Ends both; resolves to the exit code of the program. */
    stop: async () => {
      server.closeAllConnections()
      server.close()
      return stop()
    },
  }
}
