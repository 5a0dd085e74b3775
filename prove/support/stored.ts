import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Looks into a SQLite store from outside, as another program would; `work` gets rows of a query. */
export const readStore = <T>(
  dataDir: string,
  work: (all: (sql: string, ...values: string[]) => Record<string, unknown>[]) => T,
): T => {
  const database = new DatabaseSync(path.join(dataDir, 'vitrine.db'), { timeout: 5000 })
  try {
    return work((sql, ...values) => database.prepare(sql).all(...values))
  } finally {
    database.close()
  }
}

/** What is broken in a store: its file, positions that are not 1…n, entries whose journal has not one row for each version. */
export const flawsIn = (dataDir: string): string[] =>
  readStore(dataDir, (all) => {
    const integrity = all('pragma integrity_check').map((row) => String(row.integrity_check))
    const positions = all(
      `select collection, count(*) as n, max(position) as last, count(distinct position) as various
       from entries where deleted_at is null group by collection`,
    )
    const journal = all(
      `select e.id, e.version, (select count(*) from changes c where c.entry = e.id) as changes
       from entries e where e.version <> (select count(*) from changes c where c.entry = e.id)`,
    )
    return [
      ...integrity.filter((line) => line !== 'ok'),
      ...positions
        .filter(({ n, last, various }) => n !== last || n !== various)
        .map(({ collection }) => `positions of ${collection} are not 1…n`),
      ...journal.map(({ id, version, changes }) => `${id} has version ${version} and ${changes} changes`),
    ]
  })
