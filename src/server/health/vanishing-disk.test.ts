import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { readConfig } from '../process/config.ts'
import { mountOf, vanishingDisk } from './checks.ts'
import { examine } from './doctor.ts'

const container = `715 630 0:61 / / rw,relatime master:300 - overlay overlay rw,lowerdir=/a,upperdir=/b
716 715 0:64 / /proc rw,nosuid - proc proc rw
720 715 0:65 / /tmp rw - tmpfs tmpfs rw
730 715 254:1 /volumes/data /data rw,relatime - ext4 /dev/vda1 rw
731 715 254:1 /x /srv/my\\040site rw,relatime - ext4 /dev/vda1 rw
`
const machine = '25 1 254:0 / / rw,relatime - ext4 /dev/vdb rw\n30 25 254:16 / /data rw - ext4 /dev/vdc rw\n'

const told = (dataDir: string, mountinfo: string, env: Record<string, string> = {}) =>
  vanishingDisk(readConfig({ ...env, DATA_DIR: dataDir }), mountOf(dataDir, mountinfo))

it('a mount is found by its folder, also when that has a blank', () => {
  expect(mountOf('/data/vitrine.db', container)).toEqual({ point: '/data', type: 'ext4' })
  expect(mountOf('/database', container)).toEqual({ point: '/', type: 'overlay' })
  expect(mountOf('/srv/my site/data', container)?.point).toBe('/srv/my site')
  expect(mountOf('/', '')).toBeUndefined()
})

it('a folder inside a container, or in memory, is told with the way out; a volume and a plain disk are not', () => {
  expect(told('/app/data', container)).toBe(
    'Everything you save will be lost: /app/data is inside the container (overlay), and is lost when the container is replaced. Before you go on, mount a volume at /app/data, or keep everything in Postgres (DATABASE_URL).',
  )
  expect(told('/tmp/data', container)).toMatch(/\/tmp\/data is in memory \(tmpfs\)/)
  expect(told('/data', container)).toBeUndefined()
  expect(told('/srv/vitrine/data', machine)).toBeUndefined()
  expect(told('/data', '')).toBeUndefined()
})

it.each([
  [
    'FLY_APP_NAME',
    'Fly.io',
    /mount a volume \(\[mounts\] in fly\.toml\) at \/app\/data, or keep everything in Postgres/,
  ],
  ['RENDER', 'Render', /mount a disk/],
  ['RAILWAY_ENVIRONMENT', 'Railway', /mount a volume/],
  ['DYNO', 'Heroku', /Before you go on, keep everything in Postgres \(DATABASE_URL\)\.$/],
  ['K_SERVICE', 'Cloud Run', /Before you go on, keep everything in Postgres \(DATABASE_URL\)\.$/],
])('%s names %s, whose own disk vanishes whatever its file system is; a volume on it stays', (variable, name, way) => {
  const env = { [variable]: '1' }
  expect(told('/app/data', machine, env)).toContain(`on the disk that ${name} throws away with each deployment`)
  expect(told('/app/data', machine, env)).toMatch(way)
  expect(told('/data', machine, env)).toBeUndefined()
})

it('with Postgres only the backups would be lost', () => {
  const env = { DATABASE_URL: 'postgres://a:b@localhost/c', DYNO: 'web.1' }
  expect(told('/app/data', machine, env)).toMatch(/Backups are kept there: copy them to another place\.$/)
})

const memory = '/dev/shm'
let folder: string | undefined
afterEach(() => folder && rmSync(folder, { recursive: true, force: true }))

it('the doctor warns of data in memory, by the mounts of this machine', async (context) => {
  context.skip(!existsSync(memory) || !existsSync('/proc/self/mountinfo'), 'This system shows no memory as a disk.')
  folder = mkdtempSync(`${memory}/vitrine-`)
  const found = await examine({ ...readConfig({}), dataDir: folder }, 'nowhere')
  const { status, message } = found.find(({ name }) => name === 'Lasting disk') ?? {}
  expect([status, message]).toEqual(['warn', expect.stringContaining(`${folder} is in memory (tmpfs)`)])
})
