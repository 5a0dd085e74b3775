import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installationAt, switchTo } from './switch-version.ts'
import { checkSum, unpackRelease } from './unpack-release.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrine-unpack-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (...names: string[]) => path.join(folder, ...names)
const dependencies = { sharp: '1.0.0' }

const lay = (place: string, manifest: object) => {
  mkdirSync(place, { recursive: true })
  writeFileSync(path.join(place, 'package.json'), JSON.stringify(manifest))
}

const pack = (manifest: object): string => {
  lay(at('stage/package'), manifest)
  execFileSync('tar', ['-C', at('stage'), '-czf', at('vitrine-1.1.0.tgz'), 'package'])
  return at('vitrine-1.1.0.tgz')
}

const running = () => {
  const place = at('versions/1.0.0')
  lay(place, { name: 'vitrine', version: '1.0.0', dependencies })
  mkdirSync(path.join(place, 'node_modules/sharp'), { recursive: true })
  return place
}

it('a release is unpacked beside the running version, with what both depend on', async () => {
  const file = pack({ name: 'vitrine', version: '1.1.0', dependencies })
  const made = await unpackRelease(file, at('versions'), running())
  expect(made).toEqual({ version: '1.1.0', folder: at('versions/1.1.0') })
  expect(existsSync(at('versions/1.1.0/node_modules/sharp'))).toBe(true)
  expect(statSync(at('versions/1.1.0')).mode & 0o777).toBe(0o755)
  expect(readdirSync(at('versions')).toSorted()).toEqual(['1.0.0', '1.1.0'])
})

it('a release can be read by the user of a service, also where the files of this process are private', async () => {
  const place = running()
  const file = pack({ name: 'vitrine', version: '1.1.0', dependencies })
  const mask = process.umask(0o077)
  try {
    const { folder: made } = await unpackRelease(file, at('opt/site/versions'), place)
    const places = [at('opt'), at('opt/site'), at('opt/site/versions'), made, path.join(made, 'package.json')]
    expect(places.map((one) => (statSync(one).mode & 0o777).toString(8))).toEqual(['755', '755', '755', '755', '644'])
  } finally {
    process.umask(mask)
  }
})

it('a release with another optional dependency gets its own, and not that of the running version', async () => {
  lay(at('stage/package/thing'), { name: 'thing', version: '2.0.0' })
  const file = pack({ name: 'vitrine', version: '1.1.0', optionalDependencies: { thing: 'file:thing' } })
  const place = at('versions/1.0.0')
  lay(place, { name: 'vitrine', version: '1.0.0', optionalDependencies: { thing: '1.0.0' } })
  lay(path.join(place, 'node_modules/thing'), { name: 'thing', version: '1.0.0' })
  const made = await unpackRelease(file, at('versions'), place)
  const { version } = JSON.parse(readFileSync(path.join(made.folder, 'node_modules/thing/package.json'), 'utf8'))
  expect(version).toBe('2.0.0')
})

it('a package keeps the Node that the running version came with, and its launcher', async () => {
  const place = running()
  mkdirSync(path.join(place, 'node/bin'), { recursive: true })
  writeFileSync(path.join(place, 'node/bin/node'), '', { mode: 0o755 })
  writeFileSync(path.join(place, 'vitrine'), '', { mode: 0o755 })
  const { folder: made } = await unpackRelease(
    pack({ name: 'vitrine', version: '1.1.0', dependencies }),
    at('versions'),
    place,
  )
  for (const name of ['node/bin/node', 'vitrine']) expect(statSync(path.join(made, name)).mode & 0o777).toBe(0o755)
})

it('what is no release, or the running one, is refused and leaves nothing', async () => {
  const place = running()
  const refused = (file: string) => expect(unpackRelease(file, at('versions'), place)).rejects
  await refused(pack({ name: 'other', version: '1.1.0' })).toThrow(/is no release of Vitrine/)
  await refused(pack({ name: 'vitrine', version: '../1.1.0' })).toThrow(/is no release of Vitrine/)
  await refused(pack({ name: 'vitrine', version: '1.0.0', dependencies })).toThrow(/is the version that is installed/)
  writeFileSync(at('text.tgz'), 'not an archive')
  await refused(at('text.tgz')).toThrow(
    /could not be unpacked, so nothing was changed: tar: This does not look like a tar/,
  )
  await refused(at('nowhere.tgz')).toThrow(/nowhere\.tgz: there is no such file\.$/)
  expect(readdirSync(at('versions'))).toEqual(['1.0.0'])
  expect(existsSync(path.join(place, 'node_modules/sharp'))).toBe(true)
})

it('the version that serves is refused also by a program that was installed apart', async () => {
  const place = running()
  lay(at('versions/1.1.0'), { name: 'vitrine', version: '1.1.0' })
  await switchTo(installationAt(folder), at('versions/1.1.0'))
  await expect(unpackRelease(pack({ name: 'vitrine', version: '1.1.0' }), at('versions'), place)).rejects.toThrow(
    /is the version that is installed/,
  )
  expect(existsSync(at('versions/1.1.0/package.json'))).toBe(true)
})

it('a file is compared with a given checksum, else with the list next to it, and refused when it differs', async () => {
  const file = pack({ name: 'vitrine', version: '1.1.0' })
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
  expect(await checkSum(file, undefined)).toBe(false)
  expect(await checkSum(file, sum.toUpperCase())).toBe(true)
  await expect(
    checkSum(
      file,
      sum.replace(/./, (first) => (first === '0' ? '1' : '0')),
    ),
  ).rejects.toThrow(/Nothing was changed/)
  writeFileSync(at('SHA256SUMS'), `${'0'.repeat(64)}  other.tgz\n${sum}  vitrine-1.1.0.tgz\n`)
  expect(await checkSum(file, undefined)).toBe(true)
  writeFileSync(at('SHA256SUMS'), `${'0'.repeat(64)}  vitrine-1.1.0.tgz\n`)
  await expect(checkSum(file, undefined)).rejects.toThrow(/is not the file it should be/)
})

it('an archive for another platform is refused by that name', async () => {
  mkdirSync(at('stage/package/node/bin'), { recursive: true })
  writeFileSync(at('stage/package/node/bin/node'), '\u007fELF of another machine (', { mode: 0o755 })
  const file = pack({ name: 'vitrine', version: '1.1.0', dependencies })
  await expect(unpackRelease(file, at('versions'), running())).rejects.toThrow(
    `This archive is for another platform: its Node does not run on this machine, which is ${process.platform}-${process.arch}.`,
  )
  expect(readdirSync(at('versions'))).toEqual(['1.0.0'])
})

it('“current” leads to the new version, and the one before is told', async () => {
  const installation = installationAt(folder)
  for (const version of ['1.0.0', '1.1.0']) lay(at('versions', version), { version })
  expect(await switchTo(installation, at('versions/1.0.0'))).toBeUndefined()
  expect(await switchTo(installation, at('versions/1.1.0'))).toBe(at('versions/1.0.0'))
  expect(JSON.parse(readFileSync(at('current/package.json'), 'utf8')).version).toBe('1.1.0')
  symlinkSync('nowhere', at('current.next'))
  expect(await switchTo(installation, at('versions/1.0.0'))).toBe(at('versions/1.1.0'))
})
