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

it('what is no release, or the running one, is refused and leaves nothing', async () => {
  const place = running()
  const refused = (file: string) => expect(unpackRelease(file, at('versions'), place)).rejects
  await refused(pack({ name: 'other', version: '1.1.0' })).toThrow(/is no release of Vitrine/)
  await refused(pack({ name: 'vitrine', version: '../1.1.0' })).toThrow(/is no release of Vitrine/)
  await refused(pack({ name: 'vitrine', version: '1.0.0', dependencies })).toThrow(/is the version that is installed/)
  writeFileSync(at('text.tgz'), 'not an archive')
  await refused(at('text.tgz')).toThrow(/could not be unpacked/)
  expect(readdirSync(at('versions'))).toEqual(['1.0.0'])
  expect(existsSync(path.join(place, 'node_modules/sharp'))).toBe(true)
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

it('“current” leads to the new version, and the one before is told', async () => {
  const installation = installationAt(folder)
  for (const version of ['1.0.0', '1.1.0']) lay(at('versions', version), { version })
  expect(await switchTo(installation, at('versions/1.0.0'))).toBeUndefined()
  expect(await switchTo(installation, at('versions/1.1.0'))).toBe(at('versions/1.0.0'))
  expect(JSON.parse(readFileSync(at('current/package.json'), 'utf8')).version).toBe('1.1.0')
  symlinkSync('nowhere', at('current.next'))
  expect(await switchTo(installation, at('versions/1.0.0'))).toBe(at('versions/1.1.0'))
})
