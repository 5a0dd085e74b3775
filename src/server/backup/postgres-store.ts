import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Client } from 'pg'
import { VitrineError } from '../../model/errors.ts'
import { openDatabase } from '../db/open.ts'
import { isPooled, withPostgres } from '../db/postgres-client.ts'
import { inspectDatabase } from '../db/read-only.ts'
import { isSiteRunning } from './sqlite-store.ts'
import { makeTables, quoted, type StoredTable, storedTables } from './stored-tables.ts'

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
    using database = new DatabaseSync(to, { enableForeignKeyConstraints: false })
    database.exec('pragma journal_mode = delete; pragma synchronous = off; begin')
    for (const table of storedTables(database)) await copyTable(client, database, table)
    database.exec('commit')
  })

// Postgres allows 65,535 in a statement.
const mostParameters = 20_000

const connected = <T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> =>
  withPostgres(databaseUrl, 'vitrine restore', work)

// A pooler keeps connections for a while after the site has stopped; a running site uses one every fifteen seconds and more often.
const refuseOthers = async (client: Client) => {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name in ('vitrine', 'vitrine accounts')
       and (state <> 'idle' or state_change > now() - interval '30 seconds') limit 1`,
  )
  if (rows.length > 0) throw isSiteRunning()
}

/** Throws while a process of this site is connected, and where that cannot be seen. */
export const refuseConnected = (databaseUrl: string): Promise<void> =>
  connected(databaseUrl, async (client) => {
    if (await isPooled(client))
      throw new VitrineError(
        'invalid',
        'This way to the database leads through a pooler, which hides whether the site is running. Set DATABASE_DIRECT_URL to the address of Postgres itself.',
      )
    await refuseOthers(client)
  })

const fill = async (client: Client, database: DatabaseSync, { name, columns }: StoredTable) => {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const withBytes = columns.some(({ type }) => type === 'BLOB')
  const most = withBytes ? 4 : Math.max(1, Math.floor(Math.min(500, mostParameters / columns.length)))
  let values: unknown[] = []
  const flush = async () => {
    if (values.length === 0) return
    const rows = Array.from({ length: values.length / columns.length }, (_, row) => {
      const numbers = columns.map((_column, n) => `$${row * columns.length + n + 1}`)
      return `(${numbers.join(', ')})`
    })
    await client.query(`insert into ${quoted(name)} (${names}) values ${rows.join(', ')}`, values)
    values = []
  }
  // A change may refer to an earlier one.
  for (const row of database.prepare(`select ${names} from ${quoted(name)} order by rowid`).iterate()) {
    for (const column of columns) values.push(row[column.name])
    if (values.length >= most * columns.length) await flush()
  }
  await flush()
}

/** Replaces the content of a database by that of a SQLite store, in one transaction. */
export const intoPostgres = async (copy: string, databaseUrl: string, dataDir: string): Promise<void> => {
  const { unknown } = await inspectDatabase({ databaseUrl, dataDir })
  if (unknown.length > 0)
    throw new VitrineError('invalid', 'A newer Vitrine has been in this database. Restore into an empty one.')
  await (await openDatabase({ databaseUrl, dataDir })).close()
  using database = new DatabaseSync(copy, { readOnly: true })
  await connected(databaseUrl, async (client) => {
    const tables = storedTables(database)
    await client.query("begin; set local lock_timeout = '3s'")
    const all = tables.map(({ name }) => quoted(name)).join(', ')
    await client.query(`lock table ${all} in access exclusive mode`)
    await refuseOthers(client)
    await client.query(`truncate ${all}`)
    for (const table of tables) await fill(client, database, table)
    await client.query(
      "select setval(pg_get_serial_sequence('changes', 'id'), (select coalesce(max(id), 0) + 1 from changes), false)",
    )
    await client.query('commit')
  })
}
