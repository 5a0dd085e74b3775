import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type { Client } from 'pg'
import { VitrineError } from '../../model/errors.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { isPooled, withPostgres } from '../db/postgres.ts'
import { inspectDatabase } from '../db/read-only.ts'
import { sqliteDialect } from '../db/sqlite-dialect.ts'
import { sqliteError } from '../db/sqlite-error.ts'
import type { Tables } from '../db/tables.ts'
import { backupFolder, makeFolder } from '../process/private-files.ts'
import { syncFolder } from './backup-folder.ts'

interface StoredTable {
  name: string
  /** Types as in SQLite: TEXT, INTEGER, REAL, BLOB. */
  columns: { name: string; type: string }[]
}

const text = (value: unknown) => String(value)

/** All tables of a SQLite store except those of the migrations, each after the tables that it refers to. */
export const storedTables = (database: DatabaseSync): StoredTable[] => {
  const names = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'",
    )
    .all()
    .map((row) => text(row.name))
  const parents = new Map(
    names.map((name) => [
      name,
      database
        .prepare('select "table" as parent from pragma_foreign_key_list(?)')
        .all(name)
        .map((row) => text(row.parent))
        .filter((parent) => parent !== name),
    ]),
  )
  const ordered = new Set<string>()
  const add = (name: string) => {
    if (ordered.has(name)) return
    for (const parent of parents.get(name) ?? []) add(parent)
    ordered.add(name)
  }
  for (const name of names.sort()) add(name)
  return [...ordered].map((name) => ({
    name,
    columns: database
      .prepare('select name, type from pragma_table_info(?)')
      .all(name)
      .map((row) => ({ name: text(row.name), type: text(row.type).toUpperCase() })),
  }))
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Brings the tables in a SQLite file, which may be new, to this version or an earlier migration. */
export const makeTables = async (file: string, upTo?: string): Promise<void> => {
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  await migrate(kysely, 'sqlite', upTo === undefined ? {} : { upTo }).finally(() => kysely.destroy())
}

/** Definitions in a store: each object's label, and its label with its definition. */
const definitionsIn = (database: DatabaseSync): Map<string, string> => {
  const objects = database.prepare('select type, name, tbl_name as owner, sql from sqlite_schema').all()
  const numbers = ['user_version', 'application_id', 'encoding'].map((name) => {
    const [value] = Object.values(database.prepare(`pragma ${name}`).get() ?? {})
    // A file that was rewritten once, or was to be, says so (`openDatabase`); new tables do not.
    return [`pragma ${name}`, name === 'user_version' && (value === 1 || value === 2) ? '0' : text(value)] as const
  })
  // Migrations of an older version wrote quotes about every name, and other blanks.
  const plain = (sql: unknown) =>
    text(sql)
      .replace(/"(\w+)"/g, '$1')
      .replace(/\s+/g, ' ')
  return new Map([
    // Statistics, made by a hand that ran `analyze`.
    ...objects
      .filter(({ type, name }) => !(type === 'table' && /^sqlite_stat[14]$/.test(text(name))))
      .map(({ type, name, owner, sql }) => [`${type} ${name}`, `${owner}: ${plain(sql)}`] as const),
    ...numbers,
  ])
}

/**
 * Objects of a store that are not as the migrations up to its last one make them, such as a trigger or a changed index, by type and name.
 * Makes a store to compare with in `scratch`, a file that must not exist. Reads no row before all objects are known to be tables and indexes.
 */
export const foreignObjects = async (
  database: DatabaseSync,
  lastMigration: () => string | undefined,
  scratch: string,
): Promise<string[]> => {
  const found = definitionsIn(database)
  const active = [...found].filter(
    ([label, definition]) => !/^(?:table|index|pragma) /.test(label) || /^[^:]+: create virtual/i.test(definition),
  )
  if (active.length > 0) return active.map(([label]) => label)
  try {
    await makeTables(scratch, lastMigration())
    using made = new DatabaseSync(scratch)
    const expected = definitionsIn(made)
    return [...new Set([...found.keys(), ...expected.keys()])].filter(
      (label) => found.get(label) !== expected.get(label),
    )
  } finally {
    for (const end of ['', '-wal', '-shm']) await rm(scratch + end, { force: true })
  }
}

