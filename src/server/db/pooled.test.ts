import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databases, type TestPlace } from '../../../tests/support/databases.ts'
import { findPgBouncer, type PgBouncer, socketFolderOf, startPgBouncer } from '../../../tests/support/pgbouncer.ts'
import { Unavailable } from '../../model/errors.ts'
import { journaled } from '../journal/record-change.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import { inspectDatabase } from './read-only.ts'

const [, postgres] = databases
const program = findPgBouncer()
const change = { by: 'x', action: 'create', collection: 'skills', before: null, after: {} }

// postgres-setup.ts says why they are skipped.
describe.skipIf(!postgres?.available || !program)('Postgres behind PgBouncer in transaction mode', () => {
  let place: TestPlace
  let bouncer: PgBouncer
  let direct: Database
  let [here, there]: Database[] = []
  let options: { databaseUrl: string; dataDir: string }

  beforeAll(async () => {
    place = (await postgres?.place()) as TestPlace
    const directUrl = place.options.databaseUrl ?? ''
    bouncer = await startPgBouncer(program ?? '', socketFolderOf(inject('postgres') ?? ''))
    options = { databaseUrl: bouncer.url(/\/(vitrine_\w+)\?/.exec(directUrl)?.[1] ?? ''), dataDir: '/nonexistent' }
    // Also migrates through it.
    here = await openDatabase(options)
    there = await openDatabase(options)
    direct = await openDatabase(place.options)
  })

  afterAll(async () => {
    for (const database of [here, there, direct]) await database?.close()
    await bouncer?.stop()
    await place?.remove()
  })

  const opened = () => [here, there] as [Database, Database]

  it('is seen, as is a Postgres without it', () => {
    expect(opened()[0].postgres).toEqual({ limit: 'transaction', pooled: true, version: expect.stringMatching(/^\d+/) })
    expect(direct.postgres).toMatchObject({ limit: 'connection', pooled: false })
    expect([opened()[0].following().by, direct.following().by]).toEqual(['polling', 'notices'])
  })

  it('hears of what another process changes once, and of connections', async () => {
    const heard: string[] = []
    const [one, other] = opened()
    const stops = [
      one.onChange(() => heard.push('one: change')),
      other.onChange(() => heard.push('other: change')),
      other.onConnections(() => heard.push('other: connections')),
    ]
    await journaled(one, (_, record) => record(change))
    await expect.poll(() => [...new Set(heard)].toSorted()).toEqual(['one: change', 'other: change'])
    const row = { kind: 'mail', sealed: 'v1', updated_at: new Date().toISOString() }
    await one.kysely.insertInto('connections').values(row).execute()
    await expect.poll(() => heard).toContain('other: connections')
    for (const stop of stops) stop()
  })

  it('listens over DATABASE_DIRECT_URL, and polls when nobody is there', async () => {
    const listening = await openDatabase({ ...options, directUrl: place.options.databaseUrl })
    const wrong = await openDatabase({ ...options, directUrl: 'postgres://x@127.0.0.1:1/x' })
    expect(listening.following()).toEqual({ by: 'direct notices', problem: undefined })
    expect(wrong.following()).toEqual({ by: 'polling', problem: expect.stringContaining('127.0.0.1:1') })
    let heard = 0
    listening.onChange(() => {
      heard += 1
    })
    await journaled(opened()[0], (_, record) => record(change))
    await expect.poll(() => heard).toBe(1)
    await listening.close()
    await wrong.close()
  })

  it.each([
    ['alone', (one: Database) => one.kysely.insertInto('meta').values({ key: 'late', value: 'v' }).execute()],
    [
      'in a transaction',
      (one: Database) => one.transaction((trx) => trx.insertInto('meta').values({ key: 'late', value: 'v' }).execute()),
    ],
  ])('ends a statement %s that waits for a lock on the server, too: it stores nothing later', async (_, write) => {
    const [one] = opened()
    const waiting = () =>
      sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(direct.kysely)
    await direct.transaction(async (trx) => {
      await sql`lock table meta in access exclusive mode`.execute(trx)
      await expect(write(one)).rejects.toThrow(Unavailable)
      await expect.poll(async () => (await waiting()).rows[0]?.n).toBe(0)
    })
    const stored = await direct.kysely.selectFrom('meta').select('key').where('key', '=', 'late').execute()
    expect(stored).toEqual([])
  })

  it('reports the error of a statement alone, and works on', async () => {
    const [one] = opened()
    const twice = one.kysely.insertInto('meta').values([
      { key: 'twice', value: '1' },
      { key: 'twice', value: '2' },
    ])
    await expect(twice.execute()).rejects.toMatchObject({ name: 'UniqueViolation' })
    const { numDeletedRows } = await one.kysely.deleteFrom('meta').where('key', '=', 'twice').executeTakeFirstOrThrow()
    expect(numDeletedRows).toBe(0n)
  })

  it('is inspected without writing', async () => {
    expect(await inspectDatabase(options)).toMatchObject({ damage: undefined, pending: [], unknown: [] })
  })
})
