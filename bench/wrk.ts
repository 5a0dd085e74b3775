import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What one load showed. Latencies in ms; `wrong` counts socket errors, timeouts and statuses over 399. */
export interface Load {
  perSecond: number
  p50: number
  p99: number
  bytesPerRequest: number
  requests: number
  wrong: number
}

export interface LoadOptions {
  seconds: number
  connections: number
  headers: Record<string, string>
  /** The core that wrk is pinned to. */
  core: number
}

/** Loads one address over keep-alive connections from one thread. */
export const load = async (url: string, { seconds, connections, headers, core }: LoadOptions): Promise<Load> => {
  const script = path.join(import.meta.dirname, 'wrk.lua')
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const size = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '5s']
  const args = ['-c', String(core), 'wrk', ...size, ...fields, '-s', script, url]
  const { stdout } = await run('taskset', args, { timeout: (seconds + 30) * 1000 })
  const json = stdout.split('\n').find((line) => line.startsWith('{'))
  if (!json) throw new Error(`wrk said nothing that can be read:\n${stdout}`)
  return JSON.parse(json) as Load
}
