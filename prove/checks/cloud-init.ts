import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sha256Of } from '../../scripts/release/checksums.ts'
import type { Check } from '../check.ts'
import { type BootedMachine, bootMachine } from '../support/booted-machine.ts'
import { none } from '../support/figures.ts'
import { madeArchive } from '../support/made-archive.ts'
import { until } from '../support/until.ts'

const file = path.resolve(import.meta.dirname, '../../docs/deploy/cloud-init.yaml')
const seed = 'var/lib/cloud/seed/nocloud'
const archive = '/srv/vitrine.tar.xz'
const ca = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'

/** The file for a machine without a network: the archive lies on it, and Caddy issues the certificate for `localhost` itself. */
const userData = (sum: string) =>
  readFileSync(file, 'utf8')
    .replace(/https:\/\/downloads\.example\.com\/\S+\.tar\.xz/, `file://${archive}`)
    .replace(/\b0{64}\b/, sum)
    .replaceAll('example.com', 'localhost')

const prepare = (root: string, sum: string) => {
  mkdirSync(path.join(root, seed), { recursive: true })
  writeFileSync(path.join(root, seed, 'user-data'), userData(sum))
  writeFileSync(path.join(root, seed, 'meta-data'), 'instance-id: prove\n')
  const found = 'datasource_list: [NoCloud]\nnetwork: {config: disabled}\nlocale: false\n'
  writeFileSync(path.join(root, 'etc/cloud/cloud.cfg.d/99-prove.cfg'), found)
  // A full installation has this file.
  writeFileSync(path.join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
  // Its packages are there already, and there is nothing to fetch them from.
  writeFileSync(path.join(root, 'etc/apt/sources.list'), '')
}

const tryMachine = async ({ run }: BootedMachine) => {
  const wrong: string[] = []
  const expect = (what: string, found: string, expected: string) => {
    if (found !== expected) wrong.push(`${what}: ${found.slice(-300)}, not ${expected}`)
  }
  const schema = run('cloud-init', 'schema', '--config-file', `/${seed}/user-data`)
  expect('the schema', `${schema.code}`, '0')
  expect('cloud-init', run('cloud-init', 'status', '--wait').out.split('\n').at(-1)?.trim() ?? '', 'status: done')
  const get = (...options: string[]) =>
    run('curl', '-sS', '-m', '30', '-o', '/dev/null', '--cacert', ca, ...options).out
  const page = () => get('-w', '%{http_code} %{http_version}', 'https://localhost/')
  const ms = await until(() => page() === '200 2', 60_000)
  if (ms === undefined)
    wrong.push(`no page: ${page()} ${run('journalctl', '-n', '20', '-u', 'vitrine', '-u', 'caddy').out}`)
  expect('without TLS', get('-w', '%{http_code} %{redirect_url}', 'http://localhost/all'), '308 https://localhost/all')
  expect('who may read the variables', run('stat', '-c', '%a %U', '/etc/vitrine.env').out, '600 root')
  expect('files of the program that are not of root', run('find', '/opt/vitrine', '!', '-user', 'root').out, '')
  for (const unit of ['vitrine.socket', 'vitrine.service', 'caddy.service'])
    expect(unit, run('systemctl', 'is-enabled', unit).out, 'enabled')
  const claim = run('journalctl', '-u', 'vitrine', '--grep', 'https://localhost/register#claim=')
  expect('the claim link in the journal', `${claim.code}`, '0')
  const started = run('systemctl', 'show', 'vitrine.service', '-p', 'ExecStart').out
  if (!started.includes('/opt/vitrine/current/node/bin/node')) wrong.push(`an update would not be found: ${started}`)
  return wrong
}

/** The file for cloud-init, as a plain server runs it at its first boot. */
export const cloudInit: Check = {
  name: 'cloud-init',
  kind: 'fault',
  long: true,
  promise:
    'A server that gets the file for cloud-init at its first boot serves the page behind Caddy over TLS and HTTP/2 from the archive whose sum the file has, as a service that an update finds.',
  run: async ({ folder }) => {
    const packages = ['cloud-init', 'caddy', 'xz-utils']
    const made = await madeArchive()
    const sum = await sha256Of(made)
    const machine = await bootMachine(folder, { [archive]: made }, { packages, prepare: (root) => prepare(root, sum) })
    try {
      return [none('what is wrong', await tryMachine(machine))]
    } finally {
      await machine.stop()
    }
  },
}
