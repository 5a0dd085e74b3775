import { chmod, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { backupFolder } from '../backup/backup-folder.ts'

/** Read and write for the group and for everybody else. */
const others = 0o077

// Windows has no such modes: a file there has the rights of its folder.
const hasModes = process.platform !== 'win32'

/** The mask that this process was started with; for files that are made to be served. */
let usersMask = 0o022

/**
 * Makes whatever this process and its children create readable and writable by their user only, also SQLite's own files.
 * Comes first in every entry point. Files that are made for others set their mode themselves.
 */
export const keepFilesPrivate = (): void => {
  usersMask = process.umask(others)
}

/** Gives a file or folder of the public site the mode that it would have had without `keepFilesPrivate`. */
export const openToOthers = (place: string, mode: 0o666 | 0o777): Promise<void> => chmod(place, mode & ~usersMask)

const inDataFolder = /^vitrine\.db|\.secret(?:\.|$)/
const inBackups = /\.backup(?:\.|$)|^damaged-/

const filesIn = async (folder: string, isOurs: (name: string) => boolean) =>
  (await readdir(folder).catch(() => [])).filter(isOurs).map((name) => path.join(folder, name))

const modeOf = async (place: string) => {
  const found = await lstat(place).catch(() => undefined)
  // A link's mode says nothing, and what it leads to is not ours to change.
  return found === undefined || found.isSymbolicLink() ? 0 : found.mode
}

/** Everything private below a data folder: the database with its log, the secrets, the folder of backups and what is in it. */
const privatePlaces = async (dataDir: string): Promise<string[]> => {
  const backups = backupFolder(dataDir)
  return [
    ...(await filesIn(dataDir, (name) => inDataFolder.test(name))),
    backups,
    ...(await filesIn(backups, (name) => inBackups.test(name))),
  ]
}

/** The private files below a data folder that other users of this machine may open. */
export const exposedFiles = async (dataDir: string): Promise<string[]> => {
  if (!hasModes) return []
  const exposed: string[] = []
  for (const place of await privatePlaces(dataDir)) if ((await modeOf(place)) & others) exposed.push(place)
  return exposed
}

/** The data folder's mode when other users of this machine may open it, in octal; else undefined. */
export const exposedFolder = async (dataDir: string): Promise<string | undefined> => {
  const mode = hasModes ? await modeOf(path.resolve(dataDir)) : 0
  return mode & others ? (mode & 0o777).toString(8).padStart(4, '0') : undefined
}

/** Takes the rights of others from files that an older version left. What belongs to another user stays as it is, and Health tells. */
export const closeExposedFiles = async (dataDir: string): Promise<void> => {
  for (const place of await exposedFiles(dataDir))
    await chmod(place, (await modeOf(place)) & 0o700).catch(() => undefined)
}
