import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { run } from '../release/run.ts'

const packages = ['libc6', 'libstdc++6', 'libgcc-s1', 'ca-certificates']

interface Architecture {
  triplet: string
  /** Where programs look for the loader. */
  loader: string
}

const architectures = new Map<string, Architecture>([
  ['x64', { triplet: 'x86_64-linux-gnu', loader: 'usr/lib64/ld-linux-x86-64.so.2' }],
  ['arm64', { triplet: 'aarch64-linux-gnu', loader: 'usr/lib/ld-linux-aarch64.so.1' }],
])

/** What Node and the native packages load, and what the C library loads to look up a host. */
const libraries = [
  'ld-linux-*.so.*',
  ...['libc.so.6', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0', 'librt.so.1', 'libresolv.so.2'],
  ...['libnss_dns.so.2', 'libnss_files.so.2', 'libgcc_s.so.1', 'libstdc++.so.6*'],
]

const user = 10_001

const files: Readonly<Record<string, string>> = {
  'etc/passwd': `root:x:0:0:root:/:/nonexistent\nvitrine:x:${user}:${user}:Vitrine:/data:/nonexistent\n`,
  'etc/group': `root:x:0:\nvitrine:x:${user}:\n`,
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
}

/** This machine's own setting, which mmdebstrap would not know: mirrors of a past day are out of date. */
const checkValidUntil = () => {
  const [, value = 'true'] =
    /VALUE='([^']*)'/.exec(
      execFileSync('apt-config', ['shell', 'VALUE', 'Acquire::Check-Valid-Until'], { encoding: 'utf8' }),
    ) ?? []
  return `Acquire::Check-Valid-Until "${value}"`
}

/** The certificates of all authorities in one file, as `update-ca-certificates` makes it. */
const joinCertificates = async (folder: string) => {
  const from = path.join(folder, 'usr/share/ca-certificates/mozilla')
  const names = (await readdir(from)).sort()
  const texts = await Promise.all(names.map((name) => readFile(path.join(from, name), 'utf8')))
  await mkdir(path.join(folder, 'etc/ssl/certs'), { recursive: true })
  await writeFile(path.join(folder, 'etc/ssl/certs/ca-certificates.crt'), texts.join(''))
  await rm(path.join(folder, 'usr/share/ca-certificates'), { recursive: true })
}

/**
 * Makes a folder with as much of Debian as Node needs: the C and C++ libraries, the certificates of authorities, and their licences. No
 * shell, no package manager.
 */
export const makeSystem = async (folder: string, { suite, work }: { suite: string; work: string }): Promise<void> => {
  const architecture = architectures.get(process.arch)
  if (!architecture)
    throw new Error(`There is no image for ${process.arch}, only for ${[...architectures.keys()].join(', ')}.`)
  const tar = path.join(work, 'debian.tar')
  const options = ['--quiet', '--variant=extract', `--include=${packages.join(',')}`, `--aptopt=${checkValidUntil()}`]
  await run('mmdebstrap', [...options, suite, tar])
  await mkdir(folder, { recursive: true })
  const { triplet, loader } = architecture
  const wanted = [
    ...libraries.map((name) => `./usr/lib/${triplet}/${name}`),
    `./${loader}`,
    './usr/share/ca-certificates/mozilla/*.crt',
    './usr/share/doc/*/copyright',
  ]
  await run('tar', ['--extract', `--file=${tar}`, '--directory', folder, '--no-same-owner', '--wildcards', ...wanted])
  await joinCertificates(folder)
  await symlink('usr/lib', path.join(folder, 'lib'))
  if (loader.startsWith('usr/lib64')) await symlink('usr/lib64', path.join(folder, 'lib64'))
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text, { mode: 0o644 })
  await mkdir(path.join(folder, 'tmp'))
  // A file system in memory at this folder takes its mode.
  await chmod(path.join(folder, 'tmp'), 0o1777)
}
