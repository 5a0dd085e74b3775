import { EventEmitter } from 'node:events'
import { rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, sql } from 'kysely'
import { Unavailable } from '../../model/errors.ts'
import { closeExposedFiles, freeBytes } from '../process/private-files.ts'
import { openDataFolder } from './data-folder.ts'
import {
  type Changes,
  createStorageWatch,
  type Database,
  type DatabaseKind,
  type Following,
  type StorageWatch,
  type Trx,
} from './database.ts'
import { compareMigrations, migrate, NewerData, queryOn } from './migrate.ts'
import {
  createPostgresPool,
  inspectPostgres,
  type PostgresTraits,
  postgresDialect,
  postgresError,
  postgresSettings,
  reachPostgres,
  statementTimeoutMs,
  type Waiting,
} from './postgres.ts'
import { createChangePoll, createPostgresNotices, type Notice, readSeen } from './postgres-notices.ts'
import { reopen, sqliteDialect } from './sqlite-dialect.ts'
import { diskFull, isLocked, openedApart } from './sqlite-error.ts'
import type { Tables } from './tables.ts'

/** Enough for a save, its place in the write-ahead log and the log's index. */
const requiredBytes = 256 * 1024

const hasDiskSpace = async (dataDir: string): Promise<boolean> => (await freeBytes(dataDir)) >= requiredBytes

/** Writes as much and deletes it; rejects when that fails. */
const tryDiskSpace = async (dataDir: string): Promise<void> => {
  const file = path.join(dataDir, 'room.try')
  try {
    await writeFile(file, Buffer.alloc(requiredBytes, 1), { mode: 0o600, flush: true })
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

const pollIntervalMs = 1000

/**
 * Polls for changes by other processes, above all the command line. SQLite tells whether another connection has committed; the journal
 * and the table of connections tell whether that was one of these.
 */
const createSqliteNotices = (kysely: Kysely<Tables>, heard: (what: Notice) => void) => {
  let knownData: number | undefined
  const poll = createChangePoll(async () => {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(kysely)
    const data = rows[0]?.data_version ?? 0
    if (data === knownData) return undefined
    const seen = await readSeen(kysely)
    knownData = data
    return seen
  }, heard)
  poll.ask()
  const timer = setInterval(poll.ask, pollIntervalMs).unref()

  return {
    /** Excludes a change of this process. */
    made: poll.announced,
    following: () => ({ by: 'polling' as const, problem: undefined }),
    close: (): void => clearInterval(timer),
  }
}

const longestStatementMs = 600_000

/** Migrates over a connection of its own: it may take longer than a save, and waits while another process does it. */
const migratePostgres = async (url: string, within?: (trx: Trx) => Promise<void>): Promise<void> => {
  const { default: pg } = await import('pg')
  const settings = { ...(await postgresSettings(url, 'vitrine')), query_timeout: longestStatementMs }
  const pool = new pg.Pool({ ...settings, max: 1 })
  const kysely = new Kysely<Tables>({ dialect: postgresDialect(pool, { limitMs: longestStatementMs }) })
  try {
    await migrate(kysely, 'postgres', { within })
  } finally {
    await kysely.destroy()
  }
}

export interface DatabaseOptions {
  /** `postgres://…`; without it, SQLite in `dataDir`. */
  databaseUrl?: string | undefined
  /** The same database without a pooler in between: for notices, migrations and backups. */
  directUrl?: string | undefined
  dataDir: string
}

/** Chores around the migration of a store. */
interface Migrating {
  /** Called before the first migration of a store that has data; what it throws stops the start. */
  before?: (pending: readonly string[]) => Promise<void>
  /** Writes in the transaction of the migrations, also in that of a fresh store. */
  within?: (trx: Trx) => Promise<void>
}

interface Notices {
  send?(trx: Kysely<Tables>, what: Notice, changes?: Changes): Promise<void>
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
  const on = (what: Notice) => (listener: (changes?: Changes) => void) => {
    heard.on(what, listener)
    return () => heard.off(what, listener)
  }
  const exclusive: Database['exclusive'] = (name, work) =>
    kysely.transaction().execute(async (trx) => {
      // SQLite has one writer at a time anyway.
      if (kind === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${`vitrine ${name}`}))`.execute(trx)
      return work(trx)
    })
  return {
    kind,
    postgres,
    kysely,
    transaction: (work) => kysely.transaction().execute(work),
    exclusive,
    readTransaction: (work) =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    change: async (work) => {
      let changes: Changes | undefined
      // One change at a time: positions stay whole and the journal's ids grow in the order of commits.
      const result = await exclusive('changes', async (trx) => {
        const done = await work(trx, (last, hidden = false) => {
          changes = { first: changes?.first ?? last, last, hidden: hidden && changes?.hidden !== false }
        })
        if (changes) await notices.send?.(trx, 'change', changes)
        return done
      })
      if (changes) {
        notices.made(changes.last)
        heard.emit('change', changes)
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
  run: (within: Migrating['within']) => Promise<void>,
) => {
  await bringUpToDate(kysely, kind, migrating, run)
  // The watch notices a failure; reading works without writing.
  await tryWrite(kysely).catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error
  })
}

/** Bytes of a file that a start rewrites: about 10 s on a slow disk. */
const mostRewritten = 2 ** 30

/**
 * Rewrites the file once: deletions of before `secure_delete` left their bytes in free pages. `user_version`, in the file's header, which no
 * row and no journal has: 1 is rewritten, 2 tried. Tried again at the next start when it fails, not when it ended the process.
 */
const rewriteOnce = async (kysely: Kysely<Tables>, file: string) => {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(kysely)
  if (rows[0]?.user_version !== 0) return
  const [{ size }, free] = await Promise.all([stat(file), freeBytes(path.dirname(file))])
  if (size > mostRewritten || free < 3 * size) return
  // For the whole process: SQLite's own choice, /var/tmp or /tmp, is memory in many containers.
  await sql`pragma temp_store_directory = ${sql.lit(path.dirname(file))}`.execute(kysely)
  await sql`pragma user_version = 2`.execute(kysely)
  try {
    await sql`vacuum`.execute(kysely)
  } catch (error) {
    await sql`pragma user_version = 0`.execute(kysely)
    throw error
  }
  await sql`pragma user_version = 1`.execute(kysely)
  await sql`pragma wal_checkpoint(truncate)`.execute(kysely)
}

/** In ms. Of a start that begins while another process migrates; a slow machine needs several seconds for a new store. */
const othersMigrationMs = 60_000

/** Migrates, and waits while another process does it. */
const migrateSqlite = async (kysely: Kysely<Tables>, within: Migrating['within']): Promise<void> => {
  for (const until = performance.now() + othersMigrationMs; ; )
    try {
      return await migrate(kysely, 'sqlite', { within })
    } catch (error) {
      // Refused at its beginning, after two seconds.
      if (!isLocked(error) || performance.now() > until) throw error
    }
}

const openSqlite = async (dataDir: string, migrating: Migrating): Promise<Database> => {
  await openDataFolder(dataDir)
  const file = path.join(dataDir, 'vitrine.db')
  let apart = false
  let isRewriting = false
  const onFailure = (message: string) => {
    apart ||= message === openedApart
    if (!isRewriting) storage.report(message)
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
    await makeReady(kysely, 'sqlite', migrating, (within) => migrateSqlite(kysely, within))
    isRewriting = true
    await rewriteOnce(kysely, file).catch(() => {})
    isRewriting = false
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
      heard: (what, changes) => heard.emit(what, changes),
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
