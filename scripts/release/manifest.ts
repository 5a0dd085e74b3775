import { nativePackages } from '../native-packages.ts'

export interface Manifest {
  name: string
  version: string
  dependencies: Record<string, string>
  [field: string]: unknown
}

export interface Locked {
  version?: string
  license?: string
  dev?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  [field: string]: unknown
}

export interface Lock {
  lockfileVersion: number
  packages: Record<string, Locked>
}

/** The oldest Node that every bundled library says it runs on (jsdom), and that has what our own code calls (argon2: 24.7). */
export const leastNode = '24.15.0'

const pick = (names: readonly string[], versions: Record<string, string>) =>
  Object.fromEntries(names.map((name) => [name, versions[name]]))

/** The package.json of a release: what runs, and nothing that builds. */
export const releaseManifest = ({ name, version, description, license, author, type, dependencies }: Manifest) => ({
  ...{ name, version, description, license, author, type },
  engines: { node: `>=${leastNode}` },
  bin: { vitrine: 'bin/vitrine.js' },
  dependencies: pick(nativePackages.required, dependencies),
  optionalDependencies: pick(nativePackages.optional, dependencies),
})

/** Every place of the lock file that these packages lead to, as npm resolves them from the top. */
const reached = (names: readonly string[], packages: Lock['packages']): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (name: string, from: string) => {
    // npm looks beside the package first, then in each folder above.
    const parents = from
      .split('/node_modules/')
      .map((_, index, all) => all.slice(0, all.length - index).join('/node_modules/'))
    const place = [...parents.map((parent) => `${parent}/node_modules/${name}`), `node_modules/${name}`].find(
      (one) => packages[one],
    )
    if (place === undefined || found.has(place)) return
    found.add(place)
    const { dependencies = {}, optionalDependencies = {} } = packages[place] as Locked
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, place)
  }
  for (const name of names) visit(name, '')
  return found
}

/** The npm-shrinkwrap.json of a release: its dependencies and theirs, with the versions and hashes of this lock file. */
export const releaseLock = (lock: Lock, manifest: ReturnType<typeof releaseManifest>) => {
  const { name, version, license, engines, bin, dependencies, optionalDependencies } = manifest
  const places = reached(Object.keys({ ...dependencies, ...optionalDependencies }), lock.packages)
  const packages = Object.fromEntries(
    [...places].sort().map((place) => {
      const { dev, peer, devOptional, ...rest } = lock.packages[place] as Locked
      return [place, rest]
    }),
  )
  return {
    ...{ name, version, lockfileVersion: lock.lockfileVersion, requires: true },
    packages: { '': { name, version, license, engines, bin, dependencies, optionalDependencies }, ...packages },
  }
}
