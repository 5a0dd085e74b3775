import path from 'node:path'
import type { Query } from './migrate.ts'
import type { DatabaseOptions } from './open.ts'
import { withPostgres } from './postgres-client.ts'

/** Queries an existing store over a connection that cannot change it and is closed afterwards. */
export const readOnly = async <T>({ databaseUrl, dataDir }: DatabaseOptions, work: (query: Query) => Promise<T>) => {
  if (databaseUrl === undefined) {
    const { openSqliteFile } = await import('./sqlite-file.ts')
    const { database } = openSqliteFile(path.join(dataDir, 'vitrine.db'), { readOnly: true, timeout: 2000 })
    try {
      return await work(async (text) => database.prepare(text).all())
    } finally {
      database.close()
    }
  }
  return withPostgres(
    databaseUrl,
    'vitrine doctor',
    (client) => work(async (text) => (await client.query(text)).rows),
    { connectionTimeoutMillis: 2000, query_timeout: 2800, options: '-c default_transaction_read_only=on' },
  )
}
