import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { migrate } from '../db/migrate.ts'
import { sqliteDialect } from '../db/sqlite-dialect.ts'
import type { Tables } from '../db/tables.ts'

export interface StoredTable {
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

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

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
