import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { type DatabaseOptions, openDatabase } from '../../src/server/db/open.ts'
import './postgres-setup.ts'

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

const placeForPostgres = async (): Promise<TestPlace> => {
  const address = inject('postgres')
  if (!address) throw new Error('There is no Postgres in this run.')
  const name = `vitrine_${randomUUID().replaceAll('-', '')}`
  const { default: pg } = await import('pg')
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: address.replace('DATABASE', 'postgres') })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administer(`create database ${name}`)
  const options = { databaseUrl: address.replace('DATABASE', name), dataDir: '/nonexistent' }
  return { options, remove: () => administer(`drop database ${name} with (force)`) }
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
    create: async () => createIn(await placeForSqlite()),
  },
  {
    name: 'Postgres',
    available: inject('postgres') !== null,
    place: placeForPostgres,
    create: async () => createIn(await placeForPostgres()),
  },
]

/** The same suite on every database; `store()` is one database for the suite, empty at its beginning. */
export const onEachDatabase = (title: string, suite: (store: () => TestStore, kind: TestDatabase) => void): void => {
  for (const kind of databases) {
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
