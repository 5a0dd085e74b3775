import { copyFileSync, cpSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import type { Check } from '../check.ts'
import { type BootedMachine, bootMachine } from '../support/booted-machine.ts'
import { atLeast, none } from '../support/figures.ts'
import { installRelease, makeReleases, type NextRelease } from '../support/made-releases.ts'
import { until } from '../support/until.ts'

const base = '/opt/vitrine'
const cli = ['/opt/node', `${base}/current/bin/vitrine.js`]
const site = 'http://127.0.0.1:3000'

const inMachine = ({ run }: BootedMachine) => {
  const property = (name: string) => run('systemctl', 'show', 'vitrine.service', '-p', name, '--value').out
  const get = (address: string) =>
    run('curl', '-s', '-m', '60', '-o', '/dev/null', '-w', '%{http_code} %{content_type}', `${site}${address}`).out
  return { property, get }
}

/** What needs a child process of the service, and what that answers. */
const made: [address: string, answer: string][] = [
  ['/', '200 text/html; charset=utf-8'],
  ['/cv.pdf', '200 application/pdf'],
  ['/cv.docx', '200 application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
]

const cardOf = ({ run }: BootedMachine) => {
  const page = run('curl', '-s', `${site}/`).out
  return /property="og:image" content="https?:\/\/[^/]*([^"]+)"/.exec(page)?.[1] ?? '/no-card'
}

/** Of the first release, wherever it comes from. */
const firstVersion = '1.0.0'

/** Releases, and the version that serves afterwards: one cannot show the content it migrated, one is not well. */
const releases: (NextRelease & { serves: string })[] = [
  {
    version: '9.1.0',
    migrates: "await sql`update entries set published = '{'`.execute(db)",
    serves: firstVersion,
  },
  { version: '9.2.0', isUnwell: true, keepsTables: true, serves: firstVersion },
  { version: '9.3.0', serves: '9.3.0' },
]

const install = async ({ root: there }: BootedMachine, folder: string) => {
  const { first, next } = await makeReleases(folder, releases)
  const installed = await installRelease(path.join(folder, 'prefix'), first)
  cpSync(path.join(installed, '../../lib/node_modules/vitrine'), path.join(there, base, 'versions', firstVersion), {
    recursive: true,
  })
  symlinkSync(`versions/${firstVersion}`, path.join(there, base, 'current'))
  const files = ['SHA256SUMS', 'SHA256SUMS.sig', ...releases.map(({ version }) => path.basename(next(version)))]
  for (const file of files) copyFileSync(path.join(folder, file), path.join(there, base, file))
}

/** Updates the service while somebody visits; tells what went otherwise, and the answers. */
const tryUpdates = async ({ root: there, run }: BootedMachine) => {
  const wrong: string[] = []
  const visits = `while [ ! -e ${base}/done ]; do curl -s -m 120 -o /dev/null -w '%{http_code}\\n' ${site}/ >> ${base}/answers; sleep 0.05; done`
  run('sh', '-c', `(${visits}) > /dev/null 2>&1 &`)
  for (const { version, serves } of releases) {
    const { out } = run(...cli, 'update', `${base}/vitrine-${version}.tgz`)
    const found = path.basename(readlinkSync(path.join(there, base, 'current')))
    if (found !== serves || run('systemctl', 'is-active', 'vitrine').out !== 'active')
      wrong.push(`${version}: ${found} ${out}`)
  }
  run('sh', '-c', `touch ${base}/done; sleep 1`)
  return {
    wrong,
    answers: readFileSync(path.join(there, base, 'answers'), 'utf8')
      .trim()
      .split('\n'),
  }
}

const tryService = async (machine: BootedMachine) => {
  const { run } = machine
  const { property, get } = inMachine(machine)
  const wrong: string[] = []
  const expect = (what: string, found: string, expected: string) => {
    if (found !== expected) wrong.push(`${what}: ${found}, not ${expected}`)
  }
  const step = (...command: string[]) => {
    const { code, out } = run(...command)
    if (code !== 0) wrong.push(`${command.join(' ')}: ${code} ${out.slice(0, 200)}`)
  }
  step(...cli, 'service', 'install')
  step('systemctl', 'daemon-reload')
  step('systemctl', 'enable', '--now', 'vitrine.socket', 'vitrine.service')
  for (const [address, answer] of [...made, [cardOf(machine), '200 image/png'] as const])
    expect(address, get(address), answer)
  expect('files that others can read', run('find', '/var/lib/private/vitrine', '-perm', '/077').out, '')

  step('systemctl', 'kill', '--signal=KILL', '--kill-who=main', 'vitrine.service')
  expect('the page after a kill', get('/'), made[0]?.[1] as string)
  expect('restarts after a kill', property('NRestarts'), '1')

  const apart = run(...cli, 'update', `${base}/vitrine-9.3.0.tgz`, '--into', '/opt/apart')
  if (apart.code !== 2 || !apart.out.includes('does not start what is in /opt/apart/current'))
    wrong.push(`an update that the service would not follow: ${apart.code} ${apart.out}`)
  const { wrong: unlike, answers } = await tryUpdates(machine)
  wrong.push(...unlike)
  const asked = Array.from({ length: 3 }, () => {
    step('systemctl', 'restart', '--no-block', 'vitrine.service')
    return Array.from({ length: 12 }, () => get('/'))
  }).flat()

  step('sh', '-c', 'echo PUBLIC_URL=nonsense > /etc/vitrine.env')
  run('systemctl', 'restart', 'vitrine.service')
  await until(() => property('ActiveState') === 'failed', 20_000)
  // Longer than the pause before a restart.
  step('sleep', '4')
  expect(
    'a wrong configuration',
    [property('ActiveState'), property('ExecMainStatus'), property('NRestarts')].join(),
    'failed,2,0',
  )
  step('rm', '/etc/vitrine.env')
  step('systemctl', 'reset-failed', 'vitrine.service')
  step('systemctl', 'start', 'vitrine.service')
  expect('the page once it is right', get('/'), made[0]?.[1] as string)
  run('systemctl', 'stop', 'vitrine.socket', 'vitrine.service')
  expect('the end', [property('Result'), property('ExecMainStatus')].join(), 'success,0')
  const all = [...answers, ...asked.map((answer) => answer.split(' ')[0])]
  return { wrong, visits: all.length, failed: all.filter((status) => status !== '200') }
}

/** The units that `vitrine service install` writes, under a real systemd. */
export const service: Check = {
  name: 'service',
  kind: 'fault',
  long: true,
  promise:
    'As a service of systemd, with a user of its own and all that its sandbox forbids, the site serves pages, CV and cards. It comes back after a kill, is not tried again with a wrong configuration, and neither a restart nor an update refuses a visit.',
  run: async ({ folder }) => {
    const machine = await bootMachine(folder, { '/opt/node': process.execPath })
    try {
      await install(machine, folder)
      const { wrong, visits, failed } = await tryService(machine)
      return [
        none('steps that went wrong', wrong),
        atLeast('visits during updates and restarts', visits, 60),
        none('visits that failed', failed),
      ]
    } finally {
      await machine.stop()
    }
  },
}
