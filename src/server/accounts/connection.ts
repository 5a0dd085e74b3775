import path from 'node:path'
import { Kysely } from 'kysely'
import { postgresDialect } from '../db/postgres.ts'
import { createPostgresPool } from '../db/postgres-pool.ts'
import { sqliteDialect } from '../db/sqlite-dialect.ts'
import { type StatementLimit, statementTimeoutMs } from '../db/statement-limit.ts'

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
  /** Of a Postgres. */
  limit?: StatementLimit | undefined
  onFailure: (message: string) => void
}): Promise<AuthConnection> => {
  if (options.databaseUrl === undefined) {
    const dialect = sqliteDialect(path.join(options.dataDir, 'vitrine.db'), { onFailure: options.onFailure })
    return { kind: 'sqlite', kysely: new Kysely({ dialect }) }
  }
  const { limit = 'connection' } = options
  const pool = await createPostgresPool(options.databaseUrl, { name: 'vitrine accounts', max: 3, limit })
  const limitMs = limit === 'transaction' ? statementTimeoutMs : undefined
  return { kind: 'postgres', kysely: new Kysely({ dialect: postgresDialect(pool, { ...options, limitMs }) }) }
}
