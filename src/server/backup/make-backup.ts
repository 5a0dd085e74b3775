import { existsSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { VitrineError } from '../../model/errors.ts'
import { assertUsable } from '../db/data-folder.ts'
import { migrationNames } from '../db/migrate.ts'
import { inspectDatabase } from '../db/read-only.ts'
import { backupFolder, makeFile, makeFolder } from '../process/private-files.ts'
import {
  type BackupDescription,
  type BackupKind,
  backupName,
  secretPrint,
  syncFolder,
  unfinished,
} from './backup-folder.ts'
import { seal } from './sealed-file.ts'
import { copyPostgres, copySqlite, foreignObjects, storedTables } from './stored-tables.ts'

export interface BackupSource {
  databaseUrl?: string | undefined
  /** The same without a pooler in between. */
  directUrl?: string | undefined
  dataDir: string
  /** The given secret; without it the generated one. */
  authSecret?: string | undefined
}

export interface MadeBackup extends BackupDescription {
  file: string
  bytes: number
  /** Objects in the store that are not of Vitrine, for which a restore refuses the backup. */
  foreign: string[]
}

interface BackupOptions {
  to?: string | undefined
  kind?: BackupKind
  now?: Date
  /** Keeps sessions and half-done sign-ins, for a return to the same moment. A restore by command ends them all the same. */
  withSessions?: boolean
}

const generatedSecret = async (database: DatabaseSync, dataDir: string) => {
  const row = database.prepare("select value from meta where key = 'secret auth'").get()
  return row ? String(row.value) : (await readFile(path.join(dataDir, 'auth.secret'), 'utf8').catch(() => '')).trim()
}

// A restore must not sign in again whoever signed out since.
const leftOut = ['sessions', 'verifications']

const complete = async (file: string, { databaseUrl, dataDir, authSecret }: BackupSource, withSessions: boolean) => {
  using database = new DatabaseSync(file)
  database.exec('pragma journal_mode = delete; pragma synchronous = off; pragma secure_delete = on')
  const tables = storedTables(database).map(({ name }) => name)
  for (const name of withSessions ? [] : leftOut) if (tables.includes(name)) database.exec(`delete from ${name}`)
  const generated = await generatedSecret(database, dataDir)
  if (databaseUrl === undefined && authSecret === undefined && generated !== '')
    database.prepare("insert or replace into meta values ('secret auth', ?)").run(generated)
  const count = (table: string, where = 'true') =>
    tables.includes(table) ? Number(database.prepare(`select count(*) as n from ${table} where ${where}`).get()?.n) : 0
  return {
    holds: {
      entries: count('entries', 'deleted_at is null'),
      pictures: count('media', 'deleted_at is null'),
      messages: count('messages', tables.includes('deliveries') ? 'deleted_at is null' : 'true'),
      accounts: count('users'),
    },
    secret: { within: authSecret === undefined, print: secretPrint(authSecret ?? generated) },
  }
}

const foreignIn = async (file: string): Promise<string[]> => {
  using database = new DatabaseSync(file)
  const last = database.prepare('select max(name) as name from kysely_migration').get()?.name
  return foreignObjects(database, () => (last ? String(last) : undefined), `${file}.made`)
}

const refuseStranger = async (source: BackupSource) => {
  if (source.databaseUrl === undefined) {
    const file = path.join(source.dataDir, 'vitrine.db')
    const { code } = await stat(file).then(
      () => ({ code: '' }),
      (error: NodeJS.ErrnoException) => error,
    )
    if (code === 'ENOENT')
      throw new VitrineError('not-found', `There is nothing to back up: ${path.resolve(file)} is not there.`)
    // Names whose it is, and who asks.
    await assertUsable(source.dataDir)
    return
  }
  const { unknown, pending } = await inspectDatabase(source)
  if (unknown.length > 0)
    throw new VitrineError('invalid', `A newer Vitrine has been here (${unknown.join(', ')}). Back up with that one.`)
  if (pending.length === migrationNames.length)
    throw new VitrineError('not-found', 'There is nothing to back up: this database holds no site.')
}

const freeName = (folder: string, kind: BackupKind, at: Date): string => {
  const file = path.join(folder, backupName(kind, at))
  // Two in one second.
  return existsSync(file) ? freeName(folder, kind, new Date(at.getTime() + 1000)) : file
}

const wholePath = async (given: string | undefined, kind: BackupKind, dataDir: string, at: Date) => {
  const folder = backupFolder(dataDir)
  if (given === undefined) await makeFolder(folder, 0o700)
  const asked = path.resolve(given ?? folder)
  if ((await stat(asked).catch(() => undefined))?.isDirectory()) return freeName(asked, kind, at)
  if (existsSync(asked))
    throw new VitrineError('invalid', `${asked} is there already. Name another file; backups are not overwritten.`)
  return asked
}

/**
 * Backs up a store, also while it runs, into `to` (a file or a folder) or DATA_DIR/backups. The file appears when it is whole and on
 * the disk. Throws a sentence, and leaves nothing, when that fails.
 */
export const makeBackup = async (
  source: BackupSource,
  { to, kind = 'vitrine', now = new Date(), withSessions = false }: BackupOptions = {},
): Promise<MadeBackup> => {
  await refuseStranger(source)
  const file = await wholePath(to, kind, source.dataDir, now)
  const part = unfinished(file)
  try {
    // The mode before the content, which includes password hashes and messages.
    const empty = await makeFile(part).catch((error: NodeJS.ErrnoException) => {
      throw new VitrineError('unavailable', `${path.dirname(file)} cannot be written into (${error.code}).`)
    })
    await empty.close()
    if (source.databaseUrl === undefined) copySqlite(path.join(source.dataDir, 'vitrine.db'), part)
    else await copyPostgres(source.directUrl ?? source.databaseUrl, part)
    const from = source.databaseUrl === undefined ? 'sqlite' : 'postgres'
    const holding = await complete(part, source, withSessions)
    // Only a person who asked for a backup reads its messages.
    const foreign = kind === 'vitrine' ? await foreignIn(part) : []
    const { bytes, description } = await seal(part, { at: now.toISOString(), from, ...holding })
    await rename(part, file)
    await syncFolder(path.dirname(file))
    return { file, bytes, foreign, ...description }
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${part}${end}`, { force: true })
  }
}
