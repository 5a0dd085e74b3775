import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, sql } from 'kysely'
import type { Database, DatabaseKind, RecordChange } from './database.ts'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { postgresError } from './postgres-error.ts'
import { createPostgresNotices, type PostgresNotices } from './postgres-notices.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { createSqliteNotices, type SqliteNotices } from './sqlite-notices.ts'
import type { Tables } from './tables.ts'

export interface DatabaseOptions {
  /** `postgres://…`; without it, SQLite in `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
}

const assemble = (
  kind: DatabaseKind,
  kysely: Kysely<Tables>,
  listeners: Set<() => void>,
  notices: { postgres: PostgresNotices } | { sqlite: SqliteNotices },
) => {
  const postgres = 'postgres' in notices ? notices.postgres : undefined
  const sqlite = 'sqlite' in notices ? notices.sqlite : undefined
  const change: Database['change'] = async (work) => {
    let recorded: number | undefined
    const result = await kysely.transaction().execute(async (trx) => {
      // One change after the other, in all processes: positions stay whole and the journal's ids grow in the order of commits.
      if (postgres) await sql`select pg_advisory_xact_lock(hashtext('vitrine changes'))`.execute(trx)
      const record: RecordChange = async ({ by, action, collection, entry = null, before, after, undoes = null }) => {
        const at = new Date().toISOString()
        const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
        const { id } = await trx
          .insertInto('changes')
          .values({ at, actor: by, action, collection, entry, before: json(before), after: json(after), undoes })
          .returning('id')
          .executeTakeFirstOrThrow()
        recorded = id
        return id
      }
      const done = await work(trx, record)
      if (recorded !== undefined) await postgres?.send(trx)
      return done
    })
    if (recorded !== undefined) {
      sqlite?.made(recorded)
      for (const listener of listeners) listener()
    }
    return result
  }
  const database: Database = {
    kind,
    kysely,
    transaction: (work) => kysely.transaction().execute(work),
    snapshot: (work) =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    change,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      sqlite?.close()
      await postgres?.close()
      await kysely.destroy()
    },
  }
  return database
}

const openSqlite = async (dataDir: string): Promise<Database> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(path.join(dataDir, 'vitrine.db')) })
  try {
    await migrate(kysely, 'sqlite')
  } catch (error) {
    await kysely.destroy()
    throw error
  }
  const listeners = new Set<() => void>()
  const sqlite = createSqliteNotices(kysely, () => {
    for (const listener of listeners) listener()
  })
  return assemble('sqlite', kysely, listeners, { sqlite })
}

const openPostgres = async (databaseUrl: string): Promise<Database> => {
  // Only who uses Postgres pays for loading it.
  const { default: pg } = await import('pg')
  const int8 = 20
  const types = {
    getTypeParser: (type: number, format?: 'text' | 'binary') =>
      type === int8 ? Number : pg.types.getTypeParser(type, format as 'text'),
  } as typeof pg.types
  const settings = {
    connectionString: databaseUrl,
    types,
    connectionTimeoutMillis: 2000,
    query_timeout: 2800,
    keepAlive: true,
    application_name: 'vitrine',
  }
  const pool = new pg.Pool({ ...settings, max: 8, idleTimeoutMillis: 60_000, statement_timeout: 3000 })
  const kysely = new Kysely<Tables>({ dialect: postgresDialect(pool) })
  const listeners = new Set<() => void>()
  try {
    await migrate(kysely, 'postgres')
    const notices = await createPostgresNotices(
      () => new pg.Client(settings),
      () => {
        for (const listener of listeners) listener()
      },
    )
    return assemble('postgres', kysely, listeners, { postgres: notices })
  } catch (error) {
    await kysely.destroy()
    throw postgresError(error)
  }
}

/** Opens the store and brings its tables up to date. Rejects with `Unavailable` when it cannot be reached. */
export const openDatabase = ({ databaseUrl, dataDir }: DatabaseOptions): Promise<Database> =>
  databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl)
