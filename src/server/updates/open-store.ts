import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { assertDiskSpace } from '../backup/backup-disk-space.ts'
import { listBackups } from '../backup/backup-folder.ts'
import { type BackupSource, makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { supersededUpdates } from '../backup/retained-updates.ts'
import type { Database, Trx } from '../db/database.ts'
import { writeMeta } from '../db/meta.ts'
import { migratedByKey } from '../db/migrate.ts'
import { NewerData } from '../db/newer-data.ts'
import { type DatabaseOptions, openDatabase } from '../db/open.ts'
import type { Waiting } from '../db/reach-postgres.ts'
import { readOnly } from '../db/read-only.ts'
import { type Config, ConfigError } from '../process/config.ts'
import { backupFolder } from '../process/private-files.ts'
import { programVersion } from '../process/program-version.ts'
import {
  acceptUpdate,
  notePendingUpdate,
  type PendingUpdate,
  parsePendingUpdate,
  pendingUpdateKey,
} from './pending-update.ts'

/** Disk space in bytes that the backup leaves for the migration and the site. */
const reserve = 64 * 2 ** 20

/** Makes the backup from before this version changes the tables, then deletes superseded ones. Resolves to its file, which is on the disk then. */
const backUpBeforeUpdate = async (source: BackupSource): Promise<string> => {
  try {
    await assertDiskSpace(source, reserve)
    const made = await makeBackup(source, { kind: `vitrine-before-${programVersion}`, withSessions: true })
    for (const { file } of supersededUpdates(await listBackups(backupFolder(source.dataDir))))
      if (file !== made.file) await rm(file, { force: true })
    return made.file
  } catch (error) {
    throw new ConfigError([
      `Vitrine ${programVersion} changes the tables of the data in ${path.resolve(source.dataDir)}, and the backup from before could not be made; nothing was changed.`,
      (error as Error).message,
      'To go on without a backup: BACKUP_BEFORE_UPDATE=off',
    ])
  }
}

/** The sentence for data of a newer version, the same at a start and in the doctor, with the command that restores the newest backup from before. */
export const newerDataRefused = async ({ message }: NewerData, options: DatabaseOptions): Promise<string> => {
  const all = await listBackups(backupFolder(options.dataDir))
  const file = all.find(({ kind }) => kind.startsWith('vitrine-before-'))?.file ?? 'FILE'
  if (options.databaseUrl !== undefined) return `${message} Into an empty database: vitrine restore ${file}`
  return `${message} That is: vitrine restore ${file} --force`
}

/**
 * Puts the data from before an update in place again, sessions included, where the update migrated it and has taken no write since.
 * Resolves to undefined, and changes nothing, where it has, where its backup is gone, and on Postgres.
 */
const returnToBackup = async (options: DatabaseOptions): Promise<PendingUpdate | undefined> => {
  if (options.databaseUrl !== undefined) return undefined
  const rows = await readOnly(options, (query) => query(`select value from meta where key = '${pendingUpdateKey}'`))
  const pending = parsePendingUpdate(rows[0] && String(rows[0].value))
  if (pending === undefined) return undefined
  const file = path.join(backupFolder(options.dataDir), path.basename(pending.backup))
  if (!existsSync(file)) return undefined
  await restoreBackup(file, options, { exact: true })
  return pending
}

export interface StoreOptions extends Waiting {
  /** Told of each backup and of data taken back; by default it tells the person at the command line. */
  onEvent?: (event: string, details: Record<string, string>) => void
  /** Leaves it to the caller to accept an update, after checks and before the first write. */
  acceptsLater?: boolean
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
  const { onEvent = tellPerson, acceptsLater = false, ...waiting } = options
  const isPostgres = config.databaseUrl !== undefined
  let backup: string | undefined
  const before = async (pending: readonly string[]) => {
    if (!config.backupBeforeUpdate) return
    const file = await backUpBeforeUpdate(config)
    backup = file
    onEvent('Backup made before the tables change', {
      file,
      restore: `vitrine restore ${file}${isPostgres ? '' : ' --force'}`,
      migrations: pending.join(', '),
    })
  }
  const within = async (trx: Trx) => {
    await writeMeta(trx, migratedByKey, programVersion)
    // On Postgres an older version cannot take newer tables back.
    if (acceptsLater && backup !== undefined && !isPostgres)
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
