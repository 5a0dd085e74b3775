import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { renamed } from '../../src/server/db/later-migrations.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { sqliteDialect } from '../../src/server/db/sqlite-dialect.ts'
import type { Tables } from '../../src/server/db/tables.ts'

/** Makes a backup of a SQLite file as versions before format 2 did: not compressed. */
export const sealUncompressed = (file: string, description: object): void => {
  appendFileSync(file, `\nvitrine backup ${JSON.stringify(description)}\n`)
  appendFileSync(file, `${createHash('sha256').update(readFileSync(file)).digest('hex')}\n`)
}

const nameToday = new Map(renamed.map(([, from, to]) => [from, to]))

const namesIn = (database: DatabaseSync, query: string) =>
  database
    .prepare(query)
    .all()
    .map(({ name }) => String(name))

/** Replaces a SQLite file by one with the tables of an older version, made by its migrations, and the same rows as far as those tables have their columns. */
export const madeByAnOlderVersion = async (file: string, lastMigration: string): Promise<void> => {
  const older = `${file}.older`
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(older) })
  await migrate(kysely, 'sqlite', { upTo: lastMigration })
  await kysely.destroy()
  const database = new DatabaseSync(older, { enableForeignKeyConstraints: false })
  database.prepare('attach ? as newer').run(file)
  const tables = namesIn(
    database,
    "select name from main.sqlite_master where type = 'table' and name not like 'kysely%' and name not like 'sqlite%'",
  )
  for (const table of tables) {
    const known = namesIn(database, `select name from pragma_table_info('${table}', 'newer')`)
    const columns = namesIn(database, `select name from pragma_table_info('${table}', 'main')`)
      .map((name) => [name, nameToday.get(name) ?? name] as const)
      .filter(([, today]) => known.includes(today))
    if (columns.length === 0) continue
    const list = (at: 0 | 1) => columns.map((names) => `"${names[at]}"`).join(', ')
    database.exec(`insert or replace into main."${table}" (${list(0)}) select ${list(1)} from newer."${table}"`)
  }
  database.exec('detach newer; pragma wal_checkpoint(truncate); pragma journal_mode = delete')
  database.close()
  renameSync(older, file)
}
