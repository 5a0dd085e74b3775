import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

const migrated = async (options: DatabaseOptions): Promise<Kysely<Tables>> => {
  const kysely = new Kysely<Tables>({ dialect: await dialectOf(options) })
  const kind = options.databaseUrl === undefined ? 'sqlite' : 'postgres'
  await migrate(kysely, kind, { upTo: migrationNames.at(-2) as string })
  return kysely
}

let template: Promise<string> | undefined
/** A SQLite store without the note, made once by this worker. */
const makeTemplate = async (): Promise<string> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-older-'))
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  await (await migrated({ dataDir })).destroy()
  return dataDir
}

/** Makes a store of the version before the newest migration, with one note in it. */
export const makeOlderStore = async (options: DatabaseOptions, note: string): Promise<void> => {
  if (options.databaseUrl === undefined) {
    template ??= makeTemplate()
    cpSync(await template, options.dataDir, { recursive: true })
  }
  const kysely = await migrated(options)
  await kysely.insertInto('meta').values({ key: note, value: 'v' }).execute()
  await kysely.destroy()
}
