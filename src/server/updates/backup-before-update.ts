import { rm } from 'node:fs/promises'
import path from 'node:path'
import { assertDiskSpace } from '../backup/backup-disk-space.ts'
import { backupFolder, listBackups } from '../backup/backup-folder.ts'
import { type BackupSource, type MadeBackup, makeBackup } from '../backup/make-backup.ts'
import { supersededUpdates } from '../backup/retained-updates.ts'
import { ConfigError } from '../process/config.ts'
import { programVersion } from '../process/program-version.ts'

/** Disk space in bytes that the backup leaves for the migration and the site. */
const reserve = 64 * 2 ** 20

/**
 * Makes the backup from before this version changes the tables, then deletes superseded ones. It is on the disk when this resolves.
 * Throws `ConfigError` with the reason and the way out where none can be made.
 */
export const backUpBeforeUpdate = async (source: BackupSource): Promise<MadeBackup> => {
  try {
    await assertDiskSpace(source, reserve)
    const made = await makeBackup(source, { kind: `vitrine-before-${programVersion}`, withSessions: true })
    for (const { file } of supersededUpdates(await listBackups(backupFolder(source.dataDir))))
      if (file !== made.file) await rm(file, { force: true })
    return made
  } catch (error) {
    throw new ConfigError([
      `Vitrine ${programVersion} changes the tables of the data in ${path.resolve(source.dataDir)}, and the backup from before could not be made; nothing was changed.`,
      (error as Error).message,
      'To go on without a backup: BACKUP_BEFORE_UPDATE=off',
    ])
  }
}
