import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, inject, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { type DatabaseOptions, openDatabase } from '../../src/server/db/open.ts'
import './postgres-setup.ts'
import { postgresDeadlines } from '../../src/server/db/postgres.ts'
import { sqliteDeadlines } from '../../src/server/db/sqlite-dialect.ts'
import { thorough } from './thorough.ts'

/** An empty database of a test's own. */
export interface TestStore {
  options: DatabaseOptions
  database: Database
  /** Closes and deletes it. */
  remove(): Promise<void>
}

/** Where a store can be that nobody has opened yet. */
export interface TestPlace {
  options: DatabaseOptions
  remove(): Promise<void>
}

const placeForSqlite = async (): Promise<TestPlace> => {
  const options = { dataDir: await mkdtemp(path.join(tmpdir(), 'vitrine-db-')) }
  return { options, remove: () => rm(options.dataDir, { recursive: true, force: true }) }
}

const postgres = inject('postgres')

// On a busy machine sixty calls wait longer for eight connections, and two writers for each other; what the product does then is held by
// `npm run prove -- postgres locked` and by the tests that set the limits of the product.
Object.assign(postgresDeadlines, { connectionTimeoutMillis: 30_000, query_timeout: 30_000 })
Object.assign(sqliteDeadlines, { busyMs: 30_000 })

const administer = async (statement: string) => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: postgres?.replace('DATABASE', 'postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const placeForPostgres = async (template = 'template1'): Promise<TestPlace & { name: string }> => {
  if (!postgres) throw new Error('There is no Postgres in this run.')
  const name = `vitrine_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${template}`)
  const options = { databaseUrl: postgres.replace('DATABASE', name), dataDir: '/nonexistent' }
  return { name, options, remove: () => administer(`drop database ${name} with (force)`) }
}

/** A store of this worker's that has every migration; suites start on copies, since migrating took most of the time of opening. */
const migrated = async <Place extends TestPlace>(place: Place): Promise<Place> => {
  const database = await openDatabase(place.options)
  await database.close()
  return place
}

let sqliteTemplate: Promise<TestPlace> | undefined
/** Puts an empty SQLite store that has every migration into a folder. */
export const putMigratedStore = async (dataDir: string): Promise<void> => {
  sqliteTemplate ??= placeForSqlite().then(migrated)
  await cp((await sqliteTemplate).options.dataDir, dataDir, { recursive: true })
}
const copyForSqlite = async (): Promise<TestPlace> => {
  const place = await placeForSqlite()
  await putMigratedStore(place.options.dataDir)
  return place
}

let postgresTemplate: ReturnType<typeof placeForPostgres> | undefined
const copyForPostgres = async (): Promise<TestPlace> => {
  postgresTemplate ??= placeForPostgres().then(migrated)
  return placeForPostgres((await postgresTemplate).name)
}

const createIn = async (place: TestPlace): Promise<TestStore> => {
  const database = await openDatabase(place.options)
  const remove = async () => {
    await database.close()
    await place.remove()
  }
  return { options: place.options, database, remove }
}

export interface TestDatabase {
  name: 'SQLite' | 'Postgres'
  /** Whether this machine has it; where it has not, its tests are skipped, and `postgres-setup.ts` says why. */
  available: boolean
  create(): Promise<TestStore>
  place(): Promise<TestPlace>
}

/** Everything the product runs on. */
export const databases: TestDatabase[] = [
  {
    name: 'SQLite',
    available: true,
    place: placeForSqlite,
    create: async () => createIn(await copyForSqlite()),
  },
  {
    name: 'Postgres',
    available: postgres !== null,
    place: () => placeForPostgres(),
    create: async () => createIn(await copyForPostgres()),
  },
]

type Suite = (store: () => TestStore, kind: TestDatabase) => void

const onDatabases = (kinds: TestDatabase[], title: string, suite: Suite): void => {
  for (const kind of kinds) {
    describe.skipIf(!kind.available)(`${title} on ${kind.name}`, () => {
      let created: TestStore | undefined
      beforeAll(async () => {
        created = await kind.create()
      })
      afterAll(() => created?.remove())
      suite(() => {
        if (!created) throw new Error('The database exists only while its tests run.')
        return created
      }, kind)
    })
  }
}

/** The same suite on every database, for what speaks SQL; `store()` is one database for the suite, empty at its beginning. */
export const onEachDatabase = (title: string, suite: Suite): void => onDatabases(databases, title, suite)

/** A suite that speaks no SQL of its own: on SQLite, at full length on every database. */
export const onOneDatabase = (title: string, suite: Suite): void =>
  onDatabases(thorough ? databases : databases.slice(0, 1), title, suite)

const left = Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof it

/** A test of a suite for every database that is about none: on SQLite, at full length on every one. */
export const itOnce = ({ name }: TestDatabase): typeof it => (name === 'SQLite' || thorough ? it : left)
