import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Client } from 'pg'
import { migrate } from '../db/migrate.ts'
import { withPostgres } from '../db/postgres-client.ts'
import { sqliteDialect } from '../db/sqlite-dialect.ts'
import type { Tables } from '../db/tables.ts'
import { quoted, type StoredTable, storedTables } from './stored-tables.ts'

const makeTables = async (file: string, upTo: string) => {
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  try {
    await migrate(kysely, 'sqlite', upTo)
  } finally {
    await kysely.destroy()
  }
}

const asSqlite = (value: unknown, type: string): SQLInputValue => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return type === 'INTEGER' || type === 'REAL' ? Number(value) : (value as SQLInputValue)
}

const copyTable = async (client: Client, database: DatabaseSync, { name, columns }: StoredTable) => {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const insert = database.prepare(
    `insert into ${quoted(name)} (${names}) values (${columns.map(() => '?').join(', ')})`,
  )
  await client.query(`declare rows no scroll cursor for select ${names} from ${quoted(name)}`)
  // A row with an image has up to 6 MB, others a few hundred bytes.
  const step = columns.some(({ type }) => type === 'BLOB') ? 4 : 500
  for (;;) {
    const { rows } = await client.query(`fetch ${step} from rows`)
    for (const row of rows) insert.run(...columns.map((column) => asSqlite(row[column.name], column.type)))
    if (rows.length < step) break
  }
  await client.query('close rows')
}

/** Copies a Postgres store into an empty SQLite file, as it is at one moment, while others write. */
export const copyPostgres = (databaseUrl: string, to: string): Promise<void> =>
  withPostgres(databaseUrl, 'vitrine backup', async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query('select max(name) as last from kysely_migration')
    await makeTables(to, rows[0].last)
    const database = new DatabaseSync(to, { enableForeignKeyConstraints: false })
    try {
      // Nobody reads it before it is whole.
      database.exec('pragma journal_mode = delete; pragma synchronous = off; begin')
      for (const table of storedTables(database)) await copyTable(client, database, table)
      database.exec('commit')
    } finally {
      database.close()
    }
  })
