import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { migrate, migrationNames } from '../../src/server/db/migrate.ts'
import type { DatabaseOptions } from '../../src/server/db/open.ts'
import { sqliteDialect } from '../../src/server/db/sqlite-dialect.ts'
import type { Tables } from '../../src/server/db/tables.ts'

/** The migration that this version would make in an older store. */
export const lastMigration = migrationNames.at(-1) as string

const dialectOf = async ({ databaseUrl, dataDir }: DatabaseOptions) => {
  if (databaseUrl === undefined) {
    mkdirSync(dataDir, { recursive: true })
    return sqliteDialect(path.join(dataDir, 'vitrine.db'))
  }
  const { default: pg } = await import('pg')
  return new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) })
}

/** Makes a store of the version before the newest migration, with one note in it. */
export const makeOlderStore = async (options: DatabaseOptions, note: string): Promise<void> => {
  const kysely = new Kysely<Tables>({ dialect: await dialectOf(options) })
  const kind = options.databaseUrl === undefined ? 'sqlite' : 'postgres'
  await migrate(kysely, kind, { upTo: migrationNames.at(-2) as string })
  await kysely.insertInto('meta').values({ key: note, value: 'v' }).execute()
  await kysely.destroy()
}
