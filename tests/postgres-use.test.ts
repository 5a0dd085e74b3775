import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dailyBackup } from '../src/server/backup/daily-backup.ts'
import { restoreBackup } from '../src/server/backup/restore-backup.ts'
import { queryOn } from '../src/server/db/migrate.ts'
import { openDatabase } from '../src/server/db/open.ts'
import { storedFacts } from '../src/server/health/health-check.ts'
import { createLeases } from '../src/server/mail/lease.ts'
import { createTestApp } from './support/app.ts'
import { databases, type TestPlace } from './support/databases.ts'
import { fillStore } from './support/full-store.ts'
import { constructs, functionsIn } from './support/sql-constructs.ts'

const [, postgres] = databases
const guide = readFileSync(path.resolve(import.meta.dirname, '../docs/deploy/postgres.md'), 'utf8')

/** What a row of the guide's table names between backticks. */
const listed = (row: string): string[] => {
  const [, cell = ''] = new RegExp(`^\\| ${row} \\| (.*) \\|$`, 'm').exec(guide) ?? []
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).sort()
}

describe.skipIf(!postgres?.available)('docs/deploy/postgres.md lists what the product uses of Postgres', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-use-'))
  const statements: string[] = []
  const named: unknown[] = []
  let types: string[]
  let extensions: string[]

  beforeAll(async () => {
    const { query } = pg.Client.prototype
    const place = (await postgres?.place()) as TestPlace
    const options = { ...place.options, dataDir: folder }
    pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]) {
      const [given] = all as [string | { text?: string; name?: string }]
      statements.push(typeof given === 'string' ? given : (given.text ?? ''))
      if (typeof given === 'object' && given.name !== undefined) named.push(given.name)
      return query.apply(this, all as never)
    } as never
    try {
      // Migrations, everything that can be stored, what lists and searches read, a backup and its restoring.
      const database = await openDatabase(options)
      await fillStore({ database, options, remove: async () => {} }, undefined, folder)
      const app = await createTestApp({ database, options, remove: async () => {} })
      await app.services.messages.list({ q: 'a', from: 'a@b.example' })
      await app.services.journal.list({ q: 'a' })
      await app.services.entries.titles()
      await storedFacts(queryOn(database.kysely))
      await app.services.mail.cleanUp(Date.now())
      app.services.publisher.changed()
      await app.services.publisher.idle()
      await app.services.publisher.published(1)
      await createLeases(database, 'a process', Date.now).take()
      await app.close()
      await database.close()
      const { file } = await dailyBackup(options)
      await restoreBackup(file, options, { force: true })
    } finally {
      pg.Client.prototype.query = query
    }
    const looking = await openDatabase(options)
    const columns = await sql<{ name: string }>`
      select distinct data_type as name from information_schema.columns where table_schema = 'public'`.execute(
      looking.kysely,
    )
    const installed = await sql<{ name: string }>`select extname as name from pg_extension`.execute(looking.kysely)
    types = columns.rows.map(({ name }) => name).sort()
    extensions = installed.rows.map(({ name }) => name)
    await looking.close()
    await place.remove()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('types of columns', () => expect(types).toEqual(listed('types of columns')))

  it('functions', () => expect([...new Set(statements.flatMap(functionsIn))].sort()).toEqual(listed('functions')))

  it('statements and clauses', () => {
    const used = Object.entries(constructs).filter(([, expression]) => statements.some((one) => expression.test(one)))
    expect(used.map(([name]) => name).sort()).toEqual(listed('statements and clauses'))
  })

  it('no extension and no named statement', () => {
    expect(extensions).toEqual(['plpgsql'])
    expect(named).toEqual([])
  })
})
