import { EventEmitter } from 'node:events'
import path from 'node:path'
import { Kysely, sql } from 'kysely'
import { Unavailable } from '../../model/errors.ts'
import { closeExposedFiles } from '../process/private-files.ts'
import { openDataFolder } from './data-folder.ts'
import type { Database, DatabaseKind, Following, Trx } from './database.ts'
import { compareMigrations, migrate, queryOn } from './migrate.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { NewerData } from './newer-data.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { postgresError } from './postgres-error.ts'
import { createPostgresNotices, type Notice } from './postgres-notices.ts'
import { createPostgresPool, postgresSettings } from './postgres-pool.ts'
import { reachPostgres, type Waiting } from './reach-postgres.ts'
import { reopen } from './sqlite-connections.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { diskFull, openedApart } from './sqlite-error.ts'
import { createSqliteNotices } from './sqlite-notices.ts'
import { inspectPostgres, type PostgresTraits, statementTimeoutMs } from './statement-limit.ts'
import { createStorageWatch, type StorageWatch } from './storage-watch.ts'
import type { Tables } from './tables.ts'
import { hasDiskSpace, tryDiskSpace } from './try-disk-space.ts'

export interface DatabaseOptions {
  /** `postgres://…`; without it, SQLite in `dataDir`. */
  databaseUrl?: string | undefined
  /** The same database without a pooler in between: for notices, migrations and backups. */
  directUrl?: string | undefined
  dataDir: string
}

/** Chores around the migration of a store. */
export interface Migrating {
  /** Called before the first migration of a store that has data; what it throws stops the start. */
  before?: (pending: readonly string[]) => Promise<void>
  /** Writes in the transaction of the migrations, also in that of a fresh store. */
  within?: (trx: Trx) => Promise<void>
}

interface Notices {
  send?(trx: Kysely<Tables>, what: Notice, version?: number): Promise<void>
  made(version: number): void
  following(): Following
  close(): void | Promise<void>
}

const assemble = (
  kind: DatabaseKind,
  kysely: Kysely<Tables>,
  storage: StorageWatch,
  heard: EventEmitter,
  notices: Notices,
  postgres?: PostgresTraits,
): Database => {
  const on = (what: Notice) => (listener: () => void) => {
    heard.on(what, listener)
    return () => heard.off(what, listener)
  }
  return {
    kind,
    postgres,
    kysely,
    transaction: (work) => kysely.transaction().execute(work),
    readTransaction: (work) =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    change: async (work) => {
      let version: number | undefined
      const result = await kysely.transaction().execute(async (trx) => {
        // One change at a time, across processes: positions stay whole and the journal's ids grow in the order of commits.
        if (kind === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('vitrine changes'))`.execute(trx)
        const done = await work(trx, (announced) => {
          version = announced
        })
        if (version !== undefined) await notices.send?.(trx, 'change', version)
        return done
      })
      if (version !== undefined) {
        notices.made(version)
        heard.emit('change')
      }
      return result
    },
    onChange: on('change'),
    following: notices.following,
    announceMail: async (trx) => notices.send?.(trx, 'mail'),
    onMail: on('mail'),
    announceConnections: async (trx) => notices.send?.(trx, 'connections'),
    onConnections: on('connections'),
    storage,
    close: async () => {
      storage.close()
      await notices.close()
      await kysely.destroy()
    },
  }
}

const createEmitter = () => new EventEmitter().setMaxListeners(0)

const tryWrite = async (kysely: Kysely<Tables>) => {
  await sql`update kysely_migration_lock set is_locked = is_locked`.execute(kysely)
}

const bringUpToDate = async (
  kysely: Kysely<Tables>,
  kind: DatabaseKind,
  { before, within }: Migrating,
  run: (within: Migrating['within']) => Promise<void>,
) => {
  const { pending, unknown, madeBy, fresh } = await compareMigrations(queryOn(kysely), kind)
  if (unknown.length > 0) throw new NewerData(unknown, madeBy)
  // A start must not need to write.
  if (pending.length === 0) return
  if (!fresh) await before?.(pending)
  await run(within).catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error
    throw Object.assign(new Unavailable(`The tables could not be brought to this version. ${error.message}`), {
      cause: error,
    })
  })
}

const makeReady = async (
  kysely: Kysely<Tables>,
  kind: DatabaseKind,
  migrating: Migrating,
  run = (within: Migrating['within']) => migrate(kysely, kind, { within }),
) => {
  await bringUpToDate(kysely, kind, migrating, run)
  // The watch notices a failure; reading works without writing.
  await tryWrite(kysely).catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error
  })
}

const openSqlite = async (dataDir: string, migrating: Migrating): Promise<Database> => {
  await openDataFolder(dataDir)
  const file = path.join(dataDir, 'vitrine.db')
  let apart = false
  const onFailure = (message: string) => {
    apart ||= message === openedApart
    storage.report(message)
  }
  const storage = createStorageWatch(async () => {
    await tryDiskSpace(dataDir)
    if (!(await reopen(file))) throw new Error('A transaction is still open.')
    apart = false
    await tryWrite(kysely)
    if (apart) throw new Unavailable(openedApart)
  })
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(file, { onFailure }) })
  try {
    await makeReady(kysely, 'sqlite', migrating)
    // The file may still have space for a write or two.
    if (!(await hasDiskSpace(dataDir))) storage.report(diskFull)
  } catch (error) {
    storage.close()
    await kysely.destroy()
    throw error
  }
  const heard = createEmitter()
  const notices = createSqliteNotices(kysely, (what) => heard.emit(what))
  return assemble('sqlite', kysely, storage, heard, notices)
}

const openPostgres = async (
  databaseUrl: string,
  directUrl: string | undefined,
  waiting: Waiting & Migrating,
): Promise<Database> => {
  await reachPostgres(databaseUrl, waiting)
  const traits = await inspectPostgres(databaseUrl)
  const { limit } = traits
  const pool = await createPostgresPool(databaseUrl, { name: 'vitrine', max: 8, limit })
  const storage = createStorageWatch(() => tryWrite(kysely))
  const limitMs = limit === 'transaction' ? statementTimeoutMs : undefined
  const kysely = new Kysely<Tables>({ dialect: postgresDialect(pool, { onFailure: storage.report, limitMs }) })
  const heard = createEmitter()
  try {
    await makeReady(kysely, 'postgres', waiting, (within) => migratePostgres(directUrl ?? databaseUrl, within))
    const { default: pg } = await import('pg')
    const settings = await postgresSettings(directUrl ?? databaseUrl, 'vitrine')
    const notices = await createPostgresNotices({
      kysely,
      connect: () => new pg.Client(settings),
      direct: directUrl !== undefined,
      heard: (what) => heard.emit(what),
    })
    return assemble('postgres', kysely, storage, heard, notices, traits)
  } catch (error) {
    storage.close()
    await kysely.destroy()
    throw postgresError(error)
  }
}

/**
 * Opens the store and migrates it. Migrated tables can be read even when nothing can be written; `storage` reports that. Rejects with
 * `Unavailable` when it cannot be reached, on Postgres after `waitMs`, with `NewerData`, and with another error when waiting cannot help.
 */
export const openDatabase = async (
  { databaseUrl, directUrl, dataDir }: DatabaseOptions,
  options: Waiting & Migrating = {},
): Promise<Database> => {
  await closeExposedFiles(dataDir)
  return databaseUrl === undefined ? openSqlite(dataDir, options) : openPostgres(databaseUrl, directUrl, options)
}
