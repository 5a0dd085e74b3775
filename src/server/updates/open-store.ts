import path from 'node:path'
import { backupFolder } from '../backup/backup-folder.ts'
import type { Database, Trx } from '../db/database.ts'
import { writeMeta } from '../db/meta.ts'
import { migratedByKey } from '../db/migrate.ts'
import { NewerData } from '../db/newer-data.ts'
import { openDatabase } from '../db/open.ts'
import type { Waiting } from '../db/reach-postgres.ts'
import { type Config, ConfigError } from '../process/config.ts'
import { programVersion } from '../process/program-version.ts'
import { backUpBeforeUpdate } from './backup-before-update.ts'
import { newerDataRefused } from './newer-data-refused.ts'
import { acceptUpdate, notePendingUpdate } from './pending-update.ts'
import { returnToBackup } from './return-to-backup.ts'

export interface StoreOptions extends Waiting {
  /** Told of each backup and of data taken back; by default it tells the person at the command line. */
  onEvent?: (event: string, details: Record<string, string>) => void
  /** Leaves it to the caller to accept an update, after checks and before the first write. */
  acceptsLater?: boolean
  /** Called when the tables are changed. */
  onMigration?: () => void
}

const tellPerson: StoreOptions['onEvent'] = (event, details) => {
  const lines = Object.entries(details).map(([name, value]) => `  ${name}: ${value}\n`)
  process.stderr.write(`${event}\n${lines.join('')}`)
}

/**
 * Opens the store of an installation. Before it migrates tables that hold data, it makes a backup. Data of a newer version is taken back
 * from that backup where the newer one has taken no write yet, else refused with `ConfigError`.
 */
export const openStore = async (config: Config, options: StoreOptions = {}): Promise<Database> => {
  const { onEvent = tellPerson, acceptsLater = false, onMigration, ...waiting } = options
  let backup: string | undefined
  const before = async (pending: readonly string[]) => {
    if (!config.backupBeforeUpdate) return
    const made = await backUpBeforeUpdate(config)
    backup = made.file
    const { file } = made
    const more = config.databaseUrl === undefined ? ' --force' : ''
    onEvent('Backup made before the tables change', {
      file,
      restore: `vitrine restore ${file}${more}`,
      migrations: pending.join(', '),
    })
  }
  const within = async (trx: Trx) => {
    onMigration?.()
    await writeMeta(trx, migratedByKey, programVersion)
    // On Postgres an older version cannot take newer tables back.
    if (acceptsLater && backup !== undefined && config.databaseUrl === undefined)
      await notePendingUpdate(trx, { to: programVersion, backup: path.basename(backup) })
  }
  const open = () => openDatabase(config, { ...waiting, before, within })
  const opened = await open().catch(async (error: unknown) => {
    if (!(error instanceof NewerData)) throw error
    const taken = await returnToBackup(config)
    if (taken === undefined) throw new ConfigError([await newerDataRefused(error, config)])
    onEvent(`Data taken back from before the update to ${taken.to}, which took no write`, {
      file: path.join(backupFolder(config.dataDir), taken.backup),
    })
    return open()
  })
  if (!acceptsLater) await acceptUpdate(opened.kysely)
  return opened
}
