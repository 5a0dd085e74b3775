import { type ExecFileOptions, execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Figure } from '../../bench/figure.ts'
import { freePort } from '../../tests/support/free-port.ts'
import type { Check } from '../check.ts'
import { committedCopy } from '../support/committed-copy.ts'
import { atMost, figure, none } from '../support/figures.ts'
import type { ReleaseVisit } from '../support/visit-release.ts'

const run = (command: string, words: readonly string[], options: ExecFileOptions = {}) =>
  promisify(execFile)(command, [...words], {
    ...{ encoding: 'utf8', maxBuffer: 16 * 2 ** 20, timeout: 300_000 },
    ...options,
  })

const megabyte = 1e6
const root = path.resolve(import.meta.dirname, '../..')
const npmSetting = (name: string) => spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim()

/** Makes a release as another machine would: in another folder, with another umask and time zone. */
const releaseOf = async (checkout: string, umask: string, timeZone: string) => {
  const command = `umask ${umask} && exec "$0" scripts/release/release.ts --platforms none`
  const env = { ...process.env, TZ: timeZone, SOURCE_DATE_EPOCH: '' }
  await run('sh', ['-c', command, process.execPath], { cwd: checkout, env })
  const out = path.join(checkout, 'release')
  return new Map(
    readdirSync(out).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(out, name)))
        .digest('hex'),
    ]),
  )
}

const differences = (one: ReadonlyMap<string, string>, two: ReadonlyMap<string, string>) =>
  [...new Set([...one.keys(), ...two.keys()])].filter((name) => one.get(name) !== two.get(name))

/** Apparent size of everything below a folder, in MB. */
const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0) / megabyte

/** Prefix of a command that leaves it no network but its own loopback; undefined where this machine does not allow it. */
const withoutNetwork = (): string[] | undefined => {
  const under = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  const [command = '', ...words] = under
  return spawnSync(command, [...words, 'true']).status === 0 ? under : undefined
}

/** A Node on this machine that is too old to run the product. */
const oldNode = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'node'))
    .find((file) => {
      if (!existsSync(file)) return false
      const [, major = '99'] = /^v(\d+)/.exec(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout) ?? []
      return Number(major) < 24
    })

const refusal = (launcher: string): Figure => {
  const file = oldNode()
  if (file === undefined) return figure('an old Node', 0, undefined, { note: 'There is none on this machine.' })
  const { status, stderr } = spawnSync(file, [launcher, 'serve'], { encoding: 'utf8' })
  const says = /needs Node [\d.]+ or later; this is Node/.test(stderr) && !stderr.includes('    at ')
  return none('faults of the refusal on an old Node', status === 2 && says ? [] : [`${status}: ${stderr}`])
}

/** `npx ./vitrine.tgz` in an empty folder, as its README has it: to the first 200, and its end with npx. */
const npxStart = async (folder: string, tarball: string, env: NodeJS.ProcessEnv): Promise<Figure[]> => {
  mkdirSync(folder)
  cpSync(tarball, path.join(folder, 'vitrine.tgz'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const answers = () =>
    fetch(url, { headers: { connection: 'close' } }).then(
      ({ status }) => status === 200,
      () => false,
    )
  const started = performance.now()
  const npx = spawn('npx', ['--yes', './vitrine.tgz'], {
    cwd: folder,
    env: { ...env, PORT: `${port}` },
    stdio: 'ignore',
  })
  while (!(await answers()) && npx.exitCode === null && performance.now() - started < 120_000) await sleep(20)
  const seconds = (performance.now() - started) / 1000
  const found = readdirSync(folder).sort().join()
  npx.kill('SIGTERM')
  const asked = performance.now()
  while ((await answers()) && performance.now() - asked < 20_000) await sleep(50)
  return [
    figure(
      'npx in an empty folder, packages in npm’s cache: to the first 200',
      seconds,
      undefined,
      // How long npm takes to unpack 80 MB is not the product's to promise.
      { unit: 'seconds' },
    ),
    none('other files than its data in that folder', found === 'data,vitrine.tgz' ? [] : [found]),
    none('servers that outlive their npx', (await answers()) ? [url] : []),
  ]
}

/** A stranger's steps with a release: compares it with one of their own, installs it and starts a site. */
export const release: Check = {
  name: 'release',
  kind: 'fault',
  long: true,
  promise:
    'A release is the same bytes wherever it is made; installed, it serves with no build and no network, and says which Node it needs.',
  run: async ({ folder }) => {
    const first = path.join(folder, 'one')
    const second = path.join(folder, 'another/place/of/it')
    for (const copy of [first, second]) committedCopy(copy)
    const made = await releaseOf(first, '022', 'UTC')
    const again = await releaseOf(second, '077', 'Asia/Tokyo')
    const name = [...made.keys()].find((file) => file.endsWith('.tgz')) ?? ''
    const tarball = path.join(first, 'release', name)

    const home = path.join(folder, 'home')
    mkdirSync(home)
    // With what leads to the registry, such as a proxy.
    const env = {
      ...process.env,
      HOME: home,
      npm_config_cache: npmSetting('cache'),
      npm_config_userconfig: npmSetting('userconfig'),
      npm_config_update_notifier: 'false',
    }
    const prefix = path.join(folder, 'global')
    await run('npm', ['install', '--global', '--prefix', prefix, tarball], { env, cwd: folder })
    const installed = path.join(prefix, 'lib/node_modules/vitrine')
    const packages = sizeOf(path.join(installed, 'node_modules'))

    const site = path.join(folder, 'site')
    mkdirSync(site)
    const under = withoutNetwork()
    const script = path.join(root, 'prove/support/visit-release.ts')
    const command = [...(under ?? []), process.execPath, script, path.join(prefix, 'bin/vitrine'), site, '10000']
    const { stdout } = await run(command[0] as string, command.slice(1))
    const visit: ReleaseVisit = JSON.parse(String(stdout))
    return [
      none('files that differ between two builds', differences(made, again)),
      figure('packed', statSync(tarball).size / megabyte, undefined, { unit: 'MB' }),
      figure('unpacked', sizeOf(installed) - packages, undefined, { unit: 'MB' }),
      figure('packages with native parts', packages, undefined, { unit: 'MB' }),
      ...(under
        ? [none('ways into a network meanwhile', visit.unreachable === 'ENETUNREACH' ? [] : [visit.unreachable])]
        : [figure('without a network', 0, undefined, { note: 'Not tried: unshare and ip are not allowed here.' })]),
      figure('installed: to the first 200', visit.first200Ms / 1000, { atMost: 10 }, { unit: 'seconds' }),
      none('what an owner and visitors did not get', visit.wrong),
      none('exit codes other than 0 on SIGTERM', visit.exitCode === 0 ? [] : [visit.exitCode]),
      none(
        'other folders than its data',
        readdirSync(site).filter((file) => file !== 'data'),
      ),
      atMost('most memory of its start', visit.peakMb, 256, 'MB'),
      figure('memory at rest', visit.restMb, undefined, {
        unit: 'MB',
        note: 'Half of it is the program of Node itself.',
      }),
      refusal(path.join(installed, 'bin/vitrine.js')),
      ...(await npxStart(path.join(folder, 'npx'), tarball, env)),
    ]
  },
}
