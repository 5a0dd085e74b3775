import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Skipped } from '../check.ts'
import { program } from './tools.ts'
import { until } from './until.ts'

export interface BootedMachine {
  /** Its file system, as this machine sees it. */
  root: string
  /** Runs a command in it to its end. */
  run(...command: string[]): { code: number | null; out: string }
  stop(): Promise<void>
}

const packages = ['systemd', 'systemd-sysv', 'dbus', 'libstdc++6', 'ca-certificates', 'curl']

const codename = () => /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'

/** A small Debian with systemd in a folder. Throws `Skipped` where none can be made. */
const makeRoot = (folder: string, more: readonly string[]) => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Skipped('It boots a system of its own, which takes Linux and root.')
  const mmdebstrap = program('mmdebstrap')
  const included = `--include=${[...packages, ...more].join(',')}`
  const made = spawnSync(mmdebstrap, ['--variant=minbase', included, codename(), folder], {
    encoding: 'utf8',
    timeout: 400_000,
  })
  if (made.status !== 0)
    throw new Skipped(`No Debian could be unpacked: ${made.stderr?.trim().split('\n').at(-1) ?? made.error?.message}`)
}

// Where this machine has no systemd, its container program still wants a folder in memory.
const ownRun =
  'mount --make-rprivate / && mkdir -p /run/systemd && mount -t tmpfs tmpfs /run/systemd && exec systemd-nspawn "$@"'

export interface MachineOptions {
  /** Debian's packages that it has besides. */
  packages?: readonly string[]
  /** Called with the path of its file system before it boots. */
  prepare?: (root: string) => void
}

/** Boots a small Debian with its systemd and a network of its own, with files and folders of this machine in it. Throws `Skipped` where that is refused. */
export const bootMachine = async (
  folder: string,
  shown: Readonly<Record<string, string>>,
  { packages: more = [], prepare }: MachineOptions = {},
): Promise<BootedMachine> => {
  program('systemd-nspawn', 'systemd-container')
  const root = path.join(folder, 'root')
  makeRoot(root, more)
  prepare?.(root)
  const binds = Object.entries(shown).map(([there, here]) => `--bind-ro=${here}:${there}`)
  const options = ['--boot', '--register=no', '--keep-unit', '--private-network', '--console=pipe', '--quiet']
  const child = spawn('unshare', ['-m', 'sh', '-c', ownRun, 'sh', '-D', root, ...options, ...binds], {
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const leader = () => {
    try {
      return readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0] ?? ''
    } catch {
      return ''
    }
  }
  const run: BootedMachine['run'] = (...command) => {
    const words = [
      '-t',
      leader(),
      '-m',
      '-u',
      '-i',
      '-n',
      '-p',
      'env',
      'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
      ...command,
    ]
    const { status, stdout, stderr } = spawnSync('nsenter', words, { encoding: 'utf8', timeout: 240_000 })
    return { code: status, out: `${stdout}${stderr}`.trim() }
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    if (leader() !== '') run('systemctl', 'poweroff')
    await Promise.race([ended, sleep(15_000)])
    child.kill('SIGKILL')
    await ended
  }
  const isUp = () => leader() !== '' && /^(?:running|degraded)$/m.test(run('systemctl', 'is-system-running').out)
  const up = await until(() => isUp() || child.exitCode !== null, 60_000)
  if (up === undefined || child.exitCode !== null) {
    await stop()
    throw new Skipped(
      `systemd does not boot in a container here: ${said.trim().split('\n').at(-1) || 'no reason given'}`,
    )
  }
  return { root, run, stop }
}