/**
 * Copies a SQLite store into an empty file, as it is at one moment, while others write; deleted data in free pages is not copied.
 * Blocks the thread.
 */
export const copySqlite = (from: string, to: string): void => {
  try {
    using database = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
    database.prepare('vacuum into ?').run(to)
  } catch (error) {
    const { message, errcode = 0 } = error as Error & { errcode?: number }
    throw sqliteError(message, errcode)
  }
}

const locked = 5

const isSiteRunning = (): VitrineError =>
  new VitrineError('unavailable', 'The site is running. Stop it first (Ctrl-C, or its service), then restore.')

/** Locks a store's file and folds its log into it; undefined when it is too damaged. Throws while another process has it open. */
const take = (file: string): DatabaseSync | undefined => {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 1000 })
    database.exec('pragma journal_mode = delete; begin exclusive')
    return database
  } catch (error) {
    database?.close()
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === locked) throw isSiteRunning()
    return undefined
  }
}

/** Throws while a process has this store open. */
export const refuseRunning = async (dataDir: string): Promise<void> => {
  const file = path.join(dataDir, 'vitrine.db')
  if (existsSync(file)) take(file)?.close()
}

const setAside = async (file: string, dataDir: string) => {
  await makeFolder(backupFolder(dataDir), 0o700)
  const stem = path.join(backupFolder(dataDir), `damaged-${new Date().toISOString().replaceAll(':', '')}.db`)
  for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) await rename(file + end, stem + end)
}

export const intoSqlite = async (copy: string, dataDir: string): Promise<void> => {
  const file = path.join(dataDir, 'vitrine.db')
  const there = existsSync(file)
  const held = there ? take(file) : undefined
  try {
    if (there && !held) await setAside(file, dataDir)
    // SQLite would take the log for the new file's.
    for (const end of ['-wal', '-shm']) await rm(file + end, { force: true })
    await rename(copy, file)
    await syncFolder(dataDir)
  } finally {
    held?.close()
  }
  await rm(path.join(dataDir, 'auth.secret'), { force: true })
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

/** Tables whose rows no backup has: with them, a visit could be tied to its network for as long as the backup is kept. */
const momentary: readonly string[] = ['visit_keys', 'open_visits']

/** Copies a Postgres store into an empty SQLite file, as it is at one moment, while others write. */
export const copyPostgres = (databaseUrl: string, to: string): Promise<void> =>
  withPostgres(databaseUrl, 'vitrine backup', async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query('select max(name) as last from kysely_migration')
    await makeTables(to, rows[0].last)
    using database = new DatabaseSync(to, { enableForeignKeyConstraints: false })
    database.exec('pragma journal_mode = delete; pragma synchronous = off; begin')
    for (const table of storedTables(database))
      if (!momentary.includes(table.name)) await copyTable(client, database, table)
    database.exec('commit')
  })

// Postgres allows 65,535 in a statement.
const mostParameters = 20_000

const connected = <T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> =>
  withPostgres(databaseUrl, 'vitrine restore', work)

// A pooler keeps connections for a while after the site has stopped; a running site uses one every fifteen seconds and more often.
const othersThere = async (client: Client): Promise<boolean> => {
  // Within a transaction, the list would stay as it was first read.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name in ('vitrine', 'vitrine accounts')
       and (state <> 'idle' or state_change > now() - interval '30 seconds') limit 1`,
  )
  return rows.length > 0
}

/** A connection that has just been closed is listed until Postgres has ended it. */
const leaveMs = 10_000

const refuseOthers = async (client: Client) => {
  for (const since = Date.now(); await othersThere(client); await sleep(100))
    if (Date.now() - since > leaveMs) throw isSiteRunning()
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
  // A change may refer to an earlier one. A table without these ids is in the order of its key.
  const { wr } =
    database.prepare('select wr from pragma_table_list where schema = ? and name = ?').get('main', name) ?? {}
  const order = wr === 1 ? '' : ' order by rowid'
  for (const row of database.prepare(`select ${names} from ${quoted(name)}${order}`).iterate()) {
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
