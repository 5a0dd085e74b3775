import type { DatabaseSync } from 'node:sqlite'

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
