import { leanEnvironment, leanOptions } from '../process/lean-process.ts'

export interface ServiceOptions {
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
