import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { databases, type TestStore } from '../../../tests/support/databases.ts'
import { Unavailable } from '../../model/errors.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import { sqliteDeadlines, sqliteDialect } from './sqlite-dialect.ts'
import type { Tables } from './tables.ts'

const [sqlite] = databases
const running = new Set<ReturnType<typeof spawn>>()

const node = (...args: string[]) => {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  running.add(child)
  return child
}

describe('SQLite', () => {
  let store: TestStore
  let database: Database

  beforeAll(async () => {
    store = (await sqlite?.create()) as TestStore
    database = store.database
  })

  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await store.remove()
  })

  const pragma = async (name: string) => {
    const { rows } = await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(database.kysely)
    return Object.values(rows[0] ?? {})[0]
  }

  const file = () => path.join(store.options.dataDir, 'vitrine.db')
  const put = (key: string) => database.kysely.insertInto('meta').values({ key, value: 'v' }).execute()

  /** Another process takes the lock and keeps it until told to let go; resolves when it holds it. */
  const holdLock = async (of = file()) => {
    const holder = node(
      '-e',
      `const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(of)})
       db.exec('pragma journal_mode = wal; begin immediate'); console.log('held'); process.stdin.resume().on('end', () => { db.exec('commit'); db.close() })`,
    )
    const ended = once(holder, 'exit')
    await once(holder.stdout as NodeJS.ReadableStream, 'data')
    return {
      release: async () => {
        holder.stdin?.end()
        await ended
      },
    }
  }

  /** That of the product: tests give a slow machine more. */
  const usualDeadline = () => {
    const { busyMs } = sqliteDeadlines
    sqliteDeadlines.busyMs = 2000
    onTestFinished(() => {
      sqliteDeadlines.busyMs = busyMs
    })
  }

  it('writes ahead, and waits for the disk at every commit', async () => {
    expect(await pragma('journal_mode')).toBe('wal')
    expect(await pragma('synchronous')).toBe(2)
    expect(await pragma('foreign_keys')).toBe(1)
  })

  it('is made by three at once, in a folder that is its owner’s alone', async () => {
    const dataDir = path.join(store.options.dataDir, 'a', 'b')
    const several = await Promise.all([1, 2, 3].map(() => openDatabase({ dataDir })))
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    for (const one of several) await one.close()
  })

  it('is opened as well while another process migrates it for longer than a write waits', async () => {
    const dataDir = path.join(store.options.dataDir, 'c')
    await mkdir(dataDir)
    const { release } = await holdLock(path.join(dataDir, 'vitrine.db'))
    usualDeadline()
    const real = performance.now.bind(performance)
    let ahead = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead)
    onTestFinished(() => now.mockRestore())
    const opening = openDatabase({ dataDir })
    const asked = async (more: number) => {
      const before = now.mock.calls.length
      await expect.poll(() => now.mock.calls.length).toBeGreaterThan(before + more)
    }
    // It tries, and again after the time of a write is over.
    await asked(10)
    ahead = 10_000
    await asked(10)
    await release()
    await (await opening).close()
  })

  it('says no to a write while another program holds the lock, no sooner than after 2 s, answers reads meanwhile, and then works on', async () => {
    const { release } = await holdLock()
    usualDeadline()
    // Stands until the reads have come, however slow the machine.
    const real = performance.now.bind(performance)
    let held: number | undefined = real()
    const now = vi.spyOn(performance, 'now').mockImplementation(() => held ?? real())
    onTestFinished(() => now.mockRestore())
    const start = performance.now()
    const writes = [
      put('locked'),
      database.transaction(async (trx) => trx.deleteFrom('meta').execute()),
      put('locked 2'),
    ]
    const waits: number[] = []
    const results = Promise.allSettled(
      writes.map((write) => write.finally(() => waits.push(performance.now() - start))),
    )
    let readsBeforeAnyWrite = 0
    while (waits.length < writes.length) {
      await database.kysely.selectFrom('meta').select('key').execute()
      if (waits.length === 0) readsBeforeAnyWrite += 1
      if (readsBeforeAnyWrite > 5) held = undefined
      await new Promise((resolve) => setTimeout(resolve, 20)) // until the other has let go of the lock
    }
    for (const result of await results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    }
    expect(Math.min(...waits)).toBeGreaterThan(1900)
    // A read that waited for the lock as well would be one at most.
    expect(readsBeforeAnyWrite).toBeGreaterThan(5)
    await release()
    await put('free again')
    expect(await database.kysely.selectFrom('meta').select('key').execute()).toEqual([{ key: 'free again' }])
  })

  it('waits for a lock that is let go in time', async () => {
    const { release } = await holdLock()
    let stored = false
    const written = put('patient').then(() => {
      stored = true
    })
    // It is asked for before this read, and waits.
    await database.kysely.selectFrom('meta').select('key').execute()
    expect(stored).toBe(false)
    await Promise.all([release(), written])
  })

  it('comes back when its worker has died, without half a transaction', async () => {
    const small = new Kysely<Tables>({ dialect: sqliteDialect(file(), { heap: 24 }) })
    // More rows than such a worker may hold.
    const tooMuch = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 400000)
      select i, 'some words to fill the memory, ' || i as words from n`
    const insert = (on: Kysely<Tables>, key: string) => on.insertInto('meta').values({ key, value: 'v' }).execute()
    const fatal = small.transaction().execute(async (trx) => {
      await insert(trx, 'lost')
      await expect(tooMuch.execute(trx)).rejects.toThrow('The database stopped')
      await insert(trx, 'lost too')
    })
    await expect(fatal).rejects.toThrow(Unavailable)
    await insert(small, 'alive')
    await small.destroy()
    const keys = (await database.kysely.selectFrom('meta').select('key').execute()).map(({ key }) => key)
    expect(keys).toContain('alive')
    expect(keys.filter((key) => key.startsWith('lost'))).toEqual([])
  })
})
