import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { askOverTls, type TlsAnswer, type TlsRequest } from '../../tests/support/tls-client.ts'
import { until } from '../support/until.ts'

const deploy = path.resolve(import.meta.dirname, '../../docs/deploy')

export const site = 'https://localhost'

/** Files of docs/deploy that make up a site. */
export interface Composed {
  /** Starts it; resolves to the ms until the page came over TLS. */
  up(): Promise<number>
  /** Removes its containers and keeps its volumes. */
  down(): void
  ask(path: string, request?: TlsRequest): Promise<TlsAnswer>
  logs(service: string): string
  /** Ends the first process of a service as a crash does. */
  kill(service: string): void
  /** Folder of a volume. */
  volume(name: string): string
}

export const podman = (...args: string[]) => spawnSync('podman', args, { encoding: 'utf8', timeout: 120_000 })

/** A folder with these files of docs/deploy, and what runs podman-compose in it. */
export const laidOut = (folder: string, files: readonly string[], env: Record<string, string>) => {
  mkdirSync(folder)
  for (const file of [...files, 'Caddyfile']) copyFileSync(path.join(deploy, file), path.join(folder, file))
  const chosen = files.flatMap((file) => ['-f', file])
  return (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('podman-compose', [...chosen, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      timeout: 180_000,
    })
    if (status !== 0) throw new Error(`podman-compose ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  }
}

/** A site of the compose files behind Caddy, which issues the certificate for `localhost` itself. `secrets` is the text of `.env`. */
export const composed = (folder: string, files: readonly string[], secrets = ''): Composed => {
  const compose = laidOut(folder, files, { DOMAIN: 'localhost' })
  writeFileSync(path.join(folder, '.env'), secrets, { mode: 0o600 })
  const project = path.basename(folder)
  const container = (service: string) => `${project}_${service}_1`
  const volume = (name: string) =>
    podman('volume', 'inspect', '--format', '{{.Mountpoint}}', `${project}_${name}`).stdout.trim()
  const logs = (service: string) => {
    const { stdout, stderr } = podman('logs', container(service))
    return stdout + stderr
  }
  const ask: Composed['ask'] = (at, request) => {
    const ca = readFileSync(path.join(volume('certificates'), 'caddy/pki/authorities/local/root.crt'))
    return askOverTls(site, ca, at, request)
  }
  const answers = async () => {
    try {
      return (await ask('/')).status === 200
    } catch {
      return false
    }
  }
  return {
    up: async () => {
      const started = performance.now()
      compose('up', '-d')
      if ((await until(answers, 60_000)) === undefined)
        throw new Error(`${project} did not answer:\n${logs('vitrine')}\n${logs('caddy')}`)
      return performance.now() - started
    },
    down: () => compose('down'),
    ask,
    logs,
    kill: (service) => {
      const { stdout } = podman('inspect', '--format', '{{.State.Pid}}', container(service))
      process.kill(Number(stdout), 'SIGKILL')
    },
    volume,
  }
}
