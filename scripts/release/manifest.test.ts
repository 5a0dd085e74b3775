import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nativePackages } from '../native-packages.ts'
import { type Lock, type Manifest, releaseLock, releaseManifest } from './manifest.ts'

const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
const source: Manifest = read('package.json')
const lock: Lock = read('package-lock.json')
const manifest = releaseManifest(source)

it('names as dependencies of a release the packages with native parts and no other, exactly pinned', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(nativePackages.required)
  expect(Object.keys(manifest.optionalDependencies)).toEqual(nativePackages.optional)
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies }))
    expect([name, version]).toEqual([name, source.dependencies[name]])
})

it('leaves the scripts and the marker of a private package out of a release', () => {
  expect(Object.keys(manifest)).not.toContain('scripts')
  expect(Object.keys(manifest)).not.toContain('private')
  expect(Object.keys(manifest)).not.toContain('devDependencies')
})

it('locks what the dependencies of a release lead to, with the versions and hashes of the lock file', () => {
  const { packages } = releaseLock(lock, manifest)
  const { '': own, ...others } = packages
  expect(own).toMatchObject({ dependencies: manifest.dependencies, version: source.version })
  for (const name of ['sharp', '@img/colour', '@img/sharp-libvips-linux-arm64', '@takumi-rs/helpers', 'semver'])
    expect(Object.keys(others)).toContain(`node_modules/${name}`)
  for (const [place, { version, integrity }] of Object.entries(others as Lock['packages']))
    expect([place, version, integrity]).toEqual([place, lock.packages[place]?.version, lock.packages[place]?.integrity])
  expect(Object.keys(others)).not.toContain('node_modules/react')
  expect(Object.keys(others)).not.toContain('node_modules/node')
})

it('finds a package first beside the one that asks for it, as Node does', () => {
  const nested = {
    lockfileVersion: 3,
    packages: {
      'node_modules/sharp': { version: '1.0.0', dependencies: { semver: '^2' } },
      'node_modules/sharp/node_modules/semver': { version: '2.0.0', dependencies: { yallist: '^1' } },
      'node_modules/semver': { version: '1.0.0' },
      'node_modules/yallist': { version: '1.0.0' },
    },
  }
  const { packages } = releaseLock(nested, { ...manifest, dependencies: { sharp: '1.0.0' }, optionalDependencies: {} })
  expect(Object.keys(packages)).toEqual([
    '',
    'node_modules/sharp',
    'node_modules/sharp/node_modules/semver',
    'node_modules/yallist',
  ])
})
