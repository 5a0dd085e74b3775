import path from 'node:path'
import { compareMigrations, type Query } from './migrate.ts'
import type { DatabaseOptions } from './open.ts'
import { postgresDeadlines, withPostgres } from './postgres.ts'

export const readOnly = async <T>({ databaseUrl, dataDir }: DatabaseOptions, work: (query: Query) => Promise<T>) => {
  if (databaseUrl === undefined) {
    const { openSqliteFile } = await import('./sqlite-file.ts')
    using database = openSqliteFile(path.join(dataDir, 'vitrine.db'), { readOnly: true, timeout: 2000 }).database
    return await work(async (text) => database.prepare(text).all())
  }
  return withPostgres(
    databaseUrl,
    'vitrine doctor',
    async (client) => {
      // Not a setting of the session, which a pooler would refuse or lose.
      await client.query('begin read only')
      return work(async (text) => (await client.query(text)).rows)
    },
    postgresDeadlines,
  )
}

/** State of a store, found without changing anything in it. */
interface Inspection {
  /** Problems that SQLite finds in its file; undefined for none, and on Postgres. */
  damage: string | undefined
  pending: string[]
  unknown: string[]
  /** Version that made the unknown ones. */
  madeBy: string | undefined
}

/** Inspects a store. Rejects when it cannot be reached. */
export const inspectDatabase = (options: DatabaseOptions): Promise<Inspection> =>
  readOnly(options, async (query) => {
    const kind = options.databaseUrl === undefined ? 'sqlite' : 'postgres'
    const found =
      kind === 'sqlite' ? (await query('pragma quick_check(5)')).map((row) => String(row.quick_check)) : ['ok']
    return { damage: found[0] === 'ok' ? undefined : found.join('; '), ...(await compareMigrations(query, kind)) }
  })
