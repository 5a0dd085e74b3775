import path from 'node:path'
import { migrationNames } from './migrate.ts'
import type { DatabaseOptions } from './open.ts'

/** What a store is like, found without changing anything in it. */
export interface Inspection {
  /** What SQLite finds wrong with its file; undefined for nothing, and on Postgres. */
  damage: string | undefined
  /** Migrations that the next start makes. */
  pending: string[]
  /** Migrations that this version does not know: a newer one has been here. */
  unknown: string[]
}

const isThere = "select 1 from sqlite_master where name = 'kysely_migration'"
const made = 'select name from kysely_migration order by name'

const compare = (names: readonly string[]): Omit<Inspection, 'damage'> => ({
  pending: migrationNames.filter((name) => !names.includes(name)),
  unknown: names.filter((name) => !migrationNames.includes(name)),
})

const inspectSqlite = async (dataDir: string): Promise<Inspection> => {
  const { openSqliteFile } = await import('./sqlite-file.ts')
  const { database } = openSqliteFile(path.join(dataDir, 'vitrine.db'), { readOnly: true, timeout: 2000 })
  try {
    const found = database
      .prepare('pragma quick_check(5)')
      .all()
      .map((row) => String(row.quick_check))
    const damage = found[0] === 'ok' ? undefined : found.join('; ')
    const names = database.prepare(isThere).get() ? database.prepare(made).all() : []
    return { damage, ...compare(names.map(({ name }) => String(name))) }
  } finally {
    database.close()
  }
}

const inspectPostgres = async (connectionString: string): Promise<Inspection> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 2000,
    query_timeout: 2800,
    application_name: 'vitrine doctor',
    options: '-c default_transaction_read_only=on',
  })
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('kysely_migration') as there")
    const names: { name: string }[] = rows[0]?.there ? (await client.query(made)).rows : []
    return { damage: undefined, ...compare(names.map(({ name }) => name)) }
  } finally {
    await client.end()
  }
}

/** Looks at a store that is there, for reading only. Rejects when it cannot be reached. */
export const inspectDatabase = ({ databaseUrl, dataDir }: DatabaseOptions): Promise<Inspection> =>
  databaseUrl === undefined ? inspectSqlite(dataDir) : inspectPostgres(databaseUrl)
