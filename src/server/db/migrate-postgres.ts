import { Kysely } from 'kysely'
import type { Trx } from './database.ts'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { postgresSettings } from './postgres-pool.ts'
import type { Tables } from './tables.ts'

const longestStatementMs = 600_000

/** Migrates over a connection of its own: it may take longer than a save, and waits while another process does it. */
export const migratePostgres = async (url: string, within?: (trx: Trx) => Promise<void>): Promise<void> => {
  const { default: pg } = await import('pg')
  const settings = { ...(await postgresSettings(url, 'vitrine')), query_timeout: longestStatementMs }
  const pool = new pg.Pool({ ...settings, max: 1 })
  const kysely = new Kysely<Tables>({ dialect: postgresDialect(pool, { limitMs: longestStatementMs }) })
  try {
    await migrate(kysely, 'postgres', { within })
  } finally {
    await kysely.destroy()
  }
}
