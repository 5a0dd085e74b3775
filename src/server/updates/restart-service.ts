import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv, promisify } from 'node:util'

const run = promisify(execFile)

/** Migrations of a large store may take minutes. */
const timeoutMs = 600_000

const show = async (unit: string, property: string) =>
  (await run('systemctl', ['show', unit, '-p', property, '--value']).catch(() => ({ stdout: '' }))).stdout.trim()

/** The service of systemd with this name, when it is there and running. */
export const isServiceRunning = async (name: string): Promise<boolean> =>
  (await show(`${name}.service`, 'ActiveState')) === 'active'

/** True when a service starts a program below this folder, so that it starts another once the folder leads to another. */
export const serviceRuns = async (name: string, folder: string): Promise<boolean> =>
  (await show(`${name}.service`, 'ExecStart')).split(/[\s;]+/).some((word) => word.startsWith(`${folder}/`))

/** Variables of a service: those in its file, and those in its unit, which has the last word on where it listens. */
export const serviceVariables = async (name: string): Promise<Record<string, string | undefined>> => {
  const words = (await show(`${name}.service`, 'Environment')).split(' ').map((text) => /^(\w+)=(.*)$/.exec(text))
  const unit = Object.fromEntries(words.flatMap((found) => (found ? [[found[1] as string, found[2] as string]] : [])))
  const file = parseEnv(await readFile(`/etc/${name}.env`, 'utf8').catch(() => ''))
  const { HOST, PORT } = unit
  return { ...unit, ...file, ...(HOST ? { HOST } : {}), ...(PORT ? { PORT } : {}) }
}

const health = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get({ host, port, path: '/healthz', agent: false, timeout: timeoutMs }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
  })

/**
 * Restarts a service of systemd, whose socket stays open, and waits until it answers. Resolves to undefined, or to how it ended. A start
 * that fails once has failed: the next one would find the same.
 */
export const restartService = async (name: string, host: string, port: number): Promise<string | undefined> => {
  const unit = `${name}.service`
  await run('systemctl', ['reset-failed', unit, `${name}.socket`]).catch(() => undefined)
  await run('systemctl', ['restart', unit]).catch(() => undefined)
  // Another one means that it ended: after a failure, or woken by a visit after that.
  const invocation = await show(unit, 'InvocationID')
  let answered = false
  void health(host, port).then((found) => {
    answered = found
  })
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; ) {
    const [state, now] = [await show(unit, 'SubState'), await show(unit, 'InvocationID')]
    if (state !== 'running' || now !== invocation) return `${unit} did not stay up; see journalctl -u ${name}`
    if (answered) return undefined
    await sleep(100)
  }
  return `${unit} did not answer within ${timeoutMs / 60_000} minutes`
}
