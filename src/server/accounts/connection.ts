import path from 'node:path'
import { Kysely } from 'kysely'
import { postgresDialect } from '../db/postgres-dialect.ts'
import { sqliteDialect } from '../db/sqlite-dialect.ts'

export interface AuthConnection {
  kind: 'sqlite' | 'postgres'
  kysely: Kysely<Record<string, never>>
}

/**
 * Opens a connection for the sign-in library. It keeps transactions open across awaits; on the store's connection its rollback would undo
 * other calls' writes.
 */
export const openAuthConnection = async (options: {
  databaseUrl?: string | undefined
  dataDir: string
  onFailure: (message: string) => void
}): Promise<AuthConnection> => {
  if (options.databaseUrl === undefined) {
    const dialect = sqliteDialect(path.join(options.dataDir, 'vitrine.db'), { onFailure: options.onFailure })
    return { kind: 'sqlite', kysely: new Kysely({ dialect }) }
  }
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: 3,
    connectionTimeoutMillis: 2000,
    query_timeout: 2800,
    statement_timeout: 3000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'vitrine accounts',
  })
  return { kind: 'postgres', kysely: new Kysely({ dialect: postgresDialect(pool, options.onFailure) }) }
}
