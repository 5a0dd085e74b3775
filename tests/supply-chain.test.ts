import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

interface Locked {
  version: string
  resolved?: string
  integrity?: string
  hasInstallScript?: true
}

const manifest = read('package.json')
// Their hashes were not to be had where the lock file was written; the next update of Typst there brings them.
const typst = '@myriaddreamin/typst-ts-node-compiler-'
const otherPlatforms = [
  ...['android-arm-eabi', 'android-arm64', 'darwin-arm64', 'darwin-x64', 'linux-arm-gnueabihf'],
  ...['linux-arm64-gnu', 'linux-arm64-musl', 'win32-arm64-msvc', 'win32-x64-msvc'],
]

const lock: Record<string, Locked> = read('package-lock.json').packages
const nameIn = (place: string) => place.replace(/^.*node_modules\//, '')
const packages = Object.entries(lock).filter(([place]) => place !== '')

const parts = (version: string) => (version.split(/[-+]/)[0] as string).split('.').map(Number)

/** A pre-release counts as the release before which it comes. */
const isAtLeast = (version: string, least: string): boolean => {
  const [given, wanted] = [parts(version), parts(least)]
  for (const [index, part] of wanted.entries()) if (given[index] !== part) return (given[index] ?? 0) > part
  return !version.includes('-')
}

describe('What is installed', () => {
  it.each(Object.entries(read('security/floors.json') as Record<string, { least: string; because: string }>))(
    'has no %s from before a known fault was mended',
    (name, { least, because }) => {
      const versions = packages.filter(([place]) => nameIn(place) === name).map(([, { version }]) => version)
      // A floor under what is not there any more is to be taken out.
      expect(versions.length, `${name} is not in the lock file`).toBeGreaterThan(0)
      expect(
        versions.filter((version) => !isAtLeast(version, least)),
        because,
      ).toEqual([])
    },
  )

  it('is told from what came before by every part of its version', () => {
    expect(isAtLeast('4.12.21', '4.12.21')).toBe(true)
    expect(isAtLeast('4.13.0', '4.12.21')).toBe(true)
    expect(isAtLeast('10.0.0', '7.0.11')).toBe(true)
    expect(isAtLeast('4.12.3', '4.12.21')).toBe(false)
    expect(isAtLeast('4.12.21-rc.1', '4.12.21')).toBe(false)
  })

  it('is named exactly, so that no newer one comes by itself', () => {
    const named = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)))).toEqual([])
    for (const [name, version] of named) expect([name, lock[`node_modules/${name}`]?.version]).toEqual([name, version])
  })

  it('is what the lock file says, to the byte', () => {
    const unhashed = packages.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))
    expect(unhashed.map(([place]) => nameIn(place))).toEqual(otherPlatforms.map((platform) => typst + platform))
    expect(packages.filter(([, { resolved }]) => resolved && !resolved.startsWith('https://'))).toEqual([])
  })

  it('runs scripts of its own only where they are allowed by name', () => {
    const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameIn(place))
    expect([...new Set(running)].sort()).toEqual(Object.keys(manifest.allowScripts).sort())
  })
})
