import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { migrationNames } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { readConfig } from '../process/config.ts'
import { examine } from './doctor.ts'

onOneDatabase('The doctor', (store) => {
  const names = async () => {
    const found = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      store().database.kysely,
    )
    return found.rows.map(({ name }) => name)
  }
  const database = async () => {
    const { dataDir, databaseUrl } = store().options
    const found = await examine({ ...readConfig({}), dataDir, databaseUrl }, 'nowhere')
    return found.find(({ name }) => name === 'Database')
  }

  it('finds a store that is up to date well', async () => {
    expect(await names()).toEqual(migrationNames)
    const found = await database()
    expect(found?.ok).toBe(true)
    expect(found?.message).toMatch(/answers(, and its file is whole)?\.$/)
  })

  it('names what the next start will do to the tables, and does not do it', async () => {
    const last = migrationNames.at(-1) as string
    await sql`delete from kysely_migration where name = ${last}`.execute(store().database.kysely)
    try {
      const found = await database()
      expect([found?.ok, found?.message]).toEqual([true, expect.stringContaining(`up to date: ${last}.`)])
      expect(await names()).toEqual(migrationNames.slice(0, -1))
    } finally {
      await sql`insert into kysely_migration values (${last}, ${new Date().toISOString()})`.execute(
        store().database.kysely,
      )
    }
  })

  it('says so when a newer version has been here', async () => {
    await sql`insert into kysely_migration values ('999-later', '')`.execute(store().database.kysely)
    const found = await database()
    await sql`delete from kysely_migration where name = '999-later'`.execute(store().database.kysely)
    expect([found?.ok, found?.message]).toEqual([false, expect.stringContaining('999-later')])
  })
})

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-doctor-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('looks without making or touching a file', async () => {
  const file = path.join(dataDir, 'vitrine.db')
  const look = async () =>
    (await examine({ ...readConfig({}), dataDir }, 'nowhere')).find(({ name }) => name === 'Database')
  expect((await look())?.message).toBe('None yet; the first start makes it.')
  expect(existsSync(file)).toBe(false)
  const db = await openDatabase({ dataDir })
  await db.close()
  const hash = () => createHash('sha256').update(readFileSync(file)).digest('hex')
  const before = hash()
  expect((await look())?.ok).toBe(true)
  expect(hash()).toBe(before)
})
