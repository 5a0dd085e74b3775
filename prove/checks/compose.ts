import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Check, Skipped } from '../check.ts'
import type { ComposedLife } from '../compose/live.ts'
import { limitOf, needContainers } from '../support/containers.ts'
import { atLeast, figure, none } from '../support/figures.ts'
import { madeArchive } from '../support/made-archive.ts'
import { program } from '../support/tools.ts'

const script = (name: string) => path.resolve(import.meta.dirname, '../compose', name)

// Images and networks are those of this check alone, and all goes with its first process.
const apart = [
  ...['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c'],
  'mount --make-rprivate / && mount -t tmpfs tmpfs /run && mount --bind "$1" /var/lib/containers && ip link set lo up && shift && exec "$@"',
  'sh',
]

const settings = (folder: string) => `
[containers]
default_ulimits = ["nofile=${limitOf('Max open files')}", "nproc=${limitOf('Max processes')}"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
[network]
network_backend = "netavark"
network_config_dir = "${path.join(folder, 'networks')}"
`

const tryFiles = (archive: string, folder: string): { lives: ComposedLife[]; coolify: string[] } => {
  const storage = path.join(folder, 'storage')
  mkdirSync(storage)
  mkdirSync('/var/lib/containers', { recursive: true })
  const config = path.join(folder, 'containers.conf')
  writeFileSync(config, settings(folder))
  const env = { ...process.env, CONTAINERS_CONF: config }
  const unshare = (options: string[], ...command: string[]) =>
    spawnSync('unshare', [...options, ...apart, storage, ...command], { env, encoding: 'utf8', timeout: 600_000 })
  if (unshare(['--net'], 'true').status !== 0)
    throw new Skipped('It takes namespaces of its own for network, mounts and processes.')
  const run = (options: string[], ...command: string[]) => {
    const { status, stdout, stderr } = unshare(options, process.execPath, ...command)
    if (status !== 0) throw new Error(`It ended with ${status}: ${stdout.slice(-1000)}${stderr.slice(-3000)}`)
  }
  run([], script('images.ts'), archive, folder)
  // Ports 80 and 443 are free there, and nobody else can reach them.
  run(['--net'], script('live.ts'), folder)
  return JSON.parse(readFileSync(path.join(folder, 'lives.json'), 'utf8'))
}

/** The compose files as they stand, with SQLite and with Postgres, without a Docker engine. */
export const compose: Check = {
  name: 'compose',
  kind: 'fault',
  long: true,
  promise:
    'The compose files bring up the site behind Caddy over TLS, with SQLite and with Postgres, and the file for Coolify brings it up for a proxy of its own. No visit fails while a killed process comes back, and account, upload and message are there after the containers were removed and made again.',
  run: async ({ folder }) => {
    needContainers()
    for (const [name, of] of [
      ...['podman-compose', 'netavark', 'aardvark-dns', 'iptables'].map((one) => [one, one] as const),
      ['ip', 'iproute2'],
      ['unshare', 'util-linux'],
    ] as const)
      program(name, of)
    const { lives, coolify } = tryFiles(await madeArchive(), folder)
    return [
      none('what is wrong with the file for Coolify', coolify),
      atLeast('sites of compose files', lives.length, 2),
      ...lives.map(({ name, startsMs: [first = 0] }) =>
        figure(`${name}: first start to the first page over TLS`, first / 1000, { atMost: 60 }, { unit: 'seconds' }),
      ),
      atLeast(
        'visits around a kill',
        lives.reduce((sum, { visits }) => sum + visits, 0),
        80,
      ),
      none(
        'visits that failed',
        lives.flatMap(({ failed }) => failed),
      ),
      none(
        'what is wrong',
        lives.flatMap(({ wrong }) => wrong),
      ),
    ]
  },
}
