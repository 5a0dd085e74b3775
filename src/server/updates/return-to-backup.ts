import { existsSync } from 'node:fs'
import path from 'node:path'
import { backupFolder } from '../backup/backup-folder.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import type { DatabaseOptions } from '../db/open.ts'
import { readOnly } from '../db/read-only.ts'
import { type PendingUpdate, parsePendingUpdate, pendingUpdateKey } from './pending-update.ts'

/**
 * Puts the data from before an update in place again, sessions included, where the update migrated it and has taken no write since.
 * Resolves to undefined, and changes nothing, where it has, where its backup is gone, and on Postgres.
 */
export const returnToBackup = async (options: DatabaseOptions): Promise<PendingUpdate | undefined> => {
  if (options.databaseUrl !== undefined) return undefined
  const rows = await readOnly(options, (query) => query(`select value from meta where key = '${pendingUpdateKey}'`))
  const pending = parsePendingUpdate(rows[0] && String(rows[0].value))
  if (pending === undefined) return undefined
  const file = path.join(backupFolder(options.dataDir), path.basename(pending.backup))
  if (!existsSync(file)) return undefined
  await restoreBackup(file, options, { exact: true })
  return pending
}
