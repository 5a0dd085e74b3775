import { rm } from 'node:fs/promises'
import { backupFolder } from '../process/private-files.ts'
import { assertDiskSpace } from './backup-disk-space.ts'
import { listBackups, sweepLeftovers } from './backup-folder.ts'
import { type BackupSource, type MadeBackup, makeBackup } from './make-backup.ts'
import { retainedBackups } from './retained-backups.ts'

const oneWeekMs = 7 * 86_400_000

/** Disk space in bytes that a daily backup leaves for the site. */
const reserve = 200 * 2 ** 20

/** Makes the backup of the day, then deletes old daily ones; others stay. */
export const dailyBackup = async (source: BackupSource, now = new Date()): Promise<MadeBackup> => {
  await assertDiskSpace(source, reserve)
  const made = await makeBackup(source, { kind: 'daily', now })
  const folder = backupFolder(source.dataDir)
  const today = now.getTime()
  // One of the future was made while the clock was ahead: it takes no place of an honest one, and stays.
  const before = (await listBackups(folder)).filter(
    ({ kind, at, file }) => kind === 'daily' && at <= today && file !== made.file,
  )
  const retained = retainedBackups([today, ...before.map(({ at }) => at)])
  // After a gap the clock may be ahead now: the next one deletes.
  const [last = Number.NaN, gap = Number.NaN] = [today, ...before.map(({ at }) => at)]
    .slice(0, 3)
    .flatMap((at, n, all) => (n === 0 ? [] : [(all[n - 1] as number) - at]))
  // A site that runs seldom has gaps that are alike.
  const isSteady = last <= oneWeekMs || (last <= 2 * gap && gap <= 2 * last)
  for (const { file, at } of isSteady ? before : []) if (!retained.has(at)) await rm(file, { force: true })
  await sweepLeftovers(source.dataDir, today)
  return made
}
