import { migrationNames } from './migrate.ts'
import type { DatabaseOptions } from './open.ts'
import { readOnly } from './read-only.ts'

/** Inspection of a store, without changing anything in it. */
export interface Inspection {
  /** Problems that SQLite finds in its file; undefined for none, and on Postgres. */
  damage: string | undefined
  /** Migrations that the next start makes. */
  pending: string[]
  /** Migrations that this version does not know: a newer one has been here. */
  unknown: string[]
}

const compare = (names: readonly string[]): Omit<Inspection, 'damage'> => ({
  pending: migrationNames.filter((name) => !names.includes(name)),
  unknown: names.filter((name) => !migrationNames.includes(name)),
})

/** Looks at a store that is there, for reading only. Rejects when it cannot be reached. */
export const inspectDatabase = (place: DatabaseOptions): Promise<Inspection> =>
  readOnly(place, async (query) => {
    const onSqlite = place.databaseUrl === undefined
    const found = onSqlite ? (await query('pragma quick_check(5)')).map((row) => String(row.quick_check)) : ['ok']
    const isThere = onSqlite
      ? "select 1 from sqlite_master where name = 'kysely_migration'"
      : "select 1 where to_regclass('kysely_migration') is not null"
    const made = (await query(isThere)).length > 0 ? await query('select name from kysely_migration order by name') : []
    return {
      damage: found[0] === 'ok' ? undefined : found.join('; '),
      ...compare(made.map(({ name }) => String(name))),
    }
  })
