import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-volume-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isRoot = process.getuid?.() === 0
const user = isRoot ? { uid: 10_001, gid: 10_002 } : {}
const [uid, gid] = isRoot ? [10_001, 10_002] : [process.getuid?.(), process.getgid?.()]

/** Runs a built file as a user who is not root. */
const run = (file: string, args: string[], dataDir: string) =>
  spawnSync(process.execPath, [path.join(root, 'dist/server', file), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '1' },
    timeout: 60_000,
    ...user,
  })

const start = (dataDir: string) => run('main.js', ['--empty'], dataDir)

const canBeAnother = isRoot && run('cli.js', ['doctor', '--json'], folder).stdout?.startsWith('{')

const make = (name: string, mode: number) => {
  const place = path.join(folder, name)
  mkdirSync(place)
  chmodSync(place, mode)
  return place
}

it('a volume of another user is named with path, owner and uid, and the start writes nothing', (context) => {
  context.skip(!canBeAnother, 'Only root can run a program as another user, and that user must be able to read it.')
  const volume = make('volume', 0o755)
  const sentence = `${volume} belongs to uid 0 (gid 0, mode 0755). This process runs as uid ${uid} (gid ${gid}), and it cannot be read and written. As root, on the machine that has the folder or volume: chown -R ${uid}:${gid} ${volume}, or start Vitrine as uid 0.`
  const { status, stdout, stderr } = start(volume)
  expect([status, stdout, stderr]).toEqual([1, '', `${sentence}\n`])
  expect(readdirSync(volume)).toEqual([])
  const doctor = JSON.parse(run('cli.js', ['doctor', '--json'], volume).stdout) as { findings: object[] }
  expect(doctor.findings).toContainEqual(
    expect.objectContaining({ name: 'Data folder', status: 'fail', message: sentence }),
  )
})

it('a folder that another user would have to make is named by the folder above it', (context) => {
  context.skip(!canBeAnother, 'Only root can run a program as another user, and that user must be able to read it.')
  const above = make('above', 0o755)
  const { status, stderr } = start(path.join(above, 'inner', 'data'))
  expect([status, stderr]).toEqual([1, expect.stringContaining(`${above} belongs to uid 0`)])
  expect(stderr).toContain(`cannot be used to make ${above}/inner/data`)
})

it('a database that another user has made in it is named as the file it is', (context) => {
  context.skip(!canBeAnother, 'Only root can run a program as another user, and that user must be able to read it.')
  const own = make('own', 0o700)
  chownSync(own, uid as number, gid as number)
  writeFileSync(path.join(own, 'vitrine.db'), '', { mode: 0o600 })
  const { status, stderr } = start(own)
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`${own}/vitrine.db belongs to uid 0 (gid 0, mode 0600)`),
  ])
  expect(stderr).toContain(`chown -R ${uid}:${gid} ${own},`)
  expect(readdirSync(own)).toEqual(['vitrine.db'])
})

it('a folder of its own that may not be written is named with its mode', (context) => {
  context.skip(isRoot && !canBeAnother, 'Nothing is forbidden to root, and no other user can read the program.')
  const closed = make('closed', 0o500)
  if (isRoot) chownSync(closed, uid as number, gid as number)
  const { status, stderr } = start(closed)
  const whose = `${closed} belongs to uid ${uid} (gid ${gid}, mode 0500), which is this process, and still cannot be`
  expect([status, stderr]).toEqual([1, `${whose} read and written: chmod u+rwX ${closed}\n`])
})
