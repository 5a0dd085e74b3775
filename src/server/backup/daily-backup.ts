import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Unavailable } from '../../model/errors.ts'
import { readOnly } from '../db/read-only.ts'
import { backupFolder, listBackups } from './backup-folder.ts'
import { type BackupSource, type MadeBackup, makeBackup } from './make-backup.ts'
import { retainedBackups } from './retained-backups.ts'

const megabyte = 2 ** 20
const oneDayMs = 86_400_000

/** Disk space in bytes that a daily backup leaves for the site. */
const reserve = 200 * megabyte

const sizeOfStore = async (source: BackupSource) => {
  if (source.databaseUrl !== undefined) {
    const [row] = await readOnly(source, (query) => query('select pg_database_size(current_database()) as size'))
    return Number(row?.size ?? 0)
  }
  return (await stat(path.join(source.dataDir, 'vitrine.db'))).size
}

const assertDiskSpace = async (source: BackupSource) => {
  await mkdir(source.dataDir, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(source.dataDir)
  // For the copy and the backup made from it: images cannot be compressed.
  const needed = 2 * (await sizeOfStore(source)) + reserve
  if (bavail * bsize < needed)
    throw new Unavailable(
      `A backup needs ${Math.ceil(needed / megabyte)} MB where ${path.resolve(source.dataDir)} is, and ${Math.floor((bavail * bsize) / megabyte)} MB are free. Make room, or move old backups elsewhere.`,
    )
}

const removeLeftovers = async (folder: string, now: number) => {
  const names = (await readdir(folder)).filter((name) => name.includes('.part'))
  for (const file of names.map((name) => path.join(folder, name)))
    if (now - ((await stat(file).catch(() => undefined))?.mtimeMs ?? now) > oneDayMs) await rm(file, { force: true })
}

/** Makes the backup of the day, then deletes old daily ones; others stay. */
export const dailyBackup = async (source: BackupSource, now = new Date()): Promise<MadeBackup> => {
  await assertDiskSpace(source)
  const made = await makeBackup(source, { kind: 'daily', now })
  const folder = backupFolder(source.dataDir)
  const daily = (await listBackups(folder)).filter(({ kind }) => kind === 'daily')
  const retained = retainedBackups(daily.map(({ at }) => at))
  for (const { file, at } of daily) if (!retained.has(at) && file !== made.file) await rm(file, { force: true })
  await removeLeftovers(folder, now.getTime())
  return made
}
