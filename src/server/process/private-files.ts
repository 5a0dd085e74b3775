import { randomUUID } from 'node:crypto'
import {
  chmod,
  constants,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises'
import path from 'node:path'

const others = 0o077

// On Windows a file has the rights of its folder.
const hasModes = process.platform !== 'win32'

/** The process's original mask, for files that are made to be served. */
let usersMask = 0o022

/** Makes every file of this process and its children, SQLite's among them, private to its user. First call of every entry point. */
export const keepFilesPrivate = (): void => {
  usersMask = process.umask(others)
}

/** Gives a file or folder of the public site the mode that it would have without `keepFilesPrivate`. */
export const openToOthers = (place: string, mode: 0o666 | 0o777): Promise<void> => chmod(place, mode & ~usersMask)

/** Gives to the owner of a folder what this process has just made in it: root's commands must not shut a site's own user out. */
const giveToOwner = async (handle: FileHandle, folder: string) => {
  const { uid, gid } = await stat(folder)
  if (uid !== 0) await handle.chown(uid, gid)
}

const isRoot = () => process.geteuid?.() === 0

/** Makes a file, which must not exist and is no link then. It belongs to the owner of its folder. */
export const makeFile = async (file: string, mode = 0o600): Promise<FileHandle> => {
  const handle = await open(file, 'wx+', mode)
  if (isRoot()) await giveToOwner(handle, path.dirname(file))
  return handle
}

/** Makes a file with this text unless it is there. Nobody ever reads half of it, however many make it at once and whenever one ends. */
export const makeWholeFile = async (file: string, text: string): Promise<void> => {
  if (await lstat(file).catch(() => undefined)) return
  const draft = `${file}.${randomUUID()}`
  try {
    await using handle = await makeFile(draft)
    await handle.writeFile(text)
    await handle.sync()
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined
      // Some file systems have no links.
      return rename(draft, file)
    })
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

/** Makes a folder with those above it, each of which belongs to the owner of the one above. Returns the folders that it made. */
export const makeFolder = async (given: string, mode?: number): Promise<string[]> => {
  const folder = path.resolve(given)
  const first = await mkdir(folder, { recursive: true, ...(mode === undefined ? {} : { mode }) })
  if (first === undefined) return []
  const made: string[] = []
  for (let at = folder; at.length >= first.length; at = path.dirname(at)) made.unshift(at)
  for (const one of isRoot() ? made : []) {
    await using handle = await open(one, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    await giveToOwner(handle, path.dirname(one))
  }
  return made
}

const inDataFolder = /^vitrine\.db|\.secret(?:\.|$)/
const inBackups = /\.backup(?:\.|$)|^damaged-/

const filesIn = async (folder: string, isOurs: (name: string) => boolean) =>
  (await readdir(folder).catch(() => [])).filter(isOurs).map((name) => path.join(folder, name))

const modeOf = async (place: string) => {
  const found = await lstat(place).catch(() => undefined)
  // A link's mode has no meaning.
  return found === undefined || found.isSymbolicLink() ? 0 : found.mode
}

/** Where backups of a store are. */
export const backupFolder = (dataDir: string): string => path.join(path.resolve(dataDir), 'backups')

const privatePlaces = async (dataDir: string): Promise<string[]> => {
  const backups = backupFolder(dataDir)
  return [
    ...(await filesIn(dataDir, (name) => inDataFolder.test(name))),
    backups,
    ...(await filesIn(backups, (name) => inBackups.test(name))),
  ]
}

export const exposedFiles = async (dataDir: string): Promise<string[]> => {
  if (!hasModes) return []
  const exposed: string[] = []
  for (const place of await privatePlaces(dataDir)) if ((await modeOf(place)) & others) exposed.push(place)
  return exposed
}

export const exposedFolder = async (dataDir: string): Promise<string | undefined> => {
  const mode = hasModes ? await modeOf(path.resolve(dataDir)) : 0
  return mode & others ? (mode & 0o777).toString(8).padStart(4, '0') : undefined
}

/** Closes files that an older version left open to others. Health reports those of another user, which stay as they are. */
export const closeExposedFiles = async (dataDir: string): Promise<void> => {
  for (const place of await exposedFiles(dataDir))
    await chmod(place, (await modeOf(place)) & 0o700).catch(() => undefined)
}

export const megabyte = 2 ** 20

/** Bytes that may still be written where a folder is. Rejects where that cannot be seen. */
export const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
