import { backupFolder, listBackups } from '../backup/backup-folder.ts'
import type { NewerData } from '../db/newer-data.ts'
import type { DatabaseOptions } from '../db/open.ts'

/** The sentence for data of a newer version, the same at a start and in the doctor, with the command that restores the newest backup from before. */
export const newerDataRefused = async ({ message }: NewerData, options: DatabaseOptions): Promise<string> => {
  const all = await listBackups(backupFolder(options.dataDir))
  const before = all.find(({ kind }) => kind.startsWith('vitrine-before-'))
  if (options.databaseUrl !== undefined)
    return `${message} Into an empty database: vitrine restore ${before?.file ?? 'FILE'}`
  return `${message} That is: vitrine restore ${before?.file ?? 'FILE'} --force`
}
