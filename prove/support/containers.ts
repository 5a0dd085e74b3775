import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Skipped } from '../check.ts'
import { program } from './tools.ts'
import { until } from './until.ts'

/** Without a daemon and without systemd. */
const engine = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs']

/** Enough for the site, and no more than this machine allows: one that is a container itself may not raise its limits. */
export const limitOf = (name: string): number => {
  const [, hard = ''] = new RegExp(`^${name} +\\S+ +(\\S+)`, 'm').exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return Math.min(4096, Number(hard) || 4096)
}

/** Programs that build and run images; throws `Skipped` where they cannot be had. */
export const needContainers = (): void => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Skipped('It runs containers, which takes Linux and root here.')
  for (const name of ['mmdebstrap', 'buildah', 'runc', 'podman']) program(name)
  program('xz', 'xz-utils')
  program('strip', 'binutils')
}

const podman = (...args: string[]) => spawnSync('podman', [...engine, ...args], { encoding: 'utf8', timeout: 60_000 })

export const removeImage = (tag: string): void => {
  podman('rmi', '--force', tag)
}

/** One field of an image, as JSON. */
export const inspectImage = (tag: string, field: string): unknown =>
  JSON.parse(podman('image', 'inspect', '--format', `{{json ${field}}}`, tag).stdout)

export interface Container {
  /** Everything it printed. */
  said(): string
  /** Runs a program in it. */
  exec(...args: string[]): { status: number | null; out: string }
  /** Resolves to its exit code; waits, and then kills. */
  ended(): Promise<number | null>
  /** Sends the image's stop signal. */
  stop(): Promise<number | null>
}

const timeoutMs = 30_000

/** Starts an image as the guide says: read-only, a `/tmp` in memory, no capabilities, one volume. */
export const startContainer = (
  tag: string,
  name: string,
  env: Record<string, string>,
  volume?: string,
  more: readonly string[] = [],
): Container => {
  const given = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  const limits = ['--ulimit', `nofile=${limitOf('Max open files')}`, '--ulimit', `nproc=${limitOf('Max processes')}`]
  const closed = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']
  const options = ['--rm', '--name', name, '--network', 'host', '--no-healthcheck', ...closed, ...limits, ...given]
  const volumes = volume === undefined ? ['--image-volume', 'ignore'] : ['--volume', `${volume}:/data`]
  const child = spawn('podman', [...engine, 'run', ...options, ...volumes, ...more, tag], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const ended = async () => {
    if ((await until(() => child.exitCode !== null, timeoutMs)) === undefined) podman('rm', '--force', name)
    await until(() => child.exitCode !== null, timeoutMs)
    return child.exitCode
  }
  return {
    said: () => said,
    exec: (...args) => {
      const { status, stdout, stderr } = podman('exec', name, ...args)
      return { status, out: stdout + stderr }
    },
    ended,
    stop: async () => {
      podman('stop', '--time', '15', name)
      return ended()
    },
  }
}
