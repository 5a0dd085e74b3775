import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { debianProgram } from './debian-program.ts'
import { freePort } from './free-port.ts'

const deploy = path.resolve(import.meta.dirname, '../../docs/deploy')

export interface RunningProxy {
  /** Certificate that its clients trust. */
  ca: Buffer
  /** Port that answers without TLS. */
  clearPort: number
  /** What it wrote of what it was asked for. */
  logged(): string
  stop(): Promise<void>
}

interface Ports {
  tls: number
  upstream: number
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const read = (file: string): Buffer | undefined => {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** Runs a proxy in the foreground until `ready`, and ends it. */
const start = async (command: string[], env: Record<string, string>, ready: () => Promise<Buffer | undefined>) => {
  const [program = '', ...args] = command
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void ended.then(() => running.delete(child))
  for (const deadline = Date.now() + 90_000; ; ) {
    const ca = await ready()
    if (ca) {
      const stop = async () => {
        child.kill('SIGTERM')
        await ended
      }
      return { ca, stop, logged: () => said }
    }
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program} did not start:\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 20)) // until it answers
  }
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )

/** Caddy with the file as it stands. For `localhost` it issues the certificate itself, as it gets one for a domain. */
const startCaddy = async (folder: string, program: string, { tls, upstream }: Ports): Promise<RunningProxy> => {
  const clearPort = await freePort()
  const config = path.join(folder, 'Caddyfile')
  const global = ['skip_install_trust', 'admin off', 'default_bind 127.0.0.1', `http_port ${clearPort}`]
  writeFileSync(config, `{\n${global.join('\n')}\n}\nimport ${path.join(deploy, 'Caddyfile')}\n`)
  const env = {
    DOMAIN: `https://localhost:${tls}`,
    UPSTREAM: `127.0.0.1:${upstream}`,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  const root = path.join(folder, 'caddy/pki/authorities/local/root.crt')
  const leaf = path.join(folder, 'caddy/certificates/local/localhost/localhost.crt')
  const ready = async () => (read(leaf) && (await answers(clearPort)) ? read(root) : undefined)
  const command = [program, 'run', '--config', config, '--adapter', 'caddyfile']
  return { clearPort, ...(await start(command, env, ready)) }
}

/** The text with each of these in place of what stands there exactly once. */
const replaced = (text: string, changes: readonly (readonly [string, string])[]) =>
  changes.reduce((now, [old, next]) => {
    if (now.split(old).length !== 2) throw new Error(`${old} does not stand there once.`)
    return now.replace(old, next)
  }, text)

/** nginx with the file, in which only what is the machine's own differs: ports, names and the certificate. */
const startNginx = async (folder: string, program: string, { tls, upstream }: Ports): Promise<RunningProxy> => {
  const clearPort = await freePort()
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync(needed('openssl') ?? 'openssl', [...made, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  const site = replaced(readFileSync(path.join(deploy, 'nginx.conf'), 'utf8'), [
    ['server 127.0.0.1:3000;', `server 127.0.0.1:${upstream};`],
    ['listen 80;', `listen 127.0.0.1:${clearPort};`],
    ['https://example.com$request_uri', `https://localhost:${tls}$request_uri`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${tls} ssl http2;`],
    ['/etc/letsencrypt/live/example.com/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/example.com/privkey.pem', key],
  ]).replaceAll('server_name example.com;', 'server_name localhost;')
  writeFileSync(path.join(folder, 'site.conf'), site)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = folders.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
  const config = path.join(folder, 'nginx.conf')
  const main = `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\n`
  const log = path.join(folder, 'access.log')
  writeFileSync(config, `${main}http {\naccess_log ${log};\n${temporary}\ninclude ${folder}/site.conf;\n}\n`)
  const ready = async () => ((await answers(clearPort)) ? read(certificate) : undefined)
  const started = await start([program, '-p', folder, '-c', config], {}, ready)
  return { clearPort, ...started, logged: () => String(read(log)) }
}

const versions = { caddy: 'version', nginx: '-v', openssl: 'version' }

/** A program that is there and runs: an unpacked one may miss a library. */
const needed = (name: keyof typeof versions): string | undefined => {
  const program = debianProgram(name)
  return program && spawnSync(program, [versions[name]], { stdio: 'ignore' }).status === 0 ? program : undefined
}

const starters = { caddy: startCaddy, nginx: startNginx }
export const proxyNames = Object.keys(starters) as (keyof typeof starters)[]

/** Starts a proxy with its file of `docs/deploy`, on loopback only; undefined where the program, or `openssl` for nginx, cannot be had. */
export const startProxy = async (name: keyof typeof starters, ports: Ports): Promise<RunningProxy | undefined> => {
  const program = needed(name)
  if (!program || (name === 'nginx' && !needed('openssl'))) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), `vitrine-${name}-`))
  const proxy = await starters[name](folder, program, ports)
  const stop = async () => {
    await proxy.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...proxy, stop }
}
