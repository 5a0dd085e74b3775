import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Unavailable } from '../../model/errors.ts'
import { readOnly } from '../db/read-only.ts'
import { backupFolder, listBackups } from './backup-folder.ts'
import { type BackupSource, type MadeBackup, makeBackup } from './make-backup.ts'
import { retainedBackups } from './retained-backups.ts'

const megabyte = 2 ** 20
const oneDayMs = 86_400_000

/** What a backup by itself leaves free: the site needs it more. */
const reserve = 200 * megabyte

const sizeOfStore = async (place: BackupSource) => {
  if (place.databaseUrl !== undefined) {
    const [row] = await readOnly(place, (query) => query('select pg_database_size(current_database()) as size'))
    return Number(row?.size ?? 0)
  }
  return (await stat(path.join(place.dataDir, 'vitrine.db'))).size
}

const assertDiskSpace = async (place: BackupSource) => {
  await mkdir(place.dataDir, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(place.dataDir)
  // The copy, and what is made of it: pictures cannot be compressed.
  const needed = 2 * (await sizeOfStore(place)) + reserve
  if (bavail * bsize < needed)
    throw new Unavailable(
      `A backup needs ${Math.ceil(needed / megabyte)} MB where ${path.resolve(place.dataDir)} is, and ${Math.floor((bavail * bsize) / megabyte)} MB are free. Make room, or move old backups elsewhere.`,
    )
}

const removeLeftovers = async (folder: string, now: number) => {
  const names = (await readdir(folder)).filter((name) => name.includes('.part'))
  for (const file of names.map((name) => path.join(folder, name)))
    if (now - ((await stat(file).catch(() => undefined))?.mtimeMs ?? now) > oneDayMs) await rm(file, { force: true })
}

/** Makes the backup of the day, and only when it is safe lets old ones go; those that somebody asked for stay. */
export const dailyBackup = async (place: BackupSource, now = new Date()): Promise<MadeBackup> => {
  await assertDiskSpace(place)
  const made = await makeBackup(place, { kind: 'daily', now })
  const folder = backupFolder(place.dataDir)
  const daily = (await listBackups(folder)).filter(({ kind }) => kind === 'daily')
  const spared = retainedBackups(daily.map(({ at }) => at))
  for (const { file, at } of daily) if (!spared.has(at) && file !== made.file) await rm(file, { force: true })
  await removeLeftovers(folder, now.getTime())
  return made
}
