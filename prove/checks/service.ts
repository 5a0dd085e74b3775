import path from 'node:path'
import type { Check } from '../check.ts'
import { type BootedMachine, bootMachine } from '../support/booted-machine.ts'
import { atLeast, none } from '../support/figures.ts'
import { until } from '../support/until.ts'

const root = path.resolve(import.meta.dirname, '../..')
const cli = ['/opt/node', '/opt/vitrine/dist/server/cli.js']
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
  return { wrong, visits: asked.length, failed: asked.filter((answer) => !answer.startsWith('200 ')) }
}

/** The units that `vitrine service install` writes, under a real systemd. */
export const service: Check = {
  name: 'service',
  kind: 'fault',
  promise:
    'As a service of systemd, with a user of its own and all that its sandbox forbids, the site serves pages, CV and cards. It comes back after a kill, is not tried again with a wrong configuration, and a restart refuses no visit.',
  run: async ({ folder }) => {
    const machine = await bootMachine(folder, { '/opt/vitrine': root, '/opt/node': process.execPath })
    try {
      const { wrong, visits, failed } = await tryService(machine)
      return [
        none('steps that went wrong', wrong),
        atLeast('visits during restarts', visits, 36),
        none('visits that failed', failed),
      ]
    } finally {
      await machine.stop()
    }
  },
}
