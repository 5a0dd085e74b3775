import { isPooled, withPostgres } from './postgres.ts'

/** Longest time of a statement, in ms. The server ends it: one that was only given up here could still write later. */
export const statementTimeoutMs = 3000

/**
 * Setting that ends long statements: one of the connection; one of the role; or one of each transaction, where a pooler hands out the
 * server's connections by transaction and keeps no setting of ours.
 */
export type StatementLimit = 'connection' | 'role' | 'transaction'

export interface PostgresTraits {
  limit: StatementLimit
  /** True when something between hands out connections, such as PgBouncer. */
  pooled: boolean
  /** As in `15.18`. */
  version: string
}

const traitsOver = (databaseUrl: string, options: { statement_timeout?: number }) =>
  withPostgres(
    databaseUrl,
    'vitrine',
    async (client) => {
      const { rows } = await client.query(
        `select current_setting('server_version') as version,
           (select setting from pg_settings where name = 'statement_timeout') as timeout`,
      )
      const [{ version, timeout }] = rows
      const isLimited = Number(timeout) > 0 && Number(timeout) <= statementTimeoutMs
      return { isLimited, pooled: await isPooled(client), version: String(version).split(' ')[0] as string }
    },
    { connectionTimeoutMillis: 2000, query_timeout: 2800, ...options },
  )

const isParameterRefused = (error: unknown) => /startup parameter/i.test(String((error as Error).cause))

/** Finds out what there is at this address. Rejects as `withPostgres` does. */
export const inspectPostgres = async (databaseUrl: string): Promise<PostgresTraits> => {
  try {
    const { isLimited, ...traits } = await traitsOver(databaseUrl, { statement_timeout: statementTimeoutMs })
    // A pooler may take the setting and forget it.
    if (isLimited && !traits.pooled) return { limit: 'connection', ...traits }
  } catch (error) {
    if (!isParameterRefused(error)) throw error
  }
  const { isLimited, ...traits } = await traitsOver(databaseUrl, {})
  return { limit: isLimited ? 'role' : 'transaction', ...traits }
}
