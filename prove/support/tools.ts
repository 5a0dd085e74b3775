import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Skipped } from '../check.ts'

// The last is where Debian keeps what podman alone runs.
const folders = () => [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin', '/usr/lib/podman']

const findProgram = (name: string) =>
  folders()
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))

const libraries = () =>
  [
    '/usr/lib',
    '/usr/local/lib',
    ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`) : []),
  ].flatMap((folder) => [folder, `${folder}/faketime`])

const findLibrary = (name: string) =>
  libraries()
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))

/** Installs a package of Debian where we may. */
export const install = (name: string): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0
  // Another run may be installing at the same time.
  const bring = () => apt('install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', name)
  if (!bring()) {
    apt('update', '-qq')
    bring()
  }
}

const found = (find: () => string | undefined, what: string, of: string): string => {
  const there = find()
  if (there) return there
  install(of)
  const brought = find()
  if (!brought) throw new Skipped(`It takes ${what}, which is not on this machine (Debian: apt install ${of}).`)
  return brought
}

/** Where a program is. Brings Debian's package where we may, else throws `Skipped`. */
export const program = (name: string, of: string = name): string => found(() => findProgram(name), name, of)

/** The same for a library that is to be loaded before a program's own. */
export const library = (name: string, of: string): string => found(() => findLibrary(name), name, of)
