import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { assertDiskSpace } from './backup-disk-space.ts'
import { backupFolder, listBackups } from './backup-folder.ts'
import { type BackupSource, type MadeBackup, makeBackup } from './make-backup.ts'
import { retainedBackups } from './retained-backups.ts'

const oneDayMs = 86_400_000

/** Disk space in bytes that a daily backup leaves for the site. */
const reserve = 200 * 2 ** 20

const removeLeftovers = async (folder: string, now: number) => {
  const names = (await readdir(folder)).filter((name) => name.includes('.part'))
  for (const file of names.map((name) => path.join(folder, name)))
    if (now - ((await stat(file).catch(() => undefined))?.mtimeMs ?? now) > oneDayMs) await rm(file, { force: true })
}

/** Makes the backup of the day, then deletes old daily ones; others stay. */
export const dailyBackup = async (source: BackupSource, now = new Date()): Promise<MadeBackup> => {
  await assertDiskSpace(source, reserve)
  const made = await makeBackup(source, { kind: 'daily', now })
  const folder = backupFolder(source.dataDir)
  const daily = (await listBackups(folder)).filter(({ kind }) => kind === 'daily')
  const retained = retainedBackups(daily.map(({ at }) => at))
  for (const { file, at } of daily) if (!retained.has(at) && file !== made.file) await rm(file, { force: true })
  await removeLeftovers(folder, now.getTime())
  return made
}
