import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { databases, type TestStore } from '../../../tests/support/databases.ts'
import { Unavailable } from '../../model/errors.ts'
import { journaled } from '../journal/record-change.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import { postgresDeadlines } from './postgres.ts'

const [, postgres] = databases
const change = { by: 'x', action: 'create', collection: 'skills', before: null, after: {} }

const until = (condition: () => boolean) => expect.poll(condition).toBe(true)

/** Waits until all that `from` has announced before is heard by `to`: notices come in order, and this is the last one. */
const overtaken = async (from: Database, to: Database) => {
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  const stop = to.onMail(resolve)
  await from.transaction((trx) => from.announceMail(trx))
  await heard
  stop()
}

describe.skipIf(!postgres?.available)('Postgres', () => {
  let store: TestStore
  let database: Database
  let other: Database

  beforeAll(async () => {
    store = (await postgres?.create()) as TestStore
    database = store.database
    other = await openDatabase(store.options)
  })

  afterAll(async () => {
    await other.close()
    await store.remove()
  })

  it('tells the other process of a change once, and the writing one once', async () => {
    const heard = { here: 0, there: 0 }
    const stops = [
      database.onChange(() => {
        heard.here += 1
      }),
      other.onChange(() => {
        heard.there += 1
      }),
    ]
    await journaled(database, (_, record) => record(change))
    await until(() => heard.there > 0)
    await overtaken(database, other)
    expect(heard).toEqual({ here: 1, there: 1 })
    for (const stop of stops) stop()
  })

  it('works on when its connections were cut, and announces once for what it may have missed', async () => {
    let heard = 0
    const stop = database.onChange(() => {
      heard += 1
    })
    const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    await cut.execute(other.kysely)
    await until(() => heard > 0)
    await database.kysely.insertInto('meta').values({ key: 'after', value: 'v' }).execute()
    await overtaken(other, database)
    expect(heard).toBe(1)
    await journaled(other, (_, record) => record(change))
    await until(() => heard === 2)
    stop()
  })

  it('gives up a statement that waits for another process while that still holds on, with Unavailable, and stores nothing', async () => {
    await other.change(async () => {
      const writes = Array.from({ length: 3 }, () => journaled(database, (_, record) => record(change)))
      for (const result of await Promise.allSettled(writes)) {
        expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
      }
    })
    await expect(journaled(database, (_, record) => record(change))).resolves.toBeTypeOf('number')
  })

  it('refuses to open when somebody listens there and never answers', async () => {
    const { connectionTimeoutMillis } = postgresDeadlines
    postgresDeadlines.connectionTimeoutMillis = 2000
    onTestFinished(() => {
      postgresDeadlines.connectionTimeoutMillis = connectionTimeoutMillis
    })
    const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const databaseUrl = `postgres://x@127.0.0.1:${port}/x`
    await expect(openDatabase({ databaseUrl, dataDir: '/nonexistent' })).rejects.toThrow(Unavailable)
    const closed = once(silent, 'close')
    silent.close()
    await closed
    await expect(openDatabase({ databaseUrl, dataDir: '/nonexistent' })).rejects.toThrow(Unavailable)
  })

  it('gives up when its lines go dead, and works on over new ones', async () => {
    const [, name = '', host = ''] = /\/(\w+)\?host=(.*)$/.exec(store.options.databaseUrl ?? '') ?? []
    const socket = path.join(decodeURIComponent(host), '.s.PGSQL.5432')
    const lines = new Set<Socket>()
    // What a firewall does that forgets its connections: nothing comes through, and nobody is told.
    const proxy = createServer((near) => {
      const far = connect(socket)
      lines.add(near).add(far)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on('error', () => {})
        from.on('close', () => to.destroy())
        from.pipe(to)
      }
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as { port: number }
    const through = await openDatabase({
      databaseUrl: `postgres://vitrine@127.0.0.1:${port}/${name}`,
      dataDir: '/nonexistent',
    })
    const count = () => through.kysely.selectFrom('meta').select('key').execute()
    await Promise.all(Array.from({ length: 6 }, count))
    for (const line of lines) line.unpipe().pause()
    await expect(journaled(through, (_, record) => record(change))).rejects.toThrow(Unavailable)
    for (let n = 0; n < 6; n += 1) await count()
    for (const line of lines) line.destroy()
    await through.close()
    proxy.close()
  })

  it('says so when the answer to its COMMIT is lost, stores it once, and works on', async () => {
    const [, name = '', host = ''] = /\/(\w+)\?host=(.*)$/.exec(store.options.databaseUrl ?? '') ?? []
    const socket = path.join(decodeURIComponent(host), '.s.PGSQL.5432')
    let cutting = false
    const proxy = createServer((near) => {
      const far = connect(socket)
      for (const line of [near, far]) line.on('error', () => {})
      let asked = false
      near.on('data', (bytes: Buffer) => {
        asked ||= cutting && bytes.includes('commit\0')
        far.write(bytes)
      })
      far.on('data', (bytes: Buffer) => (asked ? near.destroy() : near.write(bytes)))
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as { port: number }
    const databaseUrl = `postgres://vitrine@127.0.0.1:${port}/${name}`
    const through = await openDatabase({ databaseUrl, dataDir: '/nonexistent' })
    cutting = true
    const lost = through.transaction((trx) => trx.insertInto('meta').values({ key: 'lost', value: 'v' }).execute())
    await expect(lost).rejects.toThrow(Unavailable)
    cutting = false
    const stored = await through.kysely.selectFrom('meta').select('key').where('key', '=', 'lost').execute()
    expect(stored).toEqual([{ key: 'lost' }])
    await through.close()
    proxy.close()
  })

  it('opens a new database for two at once', async () => {
    const address = inject('postgres') as string
    const name = 'vitrine_opened_by_two'
    await sql`${sql.raw(`create database ${name}`)}`.execute(database.kysely)
    const options = { databaseUrl: address.replace('DATABASE', name), dataDir: '/nonexistent' }
    const both = await Promise.all([openDatabase(options), openDatabase(options), openDatabase(options)])
    for (const one of both) await one.close()
    await sql`${sql.raw(`drop database ${name}`)}`.execute(database.kysely)
  })
})
