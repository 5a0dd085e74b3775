import { existsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { VitrineError } from '../../model/errors.ts'
import type { CommandOutput } from '../process/command-args.ts'
import { ConfigError } from '../process/config.ts'
import { programPlaces } from './program-places.ts'
import { type ServiceOptions, serviceUnit, socketUnit } from './systemd-unit.ts'

export const serviceUsage = 'service install | print [--port N] [--host ADDRESS] [--user-data DIR] [--name NAME]'

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
