import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ConfigError } from '../process/config.ts'
import { programPlaces } from './program-places.ts'
import { serviceCommand, serviceUnit, socketUnit } from './service-command.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-service-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const places = { node: '/usr/bin/node', program: '/opt/vitrine/current/bin/vitrine.js' }
const service = { ...places, name: 'vitrine', host: '127.0.0.1', port: 3000 }
const elsewhere = { ...service, data: { folder: '/home/mira/site', user: '1000' } }

/** Knows what a directive is worth; its own scale goes from 0 to 10. */
const analyze = (...words: string[]) => spawnSync('systemd-analyze', words, { encoding: 'utf8' })
const version = Number(/systemd (\d+)/.exec(analyze('--version').stdout ?? '')?.[1] ?? 0)
if (version < 250)
  process.stderr.write('Skipped: the exposure of the unit (Debian: apt install systemd, 250 or later).\n')

it.skipIf(version < 250)(
  'systemd rates the exposure of the service at 1.5 of 10 at most, with data elsewhere, too',
  () => {
    for (const [name, options] of Object.entries({ service, elsewhere })) {
      const file = path.join(folder, `${name}.service`)
      writeFileSync(file, serviceUnit(options))
      const { status, stdout } = analyze('security', '--offline=true', '--threshold=15', '--no-pager', file)
      expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, expect.stringContaining('Overall exposure level')])
    }
  },
)

it.skipIf(version < 250)('systemd knows every directive of both units', () => {
  for (const text of [
    serviceUnit({ ...service, node: '/bin/sh', program: '/' }),
    serviceUnit({ ...elsewhere, node: '/bin/sh' }),
  ]) {
    writeFileSync(path.join(folder, 'vitrine.service'), text)
    writeFileSync(path.join(folder, 'vitrine.socket'), socketUnit(service))
    const units = ['vitrine.service', 'vitrine.socket'].map((name) => path.join(folder, name))
    expect(analyze('verify', '--man=no', ...units).stderr).not.toMatch(/Unknown|Failed to parse|Invalid|ignoring/)
  }
})

it('the service is not started again after a wrong configuration, and after any other failure it is', () => {
  expect(serviceUnit(service)).toMatch(/^Restart=on-failure\nRestartSec=2\nRestartPreventExitStatus=2$/m)
})

it('data below a home folder can be reached, and no other home', () => {
  expect(serviceUnit(elsewhere)).toContain('ProtectHome=tmpfs\nBindPaths=/home/mira/site\n')
  expect(serviceUnit(service)).toContain('ProtectHome=yes\n')
  expect(socketUnit({ ...service, host: '::1' })).toContain('ListenStream=[::1]:3000\n')
})

it('the paths in the unit go through “current”, so that an update need not change it', () => {
  const versions = path.join(folder, 'versions')
  const root = path.join(versions, '1.0.0')
  expect(programPlaces(root, '/usr/bin/node')).toEqual({
    node: '/usr/bin/node',
    program: path.join(folder, 'current/bin/vitrine.js'),
  })
  expect(programPlaces(root, path.join(root, 'node/bin/node')).node).toBe(path.join(folder, 'current/node/bin/node'))
  expect(programPlaces('/usr/lib/vitrine', '/usr/bin/node').program).toBe('/usr/lib/vitrine/bin/vitrine.js')
})

it('what a unit cannot say is refused with a sentence, and nothing is printed', async () => {
  const refused = async (...words: string[]) => {
    const error = await serviceCommand(words).catch((thrown: Error) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  expect(await refused('start')).toMatch(/^Usage: vitrine service install \| print/)
  expect(await refused('print', '--name', 'a b', '--port', '0')).toMatch(/--name: .*\n--port: /)
  expect(await refused('print', '--host', '1\nExecStart=/bin/sh')).toMatch(/--host: /)
  expect(await refused('print', '--user-data', path.join(folder, 'missing'))).toMatch(/is no folder/)
  if (process.getuid?.() === 0) expect(await refused('print', '--user-data', folder)).toMatch(/belongs to root/)
})
