import { compareMigrations } from './migrate.ts'
import type { DatabaseOptions } from './open.ts'
import { readOnly } from './read-only.ts'

/** State of a store, found without changing anything in it. */
export interface Inspection {
  /** Problems that SQLite finds in its file; undefined for none, and on Postgres. */
  damage: string | undefined
  /** Migrations that the next start makes. */
  pending: string[]
  /** Migrations that this version does not know. */
  unknown: string[]
}

/** Inspects a store. Rejects when it cannot be reached. */
export const inspectDatabase = (options: DatabaseOptions): Promise<Inspection> =>
  readOnly(options, async (query) => {
    const kind = options.databaseUrl === undefined ? 'sqlite' : 'postgres'
    const found =
      kind === 'sqlite' ? (await query('pragma quick_check(5)')).map((row) => String(row.quick_check)) : ['ok']
    return { damage: found[0] === 'ok' ? undefined : found.join('; '), ...(await compareMigrations(query, kind)) }
  })
