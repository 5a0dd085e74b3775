import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type RuntimeHashes, runtimePackage } from '../verify-runtime.js'
import type { Resource } from './provenance.ts'
import { run } from './run.ts'
import { writeTar } from './tarball.ts'

const runtimes: RuntimeHashes = JSON.parse(await readFile(new URL('../runtime-hashes.json', import.meta.url), 'utf8'))

/** Platforms with an archive: those of Linux whose Node is recorded in runtime-hashes.json. */
export const platforms = Object.keys(runtimes.packages)
  .map((name) => name.replace(/^node-(?:bin-)?/, ''))
  .filter((platform) => platform.startsWith('linux-'))

const launcher = `#!/bin/sh
# Runs Vitrine on the Node that came with it.
here=$(dirname -- "$(readlink -f -- "$0")")
exec "$here/node/bin/node" "$here/bin/vitrine.js" "$@"
`

/** Fetches a platform's Node and lays out what runs of it in a folder. Throws when it is not the recorded one. */
const addRuntime = async (platform: string, folder: string, work: string): Promise<Resource> => {
  const name = runtimePackage(...platform.split('-'))
  const download = path.join(work, `${name}-${runtimes.version}.tgz`)
  await run('npm', ['pack', `${name}@${runtimes.version}`, '--silent', '--pack-destination', work])
  const sha512 = createHash('sha512').update(await readFile(download))
  if (`sha512-${sha512.copy().digest('base64')}` !== runtimes.packages[name]?.integrity)
    throw new Error(`${name} ${runtimes.version} is not the package that scripts/runtime-hashes.json records.`)
  await mkdir(folder, { recursive: true })
  const needed = ['package/bin/node', 'package/LICENSE']
  await run('tar', ['--extract', `--file=${download}`, '--strip-components=1', '--directory', folder, ...needed])
  return { uri: `pkg:npm/${name}@${runtimes.version}`, digest: { sha512: sha512.digest('hex') } }
}

/** Packages that are locked for a platform and are not in its folder: npm goes on without an optional one that cannot be had. */
export const missingPackages = (platform: string, folder: string): string[] => {
  const [os = '', cpu = ''] = platform.split('-')
  const lock = JSON.parse(readFileSync(path.join(folder, 'npm-shrinkwrap.json'), 'utf8')) as {
    packages: Record<string, { os?: string[]; cpu?: string[]; libc?: string[] }>
  }
  return Object.entries(lock.packages)
    .filter(([place, { os: oses, cpu: cpus, libc }]) => {
      const isMeant = oses?.includes(os) && cpus?.includes(cpu) && (libc ?? ['glibc']).includes('glibc')
      return isMeant && !existsSync(path.join(folder, place))
    })
    .map(([place]) => place.replace(/^.*node_modules\//, ''))
}

/** Installs what the package names for a platform, which need not be this one. */
const addPackages = async (platform: string, folder: string) => {
  const [os, cpu] = platform.split('-')
  const target = [`--os=${os}`, `--cpu=${cpu}`, '--libc=glibc']
  await run(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', '--no-bin-links', '--no-audit', '--no-fund', '--silent', ...target],
    {
      cwd: folder,
    },
  )
  for (const name of missingPackages(platform, folder))
    console.warn(`The archive for ${platform} goes without ${name}, which the registry did not give.`)
  // It names the registry of this machine.
  await rm(path.join(folder, 'node_modules/.package-lock.json'))
}

interface Archive {
  platform: string
  /** Folder with the package. */
  staged: string
  file: string
  /** Folder that it unpacks to. */
  name: string
  epoch: number
  /** Folder for what is only needed on the way. */
  work: string
}

/**
 * Makes an archive that runs where nothing is installed: the package, what it depends on and Node, as .tar.xz. Returns what was fetched
 * for it.
 */
export const makeArchive = async ({ platform, staged, file, name, epoch, work }: Archive): Promise<Resource> => {
  const folder = path.join(work, platform, name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.dirname(folder), { recursive: true })
  await cp(staged, folder, { recursive: true })
  await addPackages(platform, folder)
  const runtime = await addRuntime(platform, path.join(folder, 'node'), work)
  await writeFile(path.join(folder, 'vitrine'), launcher, { mode: 0o755 })
  await chmod(path.join(folder, 'vitrine'), 0o755)
  const plain = file.replace(/\.xz$/, '')
  await writeTar({ folder, file: plain, epoch })
  // In blocks, and with two threads everywhere: the number of threads would show in the bytes.
  await run('xz', ['--force', '--threads=2', '-6', plain])
  return runtime
}
