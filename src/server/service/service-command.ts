import { existsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { VitrineError } from '../../model/errors.ts'
import type { CommandOutput } from '../process/command-args.ts'
import { ConfigError } from '../process/config.ts'
import { leanEnvironment, leanOptions } from '../process/lean-process.ts'
import { programPlaces } from './program-places.ts'

interface ServiceOptions {
  /** Name of the units, without their endings. */
  name: string
  /** Node, and the program's first file; absolute. */
  node: string
  program: string
  host: string
  port: number
  /** Folder of the data and the user that it belongs to; without it systemd keeps the data and makes the user. */
  data?: { folder: string; user: string } | undefined
}

/** Port and interface, held by systemd: they stay open while the service restarts, and a visit waits instead of being refused. */
export const socketUnit = ({ name, host, port }: ServiceOptions): string => `[Unit]
Description=Connections of Vitrine (${name})

[Socket]
ListenStream=${host.includes(':') ? `[${host}]` : host}:${port}
Backlog=511
NoDelay=yes

[Install]
WantedBy=sockets.target
`

const isIn = (folder: string, place: string) => place === folder || place.startsWith(`${folder}/`)
const isHome = (place: string) => ['/home', '/root', '/run/user'].some((home) => isIn(home, place))

const userAndData = ({ name, data }: ServiceOptions): string[] =>
  data === undefined
    ? [
        'DynamicUser=yes',
        `User=${name}`,
        `StateDirectory=${name}`,
        'StateDirectoryMode=0700',
        `WorkingDirectory=%S/${name}`,
        `Environment=DATA_DIR=%S/${name}`,
      ]
    : [
        `User=${data.user}`,
        `ReadWritePaths=${data.folder}`,
        `WorkingDirectory=${data.folder}`,
        `Environment=DATA_DIR=${data.folder}`,
        'PrivateTmp=yes',
      ]

const home = ({ data }: ServiceOptions): string[] =>
  data && isHome(data.folder) ? ['ProtectHome=tmpfs', `BindPaths=${data.folder}`] : ['ProtectHome=yes']

const lean = Object.entries(leanEnvironment)
  .map(([name, value]) => `${name}=${value}`)
  .join(' ')

/** The service: a process of its own user, which may write its data and nothing else. Why each line is there: docs/deploy/systemd.md. */
export const serviceUnit = (options: ServiceOptions): string => {
  const { name, node, program, host, port } = options
  return `[Unit]
Description=Vitrine (${name})
After=network.target
Requires=${name}.socket
StartLimitIntervalSec=60
StartLimitBurst=10

[Service]
Type=exec
ExecStart=${node} ${leanOptions.join(' ')} ${program} serve
${userAndData(options).join('\n')}
Environment=HOST=${host} PORT=${port} ${lean}
EnvironmentFile=-/etc/${name}.env
UMask=0077
Restart=on-failure
RestartSec=2
RestartPreventExitStatus=2
KillMode=mixed
TimeoutStopSec=15

CapabilityBoundingSet=
AmbientCapabilities=
NoNewPrivileges=yes
PrivateUsers=yes
PrivateDevices=yes
DevicePolicy=closed
PrivateIPC=yes
PrivateMounts=yes
${home(options).join('\n')}
ProtectSystem=strict
ProtectHostname=yes
ProtectClock=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectProc=invisible
ProcSubset=pid
RemoveIPC=yes
LockPersonality=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`
}

const serviceUsage = 'service install | print [--port N] [--host ADDRESS] [--user-data DIR] [--name NAME]'

const options = {
  name: { type: 'string', default: 'vitrine' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '3000' },
  'user-data': { type: 'string' },
} as const

const readWords = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options })
  } catch {
    throw new ConfigError([`Usage: vitrine ${serviceUsage}`])
  }
}

/** Folders that the service cannot read: other people's, and those for temporary files, of which it has its own. */
const unreadable = /^\/(?:home|root|run\/user|tmp|var\/tmp)\//

