import type { Pool } from 'pg'
import { type StatementLimit, statementTimeoutMs } from './statement-limit.ts'

interface PoolOptions {
  name: string
  max: number
  limit: StatementLimit
}

const int8 = 20

/** Longest waits in ms: for a connection, in line for one of the pool included, and for the answer to a query. */
export const postgresDeadlines = { connectionTimeoutMillis: 2000, query_timeout: 2800 }

/** Options of a connection with whole numbers of 64 bits as numbers; the driver is loaded only where Postgres is used. */
export const postgresSettings = async (databaseUrl: string, name: string) => {
  const { default: pg } = await import('pg')
  const types = {
    getTypeParser: (type: number, format?: 'text' | 'binary') =>
      type === int8 ? Number : pg.types.getTypeParser(type, format as 'text'),
  } as typeof pg.types
  return {
    connectionString: databaseUrl,
    types,
    ...postgresDeadlines,
    keepAlive: true,
    application_name: name,
  }
}

/** Opens no connection yet. With the limit `transaction`, the dialect sets it. */
export const createPostgresPool = async (databaseUrl: string, { name, max, limit }: PoolOptions): Promise<Pool> => {
  const { default: pg } = await import('pg')
  return new pg.Pool({
    ...(await postgresSettings(databaseUrl, name)),
    max,
    idleTimeoutMillis: 60_000,
    ...(limit === 'connection' ? { statement_timeout: statementTimeoutMs } : {}),
  })
}
