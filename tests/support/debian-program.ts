import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from './cache-folder.ts'

const canRun = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const findIn = (folders: readonly string[], name: string) =>
  folders.map((folder) => path.join(folder, name)).find(canRun)

const folders = () => [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin']

const timeout = 120_000

/** Fetches Debian's package and unpacks it into this folder. Nothing is installed, so that no service starts. */
const unpackInto = (folder: string, name: string): void => {
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'Acquire::http::Timeout=20', ...args], { cwd: folder, stdio: 'ignore', timeout })
  const fetched = apt('download', name).status === 0
  if (!fetched && process.getuid?.() === 0 && apt('update').status === 0) apt('download', name)
  const file = readdirSync(folder).find((one) => one.endsWith('.deb'))
  if (file) spawnSync('dpkg-deb', ['-x', file, '.'], { cwd: folder, stdio: 'ignore', timeout })
}

/** Path of a program of this machine or else of Debian's package, which is kept in a cache; undefined where neither can be had. */
export const debianProgram = (name: string): string | undefined => {
  const there = findIn(folders(), name)
  if (there || !existsSync('/usr/bin/apt-get')) return there
  const cache = cacheFolder('vitrine-debian-programs')
  const unpacked = () => findIn([path.join(cache, name, 'usr/bin'), path.join(cache, name, 'usr/sbin')], name)
  if (unpacked()) return unpacked()
  const draft = mkdtempSync(path.join(cache, 'draft-'))
  try {
    unpackInto(draft, name)
    // Of two runs at once the later one finds what the first has put there.
    if (!existsSync(path.join(cache, name))) renameSync(draft, path.join(cache, name))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return unpacked()
}