/** Read by systemd, which knows quotes and percent signs of its own. */
const plainPath = /^\/[\w./@+-]*$/

const problemsOf = ({ name, host, port, node, program, data }: ServiceOptions): string[] => [
  ...(/^[a-z][a-z0-9-]{0,30}$/.test(name) ? [] : ['--name: must have small letters, digits and - only.']),
  ...(/^[\w.:-]+$/.test(host) ? [] : ['--host: must be an address such as 127.0.0.1, 0.0.0.0 or ::']),
  ...(port >= 1 && port <= 65_535 ? [] : ['--port: must be a whole number from 1 to 65535.']),
  ...[node, program, ...(data ? [data.folder] : [])]
    .filter((place) => !plainPath.test(place))
    .map((place) => `${place}: must have letters, digits and . _ @ + - only.`),
  ...[node, program]
    .filter((place) => unreadable.test(place))
    .map(
      (place) => `${place} cannot be read by a service of its own user. Install Vitrine and Node below /opt or /usr.`,
    ),
]

const dataOf = (given: string | undefined): ServiceOptions['data'] => {
  if (given === undefined) return undefined
  const folder = path.resolve(given)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory()) throw new ConfigError([`--user-data: ${folder} is no folder.`])
  if (found.uid === 0)
    throw new ConfigError([
      `--user-data: ${folder} belongs to root, and the service must not run as root. Give it to another user: chown`,
    ])
  return { folder, user: String(found.uid) }
}

const environmentFile = `# Variables of Vitrine, as in docs/configuration.md. HOST and PORT are those of the socket unit.
# PUBLIC_URL=https://example.com
# TRUST_PROXY=1
`

const units = '/etc/systemd/system'

const install = (service: ServiceOptions): CommandOutput => {
  if (process.getuid?.() !== 0)
    throw new VitrineError('invalid', 'Only root can install a service: sudo vitrine service install')
  if (!existsSync(units))
    throw new VitrineError(
      'unavailable',
      `There is no systemd here (no ${units}). To see the units: vitrine service print`,
    )
  const { name } = service
  const files = [path.join(units, `${name}.socket`), path.join(units, `${name}.service`)]
  const variables = `/etc/${name}.env`
  writeFileSync(files[0] as string, socketUnit(service), { mode: 0o644 })
  writeFileSync(files[1] as string, serviceUnit(service), { mode: 0o644 })
  if (!existsSync(variables)) writeFileSync(variables, environmentFile, { mode: 0o600 })
  return {
    data: { files, variables },
    lines: [
      `Written: ${files.join(', ')}. Variables are in ${variables}.`,
      'To start it, now and with the machine:',
      `  systemctl daemon-reload && systemctl enable --now ${name}.socket ${name}.service`,
      'The claim link of the first start is in the log:',
      `  journalctl -u ${name} | grep claim`,
    ],
  }
}

/** Runs `vitrine service …`: writes the systemd units, or prints them. Throws `ConfigError` for what they cannot say. */
export const serviceCommand = async (argv: readonly string[]): Promise<CommandOutput> => {
  const { values, positionals } = readWords(argv)
  const [act, ...more] = positionals
  if ((act !== 'install' && act !== 'print') || more.length > 0)
    throw new ConfigError([`Usage: vitrine ${serviceUsage}`])
  const { name, host, 'user-data': given } = values
  const service = { ...programPlaces(), name, host, port: Number(values.port), data: dataOf(given) }
  const problems = problemsOf(service)
  if (problems.length > 0) throw new ConfigError(problems)
  if (act === 'install') return install(service)
  const texts = { [`${name}.socket`]: socketUnit(service), [`${name}.service`]: serviceUnit(service) }
  return { data: texts, lines: Object.entries(texts).map(([file, text]) => `# ${path.join(units, file)}\n${text}`) }
}
